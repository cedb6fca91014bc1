import { CounterStream, fileTime, testSyncUnixMs } from '../main/events/testing/counter-stream.ts'
import { LiveEngine } from '../main/workers/live/live-engine.ts'
import { cpuSecondsOf, repeat, report, type Spread, spreadOf } from './harness.ts'
import { pause } from '../main/os/pause.ts'

/** Samples per processor second of the whole live pipeline (decode, find the series, keep, queue for the views). */
const passes = 7
const pieceBytes = 256 * 1024

/** 500 counters with tags, published once a second for some minutes. */
function meters(seconds: number): Uint8Array {
  const stream = new CounterStream()
  for (let second = 1; second <= seconds; second++) {
    const endMs = second * 1000
    const head = ['SHARED', fileTime(testSyncUnixMs + endMs - 1000), fileTime(testSyncUnixMs + endMs)]
    stream.metric(2, endMs, head)
    for (let index = 0; index < 500; index++) {
      const identity = ['SHARED', 'Bench.Meter', '1.0', 'requests', '{request}', `index=${index}`]
      stream.metric(4, endMs, [...identity, String(index), String(index * second), 1])
    }
    stream.metric(3, endMs, head)
  }
  stream.writer.end(seconds * 1e9 + 1e9)
  return stream.take()
}

async function engineSpeed(bytes: Uint8Array): Promise<Spread> {
  let samples = 0
  const seconds = await repeat(passes, async () => {
    const retention = { directory: null, maxMemoryBytes: 2 ** 26, maxDiskBytes: 0 }
    const engine = new LiveEngine({ liveId: 'bench', intervalMs: 1000, retention }, (message) => {
      if (message.kind === 'progress') samples = message.sampleCount
    })
    engine.receive({
      kind: 'begin-session',
      session: { sessionIndex: 0, role: 'meters', meterSessionId: 'SHARED', clientId: null },
    })
    const taken = await cpuSecondsOf(() => {
      for (let start = 0; start < bytes.length; start += pieceBytes)
        engine.receive({
          kind: 'chunk',
          sessionIndex: 0,
          bytes: Uint8Array.from(bytes.subarray(start, start + pieceBytes)).buffer,
        })
      engine.receive({ kind: 'end-session', sessionIndex: 0, reason: 'stopped' })
    })
    await pause(1100)
    engine.dispose()
    return taken
  })
  return spreadOf(seconds.slice(1).map((one) => samples / one / 1e6))
}

report({ name: 'live-pipeline', figures: { pipelineMSamplesPerSecond: await engineSpeed(meters(200)) } })
