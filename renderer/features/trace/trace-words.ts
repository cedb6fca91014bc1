import { countOf } from '../../../shared/base/count-of.ts'
import type {
  SymbolsOutcome,
  SymbolsRefusal,
  TraceNames,
  TraceSampleCounts,
  TraceSummary,
  TraceSystemCpu,
} from '../../../shared/model/trace/trace.ts'
import type { SampleRuleCount } from '../../../shared/model/sample-rules.ts'
import { type TraceSampleClass, traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import { formatCount, formatDuration, quantityText } from '../../../shared/base/format.ts'
import { noteWords } from './import-words.ts'
import { lostEventsSentence } from '../../ui/text/lost-events.ts'

/** Samples are of wall time; none of them is called CPU time. */
export const classWords: Readonly<Record<TraceSampleClass, string>> = {
  running: 'Running',
  spinning: 'Spinning',
  waiting: 'Waiting',
  idle: 'Idle',
  unknown: 'Native code',
}

/** What the classes mean, where a person chooses among them. */
export const classHints: Readonly<Record<TraceSampleClass, string>> = {
  running: 'In managed code',
  spinning: 'In a loop until a lock or signal is available',
  waiting: 'Blocked',
  idle: 'Waiting for work: pool workers, timers, event loops',
  unknown: 'In native code, running or blocked',
}

/** `1,204 running, 3 waiting`; classes without a sample are left out. */
export function sampleCountWords(samples: TraceSampleCounts): string {
  const words = traceSampleClasses
    .filter((name) => samples[name] > 0)
    .map((name) => `${formatCount(samples[name])} ${name === 'unknown' ? 'in native code' : name}`)
  return words.length === 0 ? 'None' : words.join(', ')
}

/** CPU time as the operating system charged it while it was recorded. */
export function systemCpuWords(cpu: TraceSystemCpu | null): string {
  if (cpu === null) return 'Unknown'
  const time = quantityText(formatDuration(cpu.processMs))
  return cpu.missingMs < 1
    ? time
    : `${time}, ${quantityText(formatDuration(cpu.missingMs))} of it in threads that weren’t read`
}

/** Samples that are not counted as the runtime reported them. */
export function correctedCount(rules: readonly SampleRuleCount[]): number {
  return rules.reduce((sum, rule) => sum + rule.correctedCount, 0)
}

export function formatWords({ format }: TraceSummary): string {
  if (format.container === 'netperf') return `NetPerf, version ${String(format.major)}`
  return `Nettrace, version ${String(format.major)}${format.minor === 0 ? '' : `.${String(format.minor)}`}`
}

/** What is missing from the file, each with what it means; empty for a complete one. */
export function shortcomings(summary: TraceSummary): readonly string[] {
  const found: string[] = []
  const [first] = summary.damage
  const costly = summary.damage.find(({ kind }) => kind === 'too-costly')
  if (costly !== undefined)
    found.push(
      `Reading this file takes more work than its size allows. Reading stopped at byte ${formatCount(costly.offset)}; everything before it is shown.`,
    )
  else if (first !== undefined)
    found.push(
      `Damaged at byte ${formatCount(first.offset)} (${first.block}): expected ${first.expected}, found ${first.found}. ${
        first.canContinue ? 'The data after the damage was read.' : 'The data after it couldn’t be read.'
      }`,
    )
  else if (!summary.isComplete)
    found.push('The end of the file is missing: the process or the recording ended before it was written.')
  if (summary.imported !== null)
    found.push(...summary.imported.notes.filter(({ kind }) => kind === 'cut-off').map(noteWords))
  if (summary.lostCount > 0) found.push(lostEventsSentence(summary.lostCount))
  return found
}

export function namesWords({ names, samples, isComplete }: TraceSummary): string {
  const count = Object.values(samples).reduce((sum, one) => sum + one, 0)
  if (names.methodCount === 0 && count === 0) return 'Not needed'
  const share = resolvedShare(names)
  const withShare = (words: string): string =>
    share === null ? words : `${words}, ${percent(names)} of frames resolved`
  // A method that was compiled while recording is named in the file; all others come at its end.
  const isCutOff = !isComplete && !names.areBeside
  if (isCutOff && (share === null || share < 0.5))
    return withShare('None: the recording was truncated before its symbols were collected')
  if (names.methodCount === 0) return 'None: methods are shown as addresses'
  const found = withShare(countOf(names.methodCount, 'method', 'methods'))
  return names.areBeside ? `${found} (in the .symbols.nettrace file next to this one)` : found
}

/** Of the frames of all samples, those with a name; 0 to 1, null without frames. */
function resolvedShare({ frameCount, namedFrameCount }: TraceNames): number | null {
  return frameCount === 0 ? null : namedFrameCount / frameCount
}

/** Less is missing in most complete recordings, too. */
const enoughShare = 0.98

/** Whether a file was cut off before its symbols, so that its process may still have them. */
export function lacksSymbols({ isComplete, names }: TraceSummary): boolean {
  return !isComplete && (resolvedShare(names) ?? 1) < enoughShare
}

const refusals: Readonly<Record<SymbolsRefusal, string | null>> = {
  'not-interrupted': null,
  'process-ended': 'The process has ended, so the missing symbols can’t be fetched.',
  'another-process':
    'The process has ended and its process ID belongs to another one, so the missing symbols can’t be fetched.',
  'not-confirmed':
    'Pipescope can’t confirm that the process with this ID is the recorded one, so the missing symbols weren’t fetched.',
  'runtime-too-old':
    'Fetching the missing symbols could harm a process of this runtime version, so they weren’t fetched.',
  'native-aot': 'The missing symbols can’t be fetched: a Native AOT process doesn’t send any.',
  starting: 'The process is still starting. To fetch the missing symbols, open this file again in a few seconds.',
  busy: 'The process is suspended, not responding or busy. To fetch the missing symbols, open this file again later.',
  slow: 'The process took more than a second to send its symbols, so the missing ones weren’t fetched again.',
  failed: 'The missing symbols couldn’t be fetched from the process.',
}

const percent = (names: TraceNames) => `${((resolvedShare(names) ?? 0) * 100).toFixed(1)}%`

/** What became of the missing symbols; null: nothing has to be said. */
export function fetchedWords(outcome: SymbolsOutcome, before: TraceNames, now: TraceNames): string | null {
  if (outcome !== 'fetched') return refusals[outcome]
  return `Symbols were fetched from the running process: ${percent(before)} of frames resolved before, ${percent(now)} now.`
}

/** Kinds of events that a trace may have or not, each with the preset that records them. */
export function absentWords({ rowCounts }: Pick<TraceSummary, 'rowCounts'>): string {
  const kinds: readonly (readonly [string, ...(number | null)[]])[] = [
    ['GC', rowCounts.collections],
    ['exception', rowCounts.thrown],
    ['lock contention', rowCounts['lock-waiters'], rowCounts['blocking-waits']],
    ['allocation', rowCounts['allocated-types']],
    ['thread pool', rowCounts['thread-pool']],
    ['JIT or loader', rowCounts.compilations, rowCounts.loads],
    ['request', rowCounts.requests],
    ['log', rowCounts.logs],
  ]
  const absent = kinds.filter(([, ...counts]) => counts.every((count) => count === 0)).map(([words]) => words)
  if (absent.length === 0) return 'All kinds of events are present'
  return `No ${new Intl.ListFormat('en-US', { type: 'disjunction' }).format(absent)} events in this file`
}

/** Summary of the thread pool's adjustments. */
export function poolWords(poolChanges: number, starvations: number): string {
  if (starvations === 0) return `${countOf(poolChanges, 'adjustment', 'adjustments')}, no starvation`
  return `Starvation: ${formatCount(starvations)} of ${formatCount(poolChanges)} adjustments added a worker because queued work made no progress`
}

/** Empty when everything is there. */
export function leftOutWords(count: number): string {
  return count === 0 ? '' : `${formatCount(count)} more in the file aren’t shown in this table`
}

/** `0.0%` of something that is there would say that it is not. */
export function shareWords(count: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (count / whole) * 100
  return `${percent > 0 && percent < 0.05 ? '< 0.1' : percent.toFixed(1)}%`
}
