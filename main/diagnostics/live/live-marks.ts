import type { LiveMark } from '../../../shared/model/live.ts'
import type { RecordingMark } from '../../../shared/model/recording.ts'

/* A stream of events has no place for marks: they lie beside the file, as those of a recording do (decision 0160). */

export function marksWithin(marks: readonly LiveMark[], fromMs: number, toMs: number): readonly RecordingMark[] {
  return marks
    .filter(({ timeMs }) => timeMs >= fromMs && timeMs <= toMs)
    .map(({ timeMs, label }) => ({ unixMs: timeMs, elapsedMs: timeMs - fromMs, text: label }))
}

export function asLiveMark({ unixMs, text }: RecordingMark): Omit<LiveMark, 'id'> {
  return { timeMs: unixMs, label: text, origin: 'person' }
}
