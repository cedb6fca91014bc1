import os from 'node:os'

/** Of at least five runs; medians are quoted, the spread says how far to trust them. */
export interface Spread {
  readonly min: number
  readonly median: number
  readonly max: number
  readonly runs: number
}

export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2
  return { min: sorted[0]!, median, max: sorted.at(-1)!, runs: sorted.length }
}

/** Runs `body` so many times and returns what it returned. No forced collection between: it ages compiled code away. */
export async function repeat(
  runs: number,
  body: (run: number) => number | Promise<number>,
): Promise<readonly number[]> {
  const values: number[] = []
  for (let run = 0; run < runs; run++) {
    values.push(await body(run))
  }
  return values
}

export async function secondsOf(body: () => void | Promise<void>): Promise<number> {
  const start = process.hrtime.bigint()
  await body()
  return Number(process.hrtime.bigint() - start) / 1e9
}

/** Processor seconds of this process, garbage collection included: what a busy machine does not stretch. */
export async function cpuSecondsOf(body: () => void | Promise<void>): Promise<number> {
  const start = process.cpuUsage()
  await body()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

/**
 * How fast this machine is right now, in million steps a second of a fixed integer loop with table look-ups: figures of
 * different machines, or of a busy and a quiet hour, are compared as ratios to it.
 */
export function calibrate(): number {
  const table = new Uint32Array(65_536).map((_, index) => Math.imul(index, 2654435761))
  const steps = 20_000_000
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3; round++) {
    const start = process.hrtime.bigint()
    let state = 1
    for (let step = 0; step < steps; step++) state = (table[state & 65_535]! ^ Math.imul(state, 31)) + step
    const seconds = Number(process.hrtime.bigint() - start) / 1e9
    if (state === 0.5) throw new Error('unreachable, keeps the loop alive')
    best = Math.min(best, seconds)
  }
  return steps / best / 1e6
}

export interface BenchReport {
  readonly name: string
  /** Figures by name; units are in the names. */
  readonly figures: Readonly<Record<string, number | boolean | string | Spread | null>>
}

/** Prints the result: readable lines on stderr, one JSON object with the machine's facts on stdout. */
export function report({ name, figures }: BenchReport): void {
  const calibration = calibrate()
  console.error(`\n${name} (calibration ${calibration.toFixed(0)} M steps/s)`)
  for (const [label, value] of Object.entries(figures)) console.error(`  ${label.padEnd(34)} ${readable(value)}`)
  const machine = {
    cpu: os.cpus()[0]?.model ?? 'unknown',
    cores: os.cpus().length,
    platform: `${process.platform}-${process.arch}`,
    node: process.version,
    loadAverage: os.loadavg()[0],
  }
  console.log(JSON.stringify({ name, calibrationMSteps: calibration, machine, figures }, null, 2))
}

function readable(value: number | boolean | string | Spread | null): string {
  if (value === null || typeof value !== 'object') return typeof value === 'number' ? plain(value) : String(value)
  return `${plain(value.median)}  (${plain(value.min)} to ${plain(value.max)}, ${value.runs} runs)`
}

function plain(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
