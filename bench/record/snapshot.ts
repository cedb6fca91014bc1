import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { ShortRecordings } from '../../main/diagnostics/recordings/short-recordings.ts'
import type { RecordingTarget } from '../../main/diagnostics/recordings/recording-target.ts'
import { SessionRegistry } from '../../main/diagnostics/session-registry.ts'
import { askOfficialStacks, tryBuildOfficialClient } from '../../samples/run-official-client.ts'
import { socketOf } from '../../samples/socket-of.ts'
import { startTarget } from '../../samples/start-target.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { asPid } from '../../shared/model/ids.ts'
import { report, spreadOf } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * Stack snapshots of all threads, from the wish to the grouped stacks with names (the app's own workers); beside them what a program of
 * Microsoft's client and reader takes for the same, its start included and alone, in turns.
 *
 *   npm run -s bench -- record/snapshot [--runs 10]
 *
 * Goal: 1 s.
 */
const { values } = parseArgs({ args: process.argv.slice(2), options: { runs: { type: 'string', default: '10' } } })
const runs = Number(values.runs)
const built = path.join(process.cwd(), 'out', 'main')
if (!existsSync(path.join(built, 'recorder.cjs'))) throw new Error('npm run build first')
const folder = mkdtempSync(path.join(os.tmpdir(), 'pb-snap-'))
const official = tryBuildOfficialClient()
const figures: Record<string, ReturnType<typeof spreadOf> | number> = {}

try {
  for (const [name, args] of [
    ['planted', ['planted', 'web', 'gc']],
    ['parked', ['parked']],
    ['busy', ['busy']],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other, so that none disturbs the next
    await measure(name, args)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
report({ name: 'record/snapshot', figures })

async function measure(name: string, args: readonly string[]): Promise<void> {
  const target = await startTarget({ args })
  try {
    // What a process does in its first seconds is another thing.
    await pause(6000)
    const socket = socketOf(target.pid)
    if (socket === null) throw new Error(`no socket of ${String(target.pid)}`)
    const short = new ShortRecordings(
      {
        registry: new SessionRegistry({ journalPath: null }),
        recorderPath: path.join(built, 'recorder.cjs'),
        watchPath: path.join(built, 'recording-watch.cjs'),
      },
      folder,
    )
    const row = {
      pid: asPid(target.pid),
      state: 'ready',
      startTimeMs: Date.now() - 60_000,
      runtimeVersion: '10.0.0',
      runtimeFlavour: 'coreclr',
    } as ProcessRow
    const endpoint = { transport: 'unix', path: socket, pid: asPid(target.pid) } as const
    const wanted: RecordingTarget = { row, endpoint, cpu: { percent: null, beforePercent: null }, mayLook: () => true }
    const ours: number[] = []
    const theirs: number[] = []
    const inTheirs: number[] = []
    let threadCount = 0
    for (let run = 0; run <= runs; run++) {
      const fromMs = performance.now()
      const taken = await short.stacks(wanted)
      const tookMs = performance.now() - fromMs
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      threadCount = taken.value.threadCount
      if (threadCount === 0) throw new Error('a snapshot without threads')
      // The first one compiles code of the target.
      if (run > 0) ours.push(tookMs)
      if (official === null) continue
      const peerFromMs = performance.now()
      const answer = await askOfficialStacks(official, target.pid)
      if (run > 0) theirs.push(performance.now() - peerFromMs)
      if (run > 0) inTheirs.push(answer.tookMs)
    }
    figures[`${name} threads`] = threadCount
    figures[`${name} ms`] = spreadOf(ours)
    if (official === null) return
    figures[`${name} official program ms`] = spreadOf(theirs)
    figures[`${name} official, without its start, ms`] = spreadOf(inTheirs)
  } finally {
    await target.dispose()
  }
}
