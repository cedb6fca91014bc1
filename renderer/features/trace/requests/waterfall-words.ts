import { countOf } from '../../../../shared/base/count-of.ts'
import { formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { presetById } from '../../../../shared/recording/presets.ts'
import type {
  TraceWaterfall,
  WaterfallKind,
  WaterfallRequest,
  WaterfallRule,
  WaterfallSpan,
} from '../../../../shared/model/trace/trace-waterfall.ts'

export const kindWords: Readonly<Record<WaterfallKind, string>> = {
  running: 'Running',
  lock: 'Waiting for lock',
  wait: 'Blocked',
  gc: 'Suspended for GC',
  queue: 'Queued',
  awaiting: 'Awaiting',
  unknown: 'Unknown',
}

export const kindHints: Readonly<Record<WaterfallKind, string>> = {
  running: 'A thread ran code for the request',
  lock: 'The thread waited for a lock that another thread held',
  wait: 'The thread was blocked: a wait handle, a task, a sleep',
  gc: 'All threads were suspended for a collection',
  queue: 'The work was ready, but no thread had taken it yet',
  awaiting: 'No thread was needed until something else was done',
  unknown: 'The recording doesn’t show what the request did',
}

export const ruleWords: Readonly<Record<WaterfallRule, string>> = {
  'task-events': 'Task events report when the method started on this thread and when it left.',
  'activity-id': 'Events on this thread carry the activity ID of the request.',
  'same-thread': 'Assumed: two events of the request on this thread, with nothing else in between.',
  'until-idle': 'Assumed: after its last event, the thread kept working for the request until it was idle.',
  'since-idle': 'Assumed: the thread worked for the request since it was last idle.',
  suspension: 'GC events report the suspension.',
  await: 'A task event reports that the method awaits and gives its thread back.',
  child: 'No thread worked for the request while this was open.',
  handoff: 'Events report when the work was queued and when a thread took it.',
  none: 'No event and no sample says what the request did here.',
}

export function durationWords(ms: number): string {
  return quantityText(formatDuration(ms))
}

export function secondsWords(ms: number): string {
  return `${(ms / 1000).toFixed(3)} s`
}

export function durationOf({ startMs, endMs }: WaterfallRequest): number {
  return endMs - startMs
}

/** Rounded up to something where there is something. */
export function percentWords(part: number, of: number): string {
  const percent = of === 0 ? 0 : (part * 100) / of
  return percent > 0 && percent < 1 ? '<1%' : `${String(Math.round(percent))}%`
}

/** For screen readers, and on hover. */
export function spanWords(span: WaterfallSpan, request: WaterfallRequest): string {
  const { kind, fromMs, toMs, thread, detail, mergedCount, rule } = span
  const parts = [
    kindWords[kind],
    durationWords(toMs - fromMs),
    `${durationWords(fromMs - request.startMs)} after the start`,
    ...(thread === null ? [] : [`thread ${String(thread)}`]),
    ...(detail === '' ? [] : [detail]),
    ...(ruleWords[rule].startsWith('Assumed') ? ['assumed'] : []),
    ...(mergedCount > 1 ? [`${String(mergedCount)} parts drawn as one`] : []),
  ]
  return parts.join(', ')
}

export function childWords(child: WaterfallRequest, request: WaterfallRequest): string {
  const parts = [
    child.label,
    durationWords(durationOf(child)),
    `${durationWords(child.startMs - request.startMs)} after the start`,
    ...(child.status === null ? [] : [`status ${String(child.status)}`]),
    ...(child.isFailed ? ['failed'] : []),
    ...(child.hasEnded ? [] : ['its end wasn’t recorded']),
  ]
  return parts.join(', ')
}

const title = (presetId: string): string => presetById(presetId)!.title

/** What the recording lacks to say more about the request, and what to record for it. */
export function lackWords(found: TraceWaterfall): readonly string[] {
  const { request, hasSamples, hasActivityIds, hasTaskEvents, omittedChildCount, omittedLaneCount } = found
  return [
    ...(request.hasEnded
      ? []
      : ['The end of this request wasn’t recorded. It is shown up to the end of the recording.']),
    ...(hasActivityIds
      ? []
      : [
          `Its events have no activity IDs, so only the threads of its start and end are known. To follow it, record “${title('requests')}”.`,
        ]),
    ...(hasSamples
      ? []
      : [`No stacks were sampled. To see code, turn on stacks when you record “${title('requests')}”.`]),
    ...(hasTaskEvents || !hasActivityIds
      ? []
      : [`No task events were recorded. To see awaits, turn on tasks when you record “${title('requests')}”.`]),
    ...(omittedChildCount > 0
      ? [`${countOf(omittedChildCount, 'more request or command is', 'more requests and commands are')} not shown.`]
      : []),
    ...(omittedLaneCount > 0 ? [`${countOf(omittedLaneCount, 'more thread is', 'more threads are')} not shown.`] : []),
  ]
}
