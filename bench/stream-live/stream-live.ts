import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { isMainThread, MessageChannel, parentPort, Worker, workerData } from 'node:worker_threads'
import { recordSession } from '../../fixtures/recording/record-session.ts'
import { startRecording } from '../../main/diagnostics/session-recording.ts'
import { SessionRegistry } from '../../main/diagnostics/session-registry.ts'
import { asPid } from '../../shared/model/ids.ts'
import { report, spreadOf } from '../harness.ts'
import { decode, type Decoded } from './decoder.ts'
import { follow, type Followed } from './document.ts'
import { replay } from './replay.ts'
import { pause } from '../../main/os/pause.ts'

/** See README.md beside this file. The bundle is also the replaying process and both workers. */
const program = process.argv[1]!

interface Sent {
  readonly events: number
  readonly bytes: number
  readonly seconds: number
}

interface DocumentData {
  readonly documentPath: string
}

interface DecoderData {
  readonly decoderPort: MessagePort
  readonly path: string
}

/** Processor seconds of this process's first thread; Node's own figures are of all threads together. */
function mainThreadSeconds(): number {
  const fields = readFileSync(`/proc/self/task/${process.pid}/stat`, 'latin1').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

interface Options {
  readonly seconds: number
  readonly rate: number
  readonly folder: string
  /** The recording is opened as a document meanwhile. */
  readonly isOpened: boolean
}

async function measure(file: string, { seconds, rate, folder, isOpened }: Options): Promise<void> {
  const socketPath = path.join(folder, 'runtime')
  const child = spawn(process.execPath, [program, '--replay', file, socketPath, String(rate)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  await lines.next()
  const recorded = path.join(folder, 'recorded.nettrace')
  const { port1, port2 } = new MessageChannel()
  const decoder = new Worker(program, {
    workerData: { decoderPort: port2, path: recorded } satisfies Record<keyof DecoderData, unknown>,
    transferList: [port2],
  })
  const decoded = new Promise<Decoded>((resolve) => decoder.once('message', resolve))
  const registry = new SessionRegistry({ journalPath: null })
  const started = await startRecording(registry, {
    endpoint: { transport: 'unix', path: socketPath, pid: asPid(child.pid!) },
    request: {
      bufferMB: 256,
      providers: [{ name: 'Replay', keywords: 1n, level: 5, arguments: '' }],
      rundown: 'none',
      stacks: true,
    },
    runtimeVersion: '10.0.0',
    path: recorded,
    recorderPath: program,
    follower: port1,
  })
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const document = isOpened
    ? new Worker(program, { workerData: { documentPath: recorded } satisfies DocumentData })
    : null
  const followed = document && new Promise<Followed>((resolve) => document.once('message', resolve))
  const cpuBefore = mainThreadSeconds()
  const startMs = performance.now()
  const rss: number[] = []
  let largestQueue = 0
  for (let second = 0; second < seconds; second++) {
    await pause(1000)
    rss.push(process.memoryUsage().rss / 1e6)
    largestQueue = Math.max(largestQueue, started.value.progress().queuedBytes)
  }
  const share = (mainThreadSeconds() - cpuBefore) / ((performance.now() - startMs) / 1000)
  const end = await started.value.stop()
  const read = await decoded
  document?.postMessage('end')
  const opened = await followed
  const sent = await lastSent(lines)
  child.stdin.end()
  await ended(child)
  const quarter = Math.max(1, Math.floor(rss.length / 4))
  const early = spreadOf(rss.slice(quarter, 2 * quarter)).median
  const late = spreadOf(rss.slice(-quarter)).median
  report({
    name: 'stream-live',
    figures: {
      sentEvents: sent.events,
      sentMBPerSecond: sent.bytes / 1e6 / sent.seconds,
      eventsPerSecond: sent.events / sent.seconds,
      decodedEvents: read.events,
      missingEvents: sent.events - read.events,
      missingBytes: sent.bytes - statSync(recorded).size,
      discardedBytes: end.discardedBytes,
      isComplete: end.isComplete && read.isComplete && read.damage === 0 && read.code === null,
      mainThreadShareOfACore: share,
      rssMBSecondQuarter: early,
      rssMBLastQuarter: late,
      largestRecorderQueueMB: largestQueue / 1e6,
      ...(opened && {
        documentEvents: opened.events,
        documentCores: opened.cpuSeconds / opened.seconds,
        documentPictures: opened.pictures,
        documentLongestPictureMs: opened.longestPictureMs,
      }),
    },
  })
}

/** A spare session may have been opened and stopped first; the last one is ours. */
async function lastSent(lines: AsyncIterator<string>): Promise<Sent> {
  for (;;) {
    const line = await lines.next()
    if (line.done === true) throw new Error('the replaying process has ended')
    const sent = JSON.parse(line.value) as Sent
    if (sent.events > 0) return sent
  }
}

function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null) resolve()
    else child.once('close', () => resolve())
  })
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '60' },
      rate: { type: 'string', default: '1000000' },
      document: { type: 'boolean' },
    },
  })
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stream-live-'))
  try {
    let file = positionals[0]
    if (file === undefined) {
      file = path.join(folder, 'mixed.nettrace')
      await recordSession({ variant: 'net10', shape: 'mixed', file, milliseconds: 60_000, maxBytes: 40e6 })
    }
    await measure(file, {
      seconds: Number(values.seconds),
      rate: Number(values.rate),
      folder,
      isOpened: values.document === true,
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

if (!isMainThread) {
  const data = workerData as Partial<DecoderData & DocumentData>
  if (data.decoderPort) decode(data.decoderPort as never, data.path!, (decoded) => parentPort!.postMessage(decoded))
  else if (data.documentPath !== undefined) parentPort!.postMessage(await follow(data.documentPath, parentPort!))
  else await import('../../main/workers/recorder/recorder-worker.ts')
} else if (process.argv[2] === '--replay')
  replay({ file: process.argv[3]!, socketPath: process.argv[4]!, eventsPerSecond: Number(process.argv[5]) })
else await main()
