import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { measureOracle, tryBuildOracle } from '../samples/run-oracle.ts'
import { CounterStream, testSyncUnixMs, fileTime } from '../main/events/testing/counter-stream.ts'
import { NettraceReader } from '../main/nettrace/nettrace-reader.ts'
import { plainType, typeCodes } from '../main/nettrace/payload/field-type.ts'
import { NettraceWriter } from '../main/nettrace/writer/nettrace-writer.ts'
import { LiveEngine } from '../main/workers/live-engine.ts'
import { repeat, report, cpuSecondsOf, type Spread, spreadOf } from './harness.ts'

/**
 * Events per second of the reader (headers into columns, losses counted) on three made-up streams, and of the whole live
 * pipeline on a metrics stream, with Microsoft's TraceEvent on the same files in the same run when it can be built. Written
 * files only: no recorded trace is needed. Speeds are events per processor second of one process. `bench decode [FILE.nettrace]` measures a file of your own as well.
 */
const passes = 7
const pieceBytes = 256 * 1024
const folder = mkdtempSync(path.join(os.tmpdir(), 'decode-'))

/** Tiny events of one thread. */
function flood(count: number): Uint8Array {
  return compose((writer, metadataId) => {
    const payload = new Uint8Array(2)
    for (let index = 0; index < count; index++)
      writer.addEvent({ metadataId, timestamp: index * 150, thread: 1, payload, isSorted: index % 500 === 0 })
  })
}

/** Forty threads in short runs that overlap in time, stacks and payloads of 4 to 60 bytes. */
function mixed(count: number): Uint8Array {
  return compose((writer, metadataId) => {
    const payloads = Array.from({ length: 15 }, (_, index) => new Uint8Array(4 + index * 4))
    for (let run = 0; run < count / 8; run++)
      for (let index = 0; index < 8; index++)
        writer.addEvent({
          metadataId,
          timestamp: run * 9000 + index * 4000,
          thread: 1000 + ((run * 7) % 40),
          processor: run % 8,
          stackId: 1 + ((run + index) % 300),
          payload: payloads[(run + index) % payloads.length]!,
          isSorted: index === 0,
        })
  })
}

/** As chunks arrive in the worker: a Buffer is another class to the optimiser. */
function plain(buffer: Buffer): Uint8Array {
  return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length)
}

function compose(fill: (writer: NettraceWriter, metadataId: number) => void): Uint8Array {
  const pieces: Uint8Array[] = []
  const writer = new NettraceWriter({
    syncUnixMs: testSyncUnixMs,
    syncTicks: 10n ** 15n,
    ticksPerSecond: 1e9,
    pointerBytes: 8,
    pid: 1,
    processorCount: 8,
    write: (bytes) => pieces.push(bytes),
  })
  const fields = [{ name: 'x', type: plainType(typeCodes.int16) }]
  fill(writer, writer.defineType({ provider: 'Bench', eventId: 1, name: 'Tick', fields }))
  writer.end(1e15)
  return plain(Buffer.concat(pieces))
}

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

async function readerSpeed(bytes: Uint8Array): Promise<Spread> {
  let events = 0
  const seconds = await repeat(passes, () =>
    cpuSecondsOf(() => {
      const reader = new NettraceReader({})
      for (let start = 0; start < bytes.length; start += pieceBytes)
        reader.push(bytes.subarray(start, start + pieceBytes))
      reader.end()
      events = reader.eventCount
      if (reader.lostEventCount !== 0) throw new Error(`${reader.lostEventCount} events lost in a whole stream`)
    }),
  )
  // The first pass warms the optimiser up.
  return spreadOf(seconds.slice(1).map((one) => events / one / 1e6))
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
    await new Promise((resolve) => setTimeout(resolve, 1100))
    engine.dispose()
    return taken
  })
  return spreadOf(seconds.slice(1).map((one) => samples / one / 1e6))
}

const streams: Record<string, Uint8Array> = { flood: flood(2_000_000), mixed: mixed(1_000_000), meters: meters(200) }
const own = process.argv[2]
if (own !== undefined && existsSync(own)) streams['file'] = plain(readFileSync(own))

const figures: Record<string, number | string | Spread | null> = {}
const oracle = tryBuildOracle()
for (const [name, bytes] of Object.entries(streams)) {
  const file = path.join(folder, `${name}.nettrace`)
  writeFileSync(file, bytes)
  figures[`${name}MB`] = statSync(file).size / 1e6
  const ours = await readerSpeed(bytes)
  figures[`${name}MEventsPerSecond`] = ours
  if (oracle === null) continue
  const theirs = spreadOf((await measureOracle(oracle, file, passes)).slice(1).map((speed) => speed / 1e6))
  figures[`${name}TraceEventMEventsPerSecond`] = theirs
  figures[`${name}Ratio`] = ours.median / theirs.median
}
figures['pipelineMSamplesPerSecond'] = await engineSpeed(streams['meters']!)
if (oracle === null) figures['traceEvent'] = 'not built here'
report({ name: 'decode', figures })
rmSync(folder, { recursive: true, force: true })
