import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { shallow } from 'zustand/shallow'
import { createStore } from 'zustand/vanilla'
import { RevisionSource } from './revision-source.ts'
import {
  RevisionContext,
  RevisionSourceContext,
  type TraceContents,
  TraceContentsContext,
  TraceTabContext,
  type TraceView,
  TraceViewContext,
} from './trace-view.ts'

/** All that the page of a trace knows: what grows with the file and what stays. */
export interface WholeTraceView extends Omit<TraceView, 'imported'>, TraceContents {
  /** Value of the tab that is shown. */
  readonly tab: string
  /** Grows whenever the same question may have another answer. */
  readonly revision: number
}

interface TraceViewProviderProps {
  readonly value: WholeTraceView
  readonly children: ReactNode
}

/** A view is drawn anew when what it uses has changed, and not with each look at a file that grows. */
export function TraceViewProvider({ value, children }: TraceViewProviderProps) {
  const { summary, growth, revision, tab, ...view } = value
  const [contents] = useState(() => createStore<TraceContents>(() => ({ summary, growth })))
  const [source] = useState(() => new RevisionSource())
  useLayoutEffect(() => {
    contents.setState({ summary, growth })
    source.reach(revision)
  }, [contents, source, summary, growth, revision])
  // After the effects of the views: a question that has changed as well is asked once.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- it tells of the new one
  useEffect(() => source.tell(), [source, revision])
  const steadyView = useSame({ ...view, imported: summary.imported })
  return (
    <RevisionSourceContext.Provider value={source}>
      <RevisionContext.Provider value={revision}>
        <TraceContentsContext.Provider value={contents}>
          <TraceViewContext.Provider value={steadyView}>
            <TraceTabContext.Provider value={tab}>{children}</TraceTabContext.Provider>
          </TraceViewContext.Provider>
        </TraceContentsContext.Provider>
      </RevisionContext.Provider>
    </RevisionSourceContext.Provider>
  )
}

/** The object of the last time as long as each of its fields is the same. */
function useSame<T extends object>(next: T): T {
  const [kept, keep] = useState(next)
  const isSame = shallow(kept, next)
  if (!isSame) keep(next)
  return isSame ? kept : next
}
