import { countOf } from '../../../../shared/base/count-of.ts'
import { formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import { classWords, shareWords } from '../trace-words.ts'

/** Samples are of wall time. They are a duration only where the file states how far apart they are. */
export function sampledTime(samples: number, intervalMs: number | null): string {
  return intervalMs === null ? samplesWords(samples) : quantityText(formatDuration(samples * intervalMs))
}

export function samplesWords(samples: number): string {
  return countOf(samples, 'sample', 'samples')
}

/** What the root box stands for. */
export function rootWords({ threads, classes }: TraceSelection): string {
  const whose =
    threads === null ? 'All threads' : threads.length === 1 ? 'One thread' : `${formatCount(threads.length)} threads`
  return [whose, ...(classes ?? []).map((name) => classWords[name].toLowerCase())].join(', ')
}

/** `Running 13.3 s in 13,286 samples` without the time, which stands in bold. */
export function kindWords({ classes }: TraceSelection): string {
  if (classes === null) return 'All samples'
  return classes.map((name) => classWords[name]).join(' and ')
}

export function intervalHint(intervalMs: number | null): string {
  if (intervalMs === null) return 'Sampled wall-clock time. The file doesn’t state how far apart samples are.'
  return `Sampled wall-clock time: samples × ${quantityText(formatDuration(intervalMs))}, the interval in the file. Not CPU time.`
}

export function matchWords(placeCount: number, samples: number, all: number): string {
  if (placeCount === 0) return 'No matches'
  return `${countOf(placeCount, 'place', 'places')}, ${shareWords(samples, all)}`
}
