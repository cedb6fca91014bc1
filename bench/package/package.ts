import fs from 'node:fs'
import path from 'node:path'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { root } from '../../scripts/setup/paths.mjs'
import { makeBenchFolders, startApp, startTargets, type BenchFolders } from '../app/started-app.ts'
import { report, spreadOf, type Spread } from '../harness.ts'
import { sampleTree } from '../measure/process-tree.ts'
import { sizesOf } from './package-sizes.ts'

/**
 * The packaged app beside the build it was made of, by turns: what is in it, how fast it starts, what it takes once its first row is there.
 *
 *   npm run package && npm run -s bench -- package [RUNS]
 *
 * `first`: a new user-data folder each time; `again`: the same folder, as on any later day. Installers in dist/ are listed with their sizes.
 * Goals: at most 110 MB compressed, started as fast as from the build, the first window within a second when warm.
 */
interface Start {
  readonly windowMs: number
  readonly rowMs: number
  readonly memoryBytes: number
}

const runCount = Number(process.argv[2] ?? 5)
const packaged = path.join(root, 'release/linux-unpacked/pipescope')
if (!fs.existsSync(packaged)) throw new Error('no package in release/linux-unpacked: npm run package makes one')

const display = hasDisplay() ? null : await startVirtualDisplay()
if (display !== null) process.env['DISPLAY'] = display.display
const starts = { packageFirst: [], packageAgain: [], buildFirst: [], buildAgain: [] } as Record<string, Start[]>
for (let run = 0; run < runCount; run++) {
  for (const [name, executable] of [
    ['package', packaged],
    ['build', undefined],
  ] as const) {
    const folders = makeBenchFolders()
    const targets = await startTargets(1, folders)
    starts[`${name}First`]?.push(await measureStart(folders, executable))
    starts[`${name}Again`]?.push(await measureStart(folders, executable))
    for (const target of targets) await target.stop()
    fs.rmSync(folders.top, { recursive: true, force: true })
  }
}
display?.stop()

const figures: Record<string, Spread | number> = { ...sizesOf(path.dirname(packaged), path.join(root, 'dist')) }
for (const [name, measured] of Object.entries(starts)) {
  figures[`${name}WindowMs`] = spreadOf(measured.map(({ windowMs }) => windowMs))
  figures[`${name}RowMs`] = spreadOf(measured.map(({ rowMs }) => rowMs))
  figures[`${name}MemoryMB`] = spreadOf(measured.map(({ memoryBytes }) => memoryBytes / 1e6))
}
report({ name: 'package', figures })

/** From the creation of the process to the shown window (its page has painted) and to the first painted row; memory of all its processes, shared pages counted once. */
async function measureStart(folders: BenchFolders, executable: string | undefined): Promise<Start> {
  const app = await startApp(folders, { executable })
  try {
    const shown = await app.logged('window-shown')
    const painted = await app.logged('first-row-painted')
    const processes = sampleTree(app.child.pid ?? 0)
    return {
      windowMs: shown.timeMs - app.startedAtMs,
      rowMs: Number(painted.fields['timeMs']) - app.startedAtMs,
      memoryBytes: processes.reduce((sum, { memoryBytes }) => sum + memoryBytes, 0),
    }
  } finally {
    await app.stop()
  }
}
