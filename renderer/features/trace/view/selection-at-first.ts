import { carriedRules, defaultOwnCodeRules } from '../../../../shared/model/own-code-rules.ts'
import { type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { appStore } from '../../../store/create-store.ts'
import type { TraceTarget } from '../../../store/navigation-slice.ts'
import { classesAtFirst } from './first-classes.ts'

/** What is selected when a file is opened, by a link or without one. */
export function selectionAtFirst({ link }: Pick<TraceTarget, 'link'>, summary: TraceSummary): TraceSelection {
  return {
    ...wholeTrace,
    classes: classesOf(link, summary),
    range: link?.range ?? null,
    threads: link?.threads ?? null,
    // A link shows the same to everybody: what it says, not what somebody has set.
    ownCode: carriedRules(
      link === undefined ? appStore.getState().settings.ownCode : (link.ownCode ?? defaultOwnCodeRules),
    ),
  }
}

function classesOf(link: TraceTarget['link'], summary: TraceSummary): TraceSelection['classes'] {
  const { classes = null } = link ?? {}
  return classes === null ? classesAtFirst(summary) : classes === 'all' ? null : classes
}
