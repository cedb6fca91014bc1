import { act, render, screen } from '@testing-library/react'
import { memo } from 'react'
import { expect, it } from 'vitest'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { viewOf } from '../testing/trace-view.ts'
import { useTraceContents, useTraceTab, useTraceView } from './trace-view.ts'
import { TraceViewProvider, type WholeTraceView } from './trace-view-provider.tsx'
import { useSettledAnswer } from './use-settled-answer.ts'

/** How often each part was drawn. */
const drawn: string[] = []

const Place = memo(function Place() {
  drawn.push(`place ${useTraceView().selection.range === null ? 'whole' : 'part'}`)
  return null
})

const Threads = memo(function Threads() {
  drawn.push(`threads ${String(useTraceContents(({ summary }) => summary.rowCounts.threads))}`)
  return null
})

const Answer = memo(function Answer() {
  const { target, selection } = useTraceView()
  const request = { documentId: target.documentId, selection }
  const { answer } = useSettledAnswer('traces.findings', request)
  const text = `answer ${String(answer?.reply.findings.length ?? 'none')}`
  drawn.push(text)
  return <p>{text}</p>
})

const summaryWith = (threads: number): TraceSummary => ({ imported: null, rowCounts: { threads } }) as TraceSummary

it('draws anew what uses what has grown, and what asks once its answer is there', async () => {
  const answers: ((count: number) => Promise<void>)[] = []
  const asked: unknown[] = []
  installFakeBridge({
    'traces.findings': ({ selection }) => {
      asked.push(selection.range)
      return new Promise((resolve) =>
        answers.push((count) =>
          act(async () => resolve({ findings: Array.from({ length: count }), notJudged: [], passed: [] } as never)),
        ),
      )
    },
  })
  const first = viewOf({ summary: summaryWith(1), selection: wholeTrace })
  const page = (changes: Partial<WholeTraceView>) => (
    <TraceViewProvider value={{ ...first, ...changes }}>
      <Place />
      <Threads />
      <Answer />
    </TraceViewProvider>
  )
  const { rerender } = render(page({}))
  await answers[0]!(1)
  expect(screen.getByText('answer 1')).toBeTruthy()

  drawn.length = 0
  rerender(page({ revision: 1, summary: summaryWith(1) }))
  expect(drawn).toEqual([])
  expect(asked).toHaveLength(2)
  await answers[1]!(2)
  rerender(page({ revision: 1, summary: summaryWith(3) }))
  expect(drawn).toEqual(['answer 2', 'threads 3'])

  // A question that has changed with the file is asked once.
  drawn.length = 0
  const selection = { ...wholeTrace, range: { fromMs: 0, toMs: 5 } }
  rerender(page({ revision: 2, summary: summaryWith(3), selection }))
  expect(drawn).toEqual(['place part', 'answer 2'])
  await answers[2]!(4)
  expect(drawn.at(-1)).toBe('answer 4')
  expect(asked).toEqual([null, null, { fromMs: 0, toMs: 5 }])
})

it('draws nothing anew for another tab but what uses it', () => {
  const Tab = memo(function Tab() {
    drawn.push(useTraceTab())
    return null
  })
  const first = viewOf({ summary: summaryWith(1), tab: 'overview' })
  const page = (tab: string) => (
    <TraceViewProvider value={{ ...first, tab }}>
      <Place />
      <Threads />
      <Tab />
    </TraceViewProvider>
  )
  const { rerender } = render(page('overview'))
  drawn.length = 0
  rerender(page('flame'))
  expect(drawn).toEqual(['flame'])
})
