import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { RecordingPart, noStop } from '../../main/diagnostics/recordings/recording-part.ts'
import { SessionRegistry } from '../../main/diagnostics/session-registry.ts'
import { socketOf } from '../../samples/socket-of.ts'
import { asPid } from '../../shared/model/ids.ts'
import { floodProvider, spanOf, type OurRun, type RunOptions } from './runs.ts'
import { processSeconds, threadSeconds } from './thread-time.ts'
import { pause } from '../../main/os/pause.ts'

const built = path.join(process.cwd(), 'out', 'main')

/** Records as the app does: session and socket in this thread, the built recorder and watcher in theirs. */
export async function recordOurs({ pid, file, seconds, bufferMB }: RunOptions): Promise<OurRun> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'pb-rec-'))
  const socket = socketOf(pid)
  if (socket === null) throw new Error(`no socket of ${pid}`)
  try {
    const recorder = entryThatTellsItsThread(folder, 'recorder')
    const watcher = entryThatTellsItsThread(folder, 'recording-watch')
    const registry = new SessionRegistry({ journalPath: null })
    const started = await RecordingPart.start(
      { registry, recorderPath: recorder.entry, watchPath: watcher.entry },
      {
        endpoint: { transport: 'unix', path: socket, pid: asPid(pid) },
        runtimeVersion: '10.0.0',
        spec: {
          providers: [
            { name: floodProvider, keywords: '0xffffffffffffffff', level: 5, arguments: [], eventFilter: null },
          ],
          bufferMB,
          rundown: 'default',
          stacks: true,
          whenFull: 'drop',
        },
        path: file,
        stop: noStop,
        wantsNames: true,
      },
    )
    if (!started.ok) throw new Error(JSON.stringify(started.error))
    const part = started.value
    const reading = () => ({
      main: threadSeconds(process.pid, process.pid),
      recorder: threadSeconds(process.pid, recorder.thread()),
      watcher: threadSeconds(process.pid, watcher.thread()),
      all: processSeconds(process.pid) ?? 0,
      timeMs: performance.now(),
    })
    const from = reading()
    let largestQueue = 0
    while (performance.now() - from.timeMs < seconds * 1000) {
      await pause(100)
      largestQueue = Math.max(largestQueue, part.progress().queuedBytes)
    }
    const to = reading()
    const stopped = part.stop()
    await part.whenEnded
    const closedMs = performance.now() - to.timeMs
    const { end, verdict } = await stopped
    const stopMs = performance.now() - to.timeMs
    if (!verdict.ok) throw new Error(JSON.stringify(verdict.error))
    const mainSeconds = to.main - from.main
    const recorderSeconds = to.recorder - from.recorder
    return {
      eventCount: verdict.value.eventCount,
      lostCount: verdict.value.lostCount,
      spanSeconds: spanOf(verdict.value),
      sizeBytes: end.sizeBytes,
      seconds: (to.timeMs - from.timeMs) / 1000,
      cpuSeconds: mainSeconds + recorderSeconds,
      stopMs,
      closedMs,
      mainSeconds,
      recorderSeconds,
      watcherSeconds: to.watcher - from.watcher,
      processSeconds: to.all - from.all,
      isComplete: end.isComplete && verdict.value.isComplete,
      largestQueueMB: largestQueue / 1e6,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The app's own bundle, told apart from other threads: the kernel says to each who it is. */
function entryThatTellsItsThread(folder: string, name: string): { readonly entry: string; thread(): number } {
  const entry = path.join(folder, `${name}.cjs`)
  const place = path.join(folder, `${name}.thread`)
  const lines = [
    "const fs = require('node:fs')",
    `fs.writeFileSync(${JSON.stringify(place)}, fs.readlinkSync('/proc/thread-self').split('/').at(-1))`,
    `require(${JSON.stringify(path.join(built, `${name}.cjs`))})`,
  ]
  writeFileSync(entry, lines.join('\n'))
  return { entry, thread: () => (existsSync(place) ? Number(readFileSync(place, 'utf8')) : -1) }
}
