import { buildProfiler } from '../samples/build-profiler.mjs'
import { buildSample, buildStartupHook, SampleBuildError } from '../samples/build.mjs'
import type { SampleVariant } from '../samples/start-target.ts'
import { columns, readExpected, wineFault, type ExpectedRow } from './expected-table.ts'
import { allRows } from './rows.ts'
import { RuntimeBench } from './runtime-bench.ts'

/** One cell of the table after the run. */
export interface CellOutcome {
  readonly row: string
  readonly variant: SampleVariant
  readonly expected: string
  readonly found: string
  /** `new`: answered where no answer is known. */
  readonly state: 'as-documented' | 'different' | 'not-run' | 'does-not-apply' | 'not-under-wine' | 'new'
}

function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

export interface MatrixOptions {
  readonly variants: readonly SampleVariant[]
  /** Only rows whose name contains this. */
  readonly rowFilter: string
  /** What Wine can't carry is left out; on a real system it is tried, and any answer is news. */
  readonly isUnderWine?: boolean
  readonly say: (text: string) => void
}

export { columns }

export interface MatrixOutcome {
  readonly outcomes: readonly CellOutcome[]
  readonly versions: ReadonlyMap<SampleVariant, string>
}

/** The whole program: runs, prints; resolves with the exit code. */
export async function runMatrix({ variants, rowFilter }: Omit<MatrixOptions, 'say'>): Promise<number> {
  const startMs = performance.now()
  const { outcomes, versions } = await matrixOf({ variants, rowFilter, say })
  const isGood = printMatrix(outcomes, variants, versions)
  say(`matrix: ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
  return isGood ? 0 : 1
}

/** Prints the table, every difference and the sum; false when anything is not as it should be. */
export function printMatrix(
  outcomes: readonly CellOutcome[],
  variants: readonly SampleVariant[],
  versions: ReadonlyMap<SampleVariant, string>,
): boolean {
  for (const line of tableOf(outcomes, variants, versions)) console.log(line)
  for (const { row, variant, expected, found, state } of outcomes)
    if (state === 'different') console.log(`different: ${row} on ${variant}: expected "${expected}", found "${found}"`)
  const count = (state: CellOutcome['state']): number => outcomes.filter((cell) => cell.state === state).length
  const [same, different, notRun] = [count('as-documented'), count('different'), count('not-run')]
  console.log(`matrix: ${same} as documented, ${different} different, ${notRun} not run`)
  return different + notRun === 0
}

/** Runs the cells of the wanted runtimes, two runtimes at a time: most of a row is waiting for what a process does by itself. */
export async function matrixOf(options: MatrixOptions): Promise<MatrixOutcome> {
  buildParts(options.say)
  const expected = readExpected().filter((row) => row.name.includes(options.rowFilter))
  const outcomes: CellOutcome[] = []
  const versions = new Map<SampleVariant, string>()
  const left = [...options.variants]
  const prepared = new Map(left.map((variant) => [variant, prepare(variant, options.say)]))
  const one = async (variant: SampleVariant): Promise<void> => {
    const startMs = performance.now()
    const bench = prepared.get(variant) ?? null
    versions.set(variant, bench?.runtimeVersion ?? 'not built')
    const found = await cellsOf(variant, bench, expected, options)
    outcomes.push(...found)
    const wrong = found.filter((cell) => cell.state === 'different').length
    const took = ((performance.now() - startMs) / 1000).toFixed(0)
    options.say(`${variant} ${versions.get(variant) ?? ''}: ${found.length} rows, ${wrong} different, ${took} s`)
  }
  const next = async (): Promise<void> => {
    for (let variant = left.shift(); variant !== undefined; variant = left.shift()) await one(variant)
  }
  // Wine has one server for all its processes: two at a time are slower there than one.
  await Promise.all(options.isUnderWine === true ? [next()] : [next(), next()])
  return { outcomes, versions }
}

/** Building stops this process for as long as it takes: all of it before the first process is looked at. */
function buildParts(say: (text: string) => void): void {
  try {
    buildStartupHook()
    if (buildProfiler() === null) say('no compiler for the test profiler')
  } catch (error) {
    if (!(error instanceof SampleBuildError)) throw error
    say(error.message)
  }
}

function prepare(variant: SampleVariant, say: (text: string) => void): RuntimeBench | null {
  try {
    return new RuntimeBench(variant, buildSample(variant))
  } catch (error) {
    if (!(error instanceof SampleBuildError)) throw error
    say(error.message)
    return null
  }
}

async function cellsOf(
  variant: SampleVariant,
  bench: RuntimeBench | null,
  expected: readonly ExpectedRow[],
  { isUnderWine, say }: MatrixOptions,
): Promise<CellOutcome[]> {
  const outcomes: CellOutcome[] = []
  const tell = progressOf(variant, expected, say)
  try {
    for (const { name, answers } of expected) {
      tell(outcomes.length)
      const wanted = answers.get(variant) ?? '-'
      const cell = { row: name, variant, expected: wanted }
      const row = allRows.get(name)
      const fault = wineFault(wanted)
      const isElsewhere = row?.isLinuxOnly === true && process.platform !== 'linux'
      if (wanted === '-' || isElsewhere) outcomes.push({ ...cell, found: '-', state: 'does-not-apply' })
      else if (fault !== null && isUnderWine === true)
        outcomes.push({ ...cell, found: wanted, state: 'not-under-wine' })
      else if (bench === null || row === undefined) outcomes.push({ ...cell, found: 'not run', state: 'not-run' })
      else {
        let found = await bench.run(row)
        if (isUnderWine === true && found !== wanted) {
          // A busy machine starves Wine's server, and now and then a createdump there fails: what is wrong is so twice.
          say(`${variant}: ${name}: "${found}", tried again`)
          found = await bench.run(row)
        }
        const known = found === wanted ? 'as-documented' : 'different'
        outcomes.push({ ...cell, found, state: fault === null ? known : 'new' })
        if (known === 'different') say(`${variant}: ${name}: "${found}", not "${wanted}"`)
      }
    }
  } finally {
    await bench?.dispose()
  }
  return outcomes
}

/** A run takes minutes: each section that is done is said with its time, so that one which is ended early still tells where it got. */
function progressOf(
  variant: SampleVariant,
  expected: readonly ExpectedRow[],
  say: (text: string) => void,
): (doneCount: number) => void {
  let section = expected[0]?.section ?? ''
  let startMs = performance.now()
  return (doneCount) => {
    const next = expected[doneCount]?.section ?? ''
    if (next === section) return
    const took = ((performance.now() - startMs) / 1000).toFixed(0)
    say(`${variant}: ${section}: ${took} s, ${doneCount} of ${expected.length} rows done`)
    section = next
    startMs = performance.now()
  }
}

/** A markdown table: what was found, `!` before what is different. */
export function tableOf(
  outcomes: readonly CellOutcome[],
  variants: readonly SampleVariant[],
  versions: ReadonlyMap<SampleVariant, string>,
): string[] {
  const names = [...new Set(outcomes.map((cell) => cell.row))]
  const heads = variants.map((variant) => `${variant} ${versions.get(variant) ?? ''}`)
  const lines = [`| row | ${heads.join(' | ')} |`, `| --- |${' --- |'.repeat(variants.length)}`]
  for (const name of names) {
    const cells = variants.map((variant) => {
      const cell = outcomes.find((outcome) => outcome.row === name && outcome.variant === variant)
      return cell === undefined ? '' : `${cell.state === 'different' ? '! ' : ''}${cell.found}`
    })
    lines.push(`| ${name} | ${cells.join(' | ')} |`)
  }
  return lines
}
