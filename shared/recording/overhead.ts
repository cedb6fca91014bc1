import type { CheaperBy, Overhead } from '../model/overhead.ts'
import type { RecordingSpec } from '../model/recording.ts'
import { runtimeProvider, sampleProvider } from '../model/runtime-providers.ts'
import { isAtLeast } from './versions.ts'

/** Some readings of the processor time of a process, 100 = one core. */
export interface CpuWindow {
  readonly mean: number
  /** Of the single readings: how far they lie from their mean. */
  readonly deviation: number
  readonly count: number
}

/** With fewer readings nothing can be said about how much they vary. */
const leastReadings = 3
/** Of a mean: two standard errors hold 19 of 20. */
const errors = 2
/** The system counts processor time in hundredths of a second. */
const tickPercent = 1

export function windowOf(readings: readonly number[]): CpuWindow | null {
  if (readings.length === 0) return null
  const mean = readings.reduce((sum, value) => sum + value, 0) / readings.length
  const squares = readings.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = readings.length < 2 ? 0 : Math.sqrt(squares / (readings.length - 1))
  return { mean, deviation, count: readings.length }
}

export function overheadOf(before: CpuWindow | null, now: CpuWindow | null): Overhead {
  if (before === null || now === null || before.count < leastReadings || now.count < leastReadings)
    return { kind: 'unknown' }
  const squares = before.deviation ** 2 / before.count + now.deviation ** 2 / now.count
  const withinPercent = Math.max(tickPercent, errors * Math.sqrt(squares))
  const percent = now.mean - before.mean
  return percent <= withinPercent ? { kind: 'too-small', withinPercent } : { kind: 'measured', percent, withinPercent }
}

export function cheaperBy(spec: RecordingSpec, runtimeVersion: string | null): CheaperBy | null {
  const { providers } = spec
  if (providers.some(({ name }) => name.toLowerCase() === sampleProvider.toLowerCase())) return 'samples'
  const canLeaveStacks = spec.stacks && runtimeVersion !== null && isAtLeast(runtimeVersion, '9.0')
  if (canLeaveStacks && providers.some(({ level, keywords }) => level > 0 && keywords !== '0x0')) return 'stacks'
  const isVerbose = providers.some(({ name, level }) => level === 5 || name !== runtimeProvider)
  return isVerbose || providers.length > 1 ? 'rates' : null
}
