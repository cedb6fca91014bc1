import { fork } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import { toDisposable } from '../../shared/base/disposable.ts'
import { readLiveFrameHeader } from '../../shared/frames/live-frame.ts'
import { startDemoTarget } from '../../main/demo/demo-controller.ts'
import { fromChildProcess } from '../../main/demo/demo-process.ts'
import { LiveHarness } from '../../main/diagnostics/live/testing/live-harness.ts'
import { report, spreadOf } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * 500 series at 10 Hz: share of a core that the main thread (sockets, sessions, relay of frames through a message port) and all
 * threads together spend. The series come from a scripted runtime in another process. Goal: main thread at most 10 %.
 *
 *   npm run -s bench -- live/live-load
 */
const windows = 7
const windowMs = 4000
const bundle = path.join(process.cwd(), 'out', 'main', 'demo-target.cjs')
const started = await startDemoTarget(() => fromChildProcess(fork(bundle, [], { stdio: 'ignore' })), {
  loadSeriesCount: 500,
})
if (!started.ok) throw new Error(`no demo target: ${JSON.stringify(started.error)} (npm run build first)`)
const harness = await LiveHarness.create()
const liveId = await harness.open(harness.list(started.value.pid, { runtimeVersion: '10.0.0' }), 100)

let valueCount = 0
let frameCount = 0
const { port1, port2 } = new MessageChannel()
port2.on('message', (message: unknown) => {
  if (!(message instanceof ArrayBuffer)) return
  frameCount += 1
  valueCount += readLiveFrameHeader(message)?.count ?? 0
})
const attached = harness.service.attach(liveId, {
  credits: 100,
  post: (message) => port1.postMessage(message),
  // Copied, as a port between processes does.
  postFrame: (frame) => {
    port1.postMessage(frame)
    return true
  },
  onCredit: () => toDisposable(() => undefined),
})
if (!attached.ok) throw new Error(JSON.stringify(attached.error))
await pause(3000)

const main: number[] = []
const all: number[] = []
const values: number[] = []
const frames: number[] = []
for (let window = 0; window < windows; window++) {
  const from = reading()
  await pause(windowMs)
  const to = reading()
  const seconds = (to.timeMs - from.timeMs) / 1000
  main.push((100 * (to.mainSeconds - from.mainSeconds)) / seconds)
  all.push((100 * (to.allSeconds - from.allSeconds)) / seconds)
  values.push((to.valueCount - from.valueCount) / seconds)
  frames.push((to.frameCount - from.frameCount) / seconds)
}
port1.close()
await harness.dispose()
await started.value.stop()
report({
  name: 'live/live-load',
  figures: {
    mainThreadPercent: spreadOf(main),
    allThreadsPercent: spreadOf(all),
    valuesPerSec: spreadOf(values),
    framesPerSec: spreadOf(frames),
  },
})

function reading() {
  return {
    timeMs: performance.now(),
    mainSeconds: threadSeconds(process.pid),
    allSeconds: readdirSync('/proc/self/task').reduce((sum, thread) => sum + threadSeconds(Number(thread)), 0),
    valueCount,
    frameCount,
  }
}

/** Nanoseconds on a processor, first figure of schedstat: finer than the ticks of `stat`. */
function threadSeconds(thread: number): number {
  try {
    return Number(readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8').split(' ')[0]) / 1e9
  } catch {
    // ENOENT: the thread has just ended.
    return 0
  }
}
