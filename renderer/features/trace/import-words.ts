import { countOf } from '../../../shared/base/count-of.ts'
import { formatCount } from '../../../shared/base/format.ts'
import type { ImportFormat, ImportNote, TraceImport } from '../../../shared/model/trace/trace-import.ts'

const formatNames: Readonly<Record<ImportFormat, string>> = {
  speedscope: 'speedscope',
  folded: 'Folded stacks',
  pprof: 'pprof',
  'chromium-trace': 'Chromium trace',
  cpuprofile: 'V8 CPU profile',
}

const fileWords: Readonly<Record<ImportFormat, string>> = {
  speedscope: 'a speedscope file',
  folded: 'a file of folded stacks',
  pprof: 'a pprof file',
  'chromium-trace': 'a Chromium trace',
  cpuprofile: 'a V8 CPU profile',
}

export function importWords({ format, tool }: TraceImport): string {
  return tool === '' ? formatNames[format] : `${formatNames[format]}, written by ${tool}`
}

/** Why tabs of a recording are not there. */
export function stacksOnlyWords(imported: TraceImport): string {
  return `This file holds only stacks: it is ${fileWords[imported.format]}, not a recording of the .NET runtime.`
}

export function unitWords({ unit, statedUnit }: TraceImport): string {
  if (unit === 'unstated') return statedUnit === '' ? 'The file doesn’t say' : `${statedUnit}, as the file calls it`
  if (unit === 'ms' && statedUnit !== 'milliseconds') return `Time; ${statedUnit} in the file`
  return statedUnit
}

/** What of the file is not shown. */
export function noteWords({ kind, count, firstPlace, detail }: ImportNote): string {
  const at = `first at ${firstPlace}`
  const many = (one: string, several: string): string => `${countOf(count, one, several)}, ${at}`
  switch (kind) {
    case 'cut-off':
      return `The end of the file is missing or damaged at ${firstPlace}. Everything before it is shown.`
    case 'line-without-weight':
      return many('line without a number', 'lines without a number')
    case 'negative-weight':
      return many('stack with a negative weight', 'stacks with a negative weight')
    case 'excessive-figure':
      return many('sample with an impossible time or weight', 'samples with an impossible time or weight')
    case 'unmatched-end':
      return many('call without its beginning or end', 'calls without their beginning or end')
    case 'overlapping-call':
      return many(
        'call that ended after its caller, cut off there',
        'calls that ended after their callers, cut off there',
      )
    case 'asynchronous-event':
      return many('asynchronous event', 'asynchronous events')
    case 'other-event':
      return many('event without a stack', 'events without a stack')
    case 'other-unit':
      return many(`profile in another unit (${detail})`, `profiles in other units (${detail})`)
    case 'other-weight':
      return count === 1
        ? `Another value per sample: ${detail}`
        : `${formatCount(count)} other values per sample, first ${detail}`
  }
}
