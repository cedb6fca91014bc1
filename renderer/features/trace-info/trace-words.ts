import type { TraceSampleClass, TraceSummary } from '../../../shared/model/trace.ts'
import { formatCount, thinSpace } from '../../../shared/base/format.ts'
import { lostEventsSentence } from '../../ui/lost-events.ts'

/** Samples are of wall time; none of them is called CPU time. */
export const classWords: Readonly<Record<TraceSampleClass, string>> = {
  running: 'Running',
  waiting: 'Waiting',
  unknown: 'In native code',
}

export function formatWords({ format }: TraceSummary): string {
  if (format.container === 'netperf') return `NetPerf, version ${String(format.major)}`
  return `Nettrace, version ${String(format.major)}${format.minor === 0 ? '' : `.${String(format.minor)}`}`
}

/** What is missing from the file, each with what it means; empty for a whole one. */
export function shortcomings(summary: TraceSummary): readonly string[] {
  const found: string[] = []
  const [first] = summary.damage
  if (first !== undefined)
    found.push(
      `Damaged at byte ${formatCount(first.offset)} (${first.block}): expected ${first.expected}, found ${first.found}. ${
        first.canContinue ? 'What comes after the damage was read, too.' : 'What comes after it could not be read.'
      }`,
    )
  else if (!summary.isComplete)
    found.push('The end of the stream is missing: the process or the recording ended before it was written.')
  if (summary.lostCount > 0) found.push(lostEventsSentence(summary.lostCount))
  return found
}

export function namesWords({ names, samples, isComplete }: TraceSummary): string {
  const count = samples.running + samples.waiting + samples.unknown
  if (names.methodCount === 0 && count === 0) return 'No, and nothing needs them'
  const share = names.frameCount === 0 ? null : (names.namedFrameCount / names.frameCount) * 100
  const resolved = share === null ? '' : `; ${share.toFixed(1)} % of the frames`
  // A method that was compiled while recording is named in the file; all others come at its end.
  const isCutOff = !isComplete && !names.areBeside
  if (isCutOff && (share === null || share < 50))
    return `No: the recording was cut off before its symbols were collected${resolved}`
  if (names.methodCount === 0) return 'No: methods show as addresses'
  const place = names.areBeside ? ' (collected while recording, in the .symbols.nettrace file beside this one)' : ''
  return `Yes, of ${formatCount(names.methodCount)} methods${resolved}${place}`
}

/** Kinds of events that a trace may have or not, each with the preset that records them. */
export function absentWords({ found, gcCount, exceptionCount }: TraceSummary): string {
  const kinds: readonly (readonly [string, number])[] = [
    ['collections', gcCount],
    ['exceptions', exceptionCount],
    ['waits for locks', found.lockWaits + found.blockingWaits],
    ['allocations', found.allocations],
    ['changes of the thread pool', found.poolChanges],
    ['compilations and loads', found.compilations + found.loads],
    ['requests', found.activities],
    ['log messages', found.logs],
  ]
  const absent = kinds.filter(([, count]) => count === 0).map(([words]) => words)
  return absent.length === 0
    ? 'Nothing is missing'
    : `No ${absent.join(', ')}: they did not happen or were not recorded`
}

/** What the changes of the thread pool come to. */
export function poolWords({ poolChanges, starvations }: TraceSummary['found']): string {
  if (starvations === 0) return `${formatCount(poolChanges)} changes, none for starvation`
  return `Starved: ${formatCount(starvations)} of ${formatCount(poolChanges)} changes because work waited and no worker came back`
}

/** Empty when everything is there. */
export function leftOutWords(count: number): string {
  return count === 0 ? '' : `${formatCount(count)} more are in the file and not in this table`
}

/** `0.0 %` of something that is there would say that it is not. */
export function shareWords(count: number, whole: number): string {
  if (whole === 0) return '–'
  const percent = (count / whole) * 100
  return `${percent > 0 && percent < 0.05 ? '< 0.1' : percent.toFixed(1)}${thinSpace}%`
}
