import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { performance as nodePerformance } from 'node:perf_hooks'
import { build } from 'vite'
import { exchange } from '../../main/diagnostics/exchange.ts'
import { startRecording } from '../../main/diagnostics/session-recording.ts'
import { openSession } from '../../main/diagnostics/session.ts'
import { encodePlain } from '../../main/protocol/encode.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { asPid } from '../../shared/model/ids.ts'
import { spreadOf } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/*
 * Beside plain C on the same machine in the same run (bench/protocol/peer.c, built with gcc):
 *   round trip   one command and its answer against a bare socket of Node's that moves the same bytes; and 1,000 in a row
 *   socket->file a stream as fast as the sender can push, through a recording, against a C program that reads and writes
 *   steady       200 MB/s for 20 s: what the main thread costs, and whether memory grows
 *
 *   npm run -s bench -- protocol/stream [round-trip | throughput | steady]
 */

const root = path.join(import.meta.dirname, '..', '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-bench-'))
const peer = path.join(folder, 'peer')
const children: ChildProcess[] = []

execFileSync('gcc', ['-O2', '-o', peer, path.join(import.meta.dirname, 'peer.c')])
await build({
  configFile: false,
  logLevel: 'error',
  root,
  build: {
    outDir: folder,
    emptyOutDir: false,
    ssr: true,
    minify: false,
    target: 'node20.18',
    rolldownOptions: {
      input: { recorder: path.join(root, 'main', 'workers', 'recorder', 'recorder-worker.ts') },
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
})

async function startPeer(...args: readonly string[]): Promise<ChildProcess> {
  const child = spawn(peer, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  await once(child.stdout, 'data')
  return child
}

const endpointAt = (file: string): Endpoint => ({ transport: 'unix', path: file, pid: asPid(process.pid) })

/** Bare: the same bytes, nothing understood. */
function bareRoundTrip(file: string, request: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = net.connect(file, () => socket.write(request))
    let received = 0
    socket.on('data', (bytes) => {
      received += bytes.length
      if (received < 64) return
      socket.destroy()
      resolve()
    })
    socket.on('error', reject)
  })
}

/** Microseconds of one call. */
async function timed(body: () => Promise<void>, count: number): Promise<number> {
  const startMs = performance.now()
  for (let index = 0; index < count; index++) await body()
  return ((performance.now() - startMs) * 1000) / count
}

async function roundTrips(): Promise<unknown> {
  const file = path.join(folder, 'answer')
  const child = await startPeer('answer', file)
  const request = encodePlain('ResumeRuntime')
  const ours = async (): Promise<void> => {
    const answered = await exchange(endpointAt(file), request, {})
    if (!answered.ok) throw new Error(JSON.stringify(answered.error))
    answered.value.connection.dispose()
  }
  await timed(ours, 500)
  await timed(() => bareRoundTrip(file, request.bytes), 500)
  const oursUs: number[] = []
  const bareUs: number[] = []
  for (let round = 0; round < 31; round++) {
    bareUs.push(await timed(() => bareRoundTrip(file, request.bytes), 100))
    oursUs.push(await timed(ours, 100))
  }
  global.gc?.()
  const before = { rssMB: process.memoryUsage.rss() / 1e6, descriptors: fs.readdirSync('/proc/self/fd').length }
  await timed(ours, 1000)
  await pause(200)
  const after = { rssMB: process.memoryUsage.rss() / 1e6, descriptors: fs.readdirSync('/proc/self/fd').length }
  child.kill()
  const ratio = spreadOf(oursUs).median / spreadOf(bareUs).median
  return { oursUs: spreadOf(oursUs), bareUs: spreadOf(bareUs), ratio, thousand: { before, after } }
}

const request = {
  bufferMB: 1,
  providers: [{ name: 'P', keywords: 0n, level: 0, arguments: null }],
  rundown: 'none',
  stacks: true,
} as const

/** From the answer, with which the stream begins, to the last byte in the file. */
async function record(socket: string, file: string, bytes: number): Promise<Recorded> {
  const started = await startRecording(
    { open: openSession },
    {
      endpoint: endpointAt(socket),
      request,
      runtimeVersion: null,
      path: file,
      recorderPath: path.join(folder, 'recorder.cjs'),
      // What a sender without a limit piles up while the disk works is part of the figure, not a failure.
      queueLimitBytes: 4e9,
    },
  )
  if (!started.ok) throw new Error(JSON.stringify(started.error))
  const startMs = performance.now()
  let mostQueuedBytes = 0
  for (;;) {
    const { writtenBytes, discardedBytes, queuedBytes } = started.value.progress()
    mostQueuedBytes = Math.max(mostQueuedBytes, queuedBytes)
    if (writtenBytes + discardedBytes >= bytes) break
    await pause(2)
  }
  const seconds = (performance.now() - startMs) / 1000
  const end = await started.value.whenEnded
  return { seconds, bytes: end.sizeBytes, discarded: end.discardedBytes, mostQueuedMB: mostQueuedBytes / 1e6 }
}

interface Recorded {
  readonly seconds: number
  readonly bytes: number
  readonly discarded: number
  readonly mostQueuedMB: number
}

async function streamToFile(bytes: number): Promise<unknown> {
  const socket = path.join(folder, 'stream')
  const child = await startPeer('send', socket, String(bytes), '0')
  const file = path.join(folder, 'out')
  // The sender rounds up to whole blocks.
  const sentBytes = Math.ceil(bytes / 65_536) * 65_536
  const oursMBs: number[] = []
  const plainMBs: number[] = []
  let discarded = 0
  for (let round = 0; round < 5; round++) {
    fs.rmSync(file, { force: true })
    const seconds = Number(execFileSync(peer, ['receive', socket, file], { encoding: 'utf8' }))
    plainMBs.push(bytes / 1e6 / seconds)
    fs.rmSync(file, { force: true })
    const recorded = await record(socket, file, sentBytes)
    oursMBs.push(recorded.bytes / 1e6 / recorded.seconds)
    discarded += recorded.discarded
  }
  fs.rmSync(file, { force: true })
  child.kill()
  const ratio = spreadOf(oursMBs).median / spreadOf(plainMBs).median
  return { megabytes: bytes / 1e6, oursMBs: spreadOf(oursMBs), plainMBs: spreadOf(plainMBs), ratio, discarded }
}

async function steady(bytesPerSecond: number, seconds: number): Promise<unknown> {
  const socket = path.join(folder, 'steady')
  const child = await startPeer('send', socket, String(bytesPerSecond * seconds), String(bytesPerSecond))
  const file = path.join(folder, 'steady.out')
  const rssMB: number[] = []
  const timer = setInterval(() => rssMB.push(process.memoryUsage.rss() / 1e6), 1000)
  const idle = nodePerformance.eventLoopUtilization()
  const startMs = performance.now()
  const recorded = await record(socket, file, Math.ceil((bytesPerSecond * seconds) / 65_536) * 65_536)
  const { active } = nodePerformance.eventLoopUtilization(idle)
  const mainThreadPercent = (active / (performance.now() - startMs)) * 100
  clearInterval(timer)
  fs.rmSync(file, { force: true })
  child.kill()
  return { bytesPerSecond, ...recorded, mainThreadPercent, rssMB: rssMB.map(Math.round) }
}

const only = process.argv[2] ?? 'all'
const wants = (what: string): boolean => only === 'all' || only === what
const figures: Record<string, unknown> = {}
try {
  if (wants('round-trip')) figures['roundTrip'] = await roundTrips()
  if (wants('throughput')) figures['throughput'] = await streamToFile(1_500_000_000)
  if (wants('steady')) figures['steady'] = await steady(200_000_000, 20)
  console.log(JSON.stringify(figures))
} finally {
  for (const child of children) child.kill()
  fs.rmSync(folder, { recursive: true, force: true })
}
process.exit(0)
