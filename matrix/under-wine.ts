import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { bundleWorker } from '../main/workers/testing/bundle-worker.ts'
import { buildProfiler } from '../samples/build-profiler.mjs'
import { buildSample, buildStartupHook } from '../samples/build.mjs'
import type { SampleVariant } from '../samples/start-target.ts'
import { windowsPath, type Wine } from '../scripts/setup/wine.mjs'
import { readRealCounts } from './expected-table.ts'
import type { WinePlan } from './in-windows.ts'
import { printMatrix, type CellOutcome } from './run-matrix.ts'

/** Windows runtimes and our own code for Windows, both under Wine, against the columns for Windows of expected.md. */

export interface WineMatrixOptions {
  readonly wine: Wine
  readonly variants: readonly SampleVariant[]
  readonly rowFilter: string
  readonly say: (text: string) => void
}

/** Resolves with the exit code. Nothing of this Wine prefix runs afterwards. */
export async function runMatrixUnderWine(options: WineMatrixOptions): Promise<number> {
  const { variants, rowFilter, say } = options
  const startMs = performance.now()
  const { outcomes, versions } = await outcomesUnderWine(options)
  const isGood = printMatrix(outcomes, variants, versions)
  const counts = realCounts(outcomes, variants)
  for (const { variant, found, wanted, notUnderWine } of counts)
    console.log(`under Wine: ${variant}: ${found} real cells (expected ${wanted}), ${notUnderWine} not under Wine`)
  say(`matrix under Wine: ${((performance.now() - startMs) / 1000).toFixed(0)} s`)
  const isWhole = rowFilter !== '' || counts.every(({ found, wanted }) => found === wanted)
  return isGood && isWhole ? 0 : 1
}

interface RealCount {
  readonly variant: SampleVariant
  readonly found: number
  readonly wanted: number
  readonly notUnderWine: number
}

/** A cell is real when a runtime has answered it as documented. */
export function realCounts(outcomes: readonly CellOutcome[], variants: readonly SampleVariant[]): readonly RealCount[] {
  const wanted = readRealCounts()
  return variants.map((variant) => {
    const own = outcomes.filter((cell) => cell.variant === variant)
    const count = (state: CellOutcome['state']): number => own.filter((cell) => cell.state === state).length
    return {
      variant,
      found: count('as-documented'),
      wanted: wanted.get(variant) ?? 0,
      notUnderWine: count('not-under-wine'),
    }
  })
}

interface WineOutcome {
  readonly outcomes: readonly CellOutcome[]
  readonly versions: ReadonlyMap<SampleVariant, string>
}

async function outcomesUnderWine({ wine, variants, rowFilter, say }: WineMatrixOptions): Promise<WineOutcome> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'psw-'))
  const progressFile = path.join(folder, 'progress')
  const outcomesFile = path.join(folder, 'outcomes.json')
  const plan: WinePlan = {
    variants,
    rowFilter,
    outcomesFile: windowsPath(outcomesFile),
    progressFile: windowsPath(progressFile),
    resourcesFolder: windowsPath(wine.koffiFolder),
  }
  const env = {
    PIPESCOPE_WINE: JSON.stringify(plan),
    PIPESCOPE_PREBUILT: JSON.stringify(await built(variants, folder)),
  }
  fs.writeFileSync(progressFile, '')
  const follow = follower(progressFile, say)
  const timer = setInterval(follow, 1000)
  try {
    const entry = windowsPath(path.join(import.meta.dirname, 'in-windows.ts'))
    const exitCode = await runToFile(wine, [entry], env, path.join(folder, 'output'))
    follow()
    if (!fs.existsSync(outcomesFile)) {
      const output = fs.readFileSync(path.join(folder, 'output'), 'utf8')
      throw new Error(`Node under Wine ended with ${exitCode}: ${output.slice(-4000)}`)
    }
    const { outcomes, versions } = JSON.parse(fs.readFileSync(outcomesFile, 'utf8')) as {
      readonly outcomes: readonly CellOutcome[]
      readonly versions: readonly (readonly [SampleVariant, string])[]
    }
    return { outcomes, versions: new Map(versions) }
  } finally {
    clearInterval(timer)
    await wine.end()
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** What the program inside cannot build. */
async function built(variants: readonly SampleVariant[], folder: string): Promise<Readonly<Record<string, string>>> {
  const parts: Record<string, string | null> = {
    'startup-hook': buildStartupHook(),
    profiler: buildProfiler('windows'),
    recorder: await bundleWorker('recorder', folder),
    watchdog: await bundleWorker('watchdog', folder),
  }
  for (const variant of variants) parts[variant] = buildSample(variant)
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, file]) => (file === null ? [] : [[name, windowsPath(file)]])),
  )
}

function runToFile(
  wine: Wine,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  output: string,
): Promise<number | null> {
  const fd = fs.openSync(output, 'w')
  const { file, args: all, ...rest } = wine.run(wine.node, args, { env })
  const child = spawn(file, all, { ...rest, stdio: ['ignore', fd, fd] })
  fs.closeSync(fd)
  // Without their server (seen once to crash, on a machine that was far too busy) programs of Wine neither go on nor end.
  const look = setInterval(() => {
    if (fs.readFileSync(output, 'utf8').includes('wineserver crashed')) child.kill('SIGKILL')
  }, 5000)
  return new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code) => resolve(code))
  }).finally(() => clearInterval(look))
}

/** Says the lines that have been added to a file since the last call. */
function follower(file: string, say: (text: string) => void): () => void {
  let said = 0
  return () => {
    const text = fs.readFileSync(file, 'utf8')
    const end = text.lastIndexOf('\n') + 1
    if (end > said) say(text.slice(said, end - 1))
    said = end
  }
}
