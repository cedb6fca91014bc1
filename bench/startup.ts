import fs from 'node:fs'
import { hasDisplay, startVirtualDisplay } from '../scripts/setup/display.mjs'
import { makeBenchFolders, startApp, startTargets, type BenchFolders } from './app/started-app.ts'
import { report, spreadOf, type Spread } from './harness.ts'

/**
 * Cold start of the built app to its first process row, without a driver, one target running.
 *
 *   npm run -s bench -- startup [RUNS]
 *
 * `first`: a new user-data folder each time (no compile cache). `again`: the same folder again, as on any later day.
 * Goals: total at most 1.5 s; ours, after Electron says it is ready, at most 0.5 s.
 */
interface Start {
  readonly totalMs: number
  readonly electronMs: number
  readonly oursMs: number
}

const runCount = Number(process.argv[2] ?? 7)
const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display

const first: Start[] = []
const again: Start[] = []
for (let run = 0; run < runCount; run++) {
  const folders = makeBenchFolders()
  const targets = await startTargets(1, folders)
  first.push(await measureStart(folders))
  again.push(await measureStart(folders))
  for (const target of targets) await target.stop()
  fs.rmSync(folders.top, { recursive: true, force: true })
}
display?.stop()

report({ name: 'startup', figures: { ...figures('first', first), ...figures('again', again) } })

async function measureStart(folders: BenchFolders): Promise<Start> {
  const app = await startApp(folders)
  try {
    const ready = await app.logged('app-ready')
    const painted = await app.logged('first-row-painted')
    const paintedAtMs = Number(painted.fields['timeMs'])
    return {
      totalMs: paintedAtMs - app.startedAtMs,
      electronMs: ready.timeMs - app.startedAtMs,
      oursMs: paintedAtMs - ready.timeMs,
    }
  } finally {
    await app.stop()
  }
}

function figures(name: string, starts: readonly Start[]): Record<string, Spread> {
  const of = (part: keyof Start) => spreadOf(starts.map((start) => start[part]))
  return { [`${name}TotalMs`]: of('totalMs'), [`${name}ElectronMs`]: of('electronMs'), [`${name}OursMs`]: of('oursMs') }
}
