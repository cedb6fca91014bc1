import os from 'node:os'
import { stopTracing } from '../../main/diagnostics/client.ts'
import { exchange, type Exchange } from '../../main/diagnostics/exchange.ts'
import type { CollectRequest, CollectVersion } from '../../main/protocol/collect-request.ts'
import { collectCommand } from '../../main/protocol/collect-request.ts'
import { decodeSessionId } from '../../main/protocol/decode.ts'
import { encodeCollectTracing } from '../../main/protocol/encode-collect.ts'
import { isRundownOfNamedMethod } from '../../main/events/code-event-ids.ts'
import { TraceReader } from '../../main/nettrace/trace/trace-reader.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { until, word, type Bench, type Row } from '../cell.ts'
import { endpointOf } from '../where.ts'

/** Every version of CollectTracing, sent raw, and what its stream holds. */

const runtime = 'Microsoft-Windows-DotNETRuntime'

export const busyRequest: CollectRequest = {
  bufferMB: 64,
  providers: [{ name: runtime, keywords: 0x18n, level: 5, arguments: null }],
  rundown: 'default',
  stacks: true,
}

export interface Collected {
  readonly bytes: Buffer
  /** The stream ended with the marker that closes a complete one. */
  readonly isComplete: boolean
}

/** An open session that keeps everything; for looking at one stream, never for product code. */
export class RawSession {
  readonly sessionId: bigint
  readonly whenEnded: Promise<Collected>
  readonly #chunks: Buffer[]

  constructor(answer: Exchange, sessionId: bigint) {
    this.sessionId = sessionId
    this.#chunks = [Buffer.from(answer.surplus)]
    this.whenEnded = new Promise((resolve) => {
      answer.connection.listen({
        onBytes: (bytes) => void this.#chunks.push(Buffer.from(bytes)),
        onEnd: () => {
          answer.connection.dispose()
          const bytes = Buffer.concat(this.#chunks)
          resolve({ bytes, isComplete: bytes.at(-1) === 1 })
        },
      })
    })
  }

  /** What has come so far. */
  holdsText(text: string): boolean {
    return holdsText(Buffer.concat(this.#chunks), text)
  }

  get receivedBytes(): number {
    return this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0)
  }
}

export async function openRaw(
  endpoint: Endpoint,
  version: CollectVersion,
  request: CollectRequest,
): Promise<Result<RawSession, AppError>> {
  const encoded = encodeCollectTracing(request, version)
  if (!encoded.ok) return encoded
  const answered = await exchange(endpoint, encoded.value, { answerTimeoutMs: 60_000 })
  if (!answered.ok) return err(answered.error)
  const id = decodeSessionId(answered.value.payload, collectCommand(version))
  return id.ok ? ok(new RawSession(answered.value, id.value)) : id
}

/** Opens, waits for `isEnough` (at most so long), stops, reads to the end. */
export async function collect(
  endpoint: Endpoint,
  version: CollectVersion,
  request: CollectRequest,
  limitMs = 300,
  isEnough: (session: RawSession) => boolean = () => false,
): Promise<Result<Collected, AppError>> {
  const opened = await openRaw(endpoint, version, request)
  if (!opened.ok) return opened
  await until(() => isEnough(opened.value), limitMs)
  const stopped = await stopTracing(endpoint, opened.value.sessionId)
  return stopped.ok ? ok(await opened.value.whenEnded) : stopped
}

export function holdsText(bytes: Buffer, text: string): boolean {
  return bytes.includes(Buffer.from(text, 'utf16le'))
}

/** The rundown of NativeAOT 10 has its module and its end, and not one method. */
function namesMethods(bytes: Buffer): boolean {
  let isNamed = false
  const reader = new TraceReader({ onEventType: (type) => void (isNamed ||= isRundownOfNamedMethod(type)) })
  reader.push(bytes)
  reader.end()
  return isNamed
}

/** `OK, complete, method names`, or what is missing of it. */
function describe(collected: Result<Collected, AppError>): string {
  if (!collected.ok) return word(collected)
  const { bytes, isComplete } = collected.value
  if (bytes.subarray(0, 8).toString('latin1') !== 'Nettrace') return 'OK, not a nettrace stream'
  const names = namesMethods(bytes) ? 'method names' : 'no names'
  return `OK, ${isComplete ? 'complete' : 'cut'}, ${names}`
}

/** The format of .NET Core 2, which every runtime still writes when it is asked for: no magic before the serialization's name. */
function netPerf(number: CollectVersion): Row {
  return {
    name: `${collectCommand(number)}, NetPerf`,
    target: 'shared',
    async run(bench) {
      const collected = await collect(bench.endpoint, number, { ...busyRequest, format: 'netperf' })
      if (!collected.ok) return word(collected)
      const { bytes, isComplete } = collected.value
      const isNetPerf = bytes.subarray(0, 24).toString('latin1') === '\x14\0\0\0!FastSerialization.1'
      return `OK, ${isNetPerf ? 'NetPerf' : 'another format'}, ${isComplete ? 'complete' : 'cut'}`
    },
  }
}

function version(number: CollectVersion, request: CollectRequest, suffix = ''): Row {
  return {
    name: collectCommand(number) + suffix,
    target: 'shared',
    run: async (bench) => describe(await collect(bench.endpoint, number, request)),
  }
}

/** What comes is waited for on the slowest machine; what never comes is not expected later than this. */
const valuesMs = 15_000
const noValuesMs = 1500

async function samples(bench: Bench): Promise<string> {
  const request: CollectRequest = {
    ...busyRequest,
    providers: [{ name: 'Microsoft-DotNETCore-SampleProfiler', keywords: 0n, level: 5, arguments: null }],
    rundown: 'none',
  }
  // An idle second of one thread is tens of kilobytes; a stream without samples is a header and a few blocks.
  const sampledBytes = 8_000
  const limitMs = bench.flavour === 'nativeaot' ? noValuesMs : valuesMs
  const collected = await collect(bench.endpoint, 2, request, limitMs, (it) => it.receivedBytes > sampledBytes)
  if (!collected.ok) return word(collected)
  return collected.value.bytes.length > sampledBytes ? 'OK, samples' : 'OK, no samples'
}

/** Whether events bring stacks, and how many processors the head of the stream tells of. */
async function stacks(bench: Bench): Promise<string> {
  const request: CollectRequest = {
    ...open,
    providers: [{ name: 'System.Runtime', keywords: 0xffffn, level: 4, arguments: 'EventCounterIntervalSec=1' }],
  }
  const collected = await collect(bench.endpoint, 2, request, valuesMs, (it) => it.holdsText('cpu-usage'))
  if (!collected.ok) return word(collected)
  let stackCount = 0
  let processorCount = 0
  const reader = new TraceReader({
    onHeader: (header) => void (processorCount = header.processorCount),
    onStack: (_bytes, _view, start, end) => void (stackCount += end > start ? 1 : 0),
  })
  reader.push(collected.value.bytes)
  reader.end()
  const processors = processorCount === os.availableParallelism() ? 'right' : String(processorCount)
  return `OK, ${stackCount > 0 ? 'stacks' : 'no stacks'}, processors ${processors}`
}

async function counters(bench: Bench): Promise<string> {
  const request: CollectRequest = {
    ...busyRequest,
    providers: [{ name: 'System.Runtime', keywords: 0xffffn, level: 4, arguments: 'EventCounterIntervalSec=1' }],
    rundown: 'none',
  }
  // Not faster than a second: a first session of counters at 0.3 s locks .NET Core 3.1 up at its stop (3 of 4 runs).
  const collected = await collect(bench.endpoint, 2, request, valuesMs, (it) => it.holdsText('cpu-usage'))
  if (!collected.ok) return word(collected)
  return holdsText(collected.value.bytes, 'cpu-usage') ? 'OK, values' : 'OK, no values'
}

async function meters(bench: Bench): Promise<string> {
  const target = await bench.start({ args: ['meters'] })
  const endpoint = await endpointOf(target.pid)
  const own = target.facts.meters?.[0] ?? 'none'
  const request: CollectRequest = {
    ...busyRequest,
    providers: [
      {
        name: 'System.Diagnostics.Metrics',
        keywords: 3n,
        level: 4,
        arguments: `SessionId=matrix;Metrics=${own};RefreshInterval=0.5;MaxTimeSeries=100;MaxHistograms=10`,
      },
    ],
    rundown: 'none',
  }
  const collected = await collect(endpoint, 2, request, valuesMs, (it) => it.holdsText(own))
  if (!collected.ok) return word(collected)
  return holdsText(collected.value.bytes, own) ? 'OK, values' : 'OK, no values'
}

/** 64 sessions, the 65th, and room again after all have been stopped. */
async function slots(bench: Bench): Promise<string> {
  const quiet: CollectRequest = {
    bufferMB: 1,
    providers: [{ name: 'Pipescope-Nothing', keywords: 1n, level: 1, arguments: null }],
    rundown: 'none',
    stacks: true,
  }
  const all: RawSession[] = []
  let refusal = 'none'
  for (let index = 0; index < 65; index++) {
    const opened = await openRaw(bench.endpoint, 2, quiet)
    if (opened.ok) all.push(opened.value)
    else refusal = word(opened)
  }
  for (const session of all) {
    await stopTracing(bench.endpoint, session.sessionId)
    await session.whenEnded
  }
  const again = await collect(bench.endpoint, 2, quiet, 50)
  return `${all.length} OK, then ${refusal}, then ${again.ok ? 'OK' : word(again)}`
}

const open = { ...busyRequest, rundown: 'none' } as const

export const tracingRows: readonly Row[] = [
  version(1, busyRequest),
  version(2, busyRequest),
  version(2, open, ', rundown off'),
  version(3, { ...busyRequest, stacks: false }, ', stacks off'),
  version(4, { ...busyRequest, rundown: 0x10n }, ', rundown keyword 0x10'),
  version(
    5,
    {
      ...open,
      providers: [
        { name: runtime, keywords: 0x18n, level: 5, arguments: null, eventFilter: { mode: 'allow', ids: [143] } },
      ],
    },
    ', event filter',
  ),
  version(6, { ...open, whenFull: 'block' }, ', block mode'),
  netPerf(1),
  netPerf(2),
  { name: 'samples of all threads', target: 'shared', run: samples },
  { name: 'stacks and processors', target: 'shared', run: stacks },
  { name: 'EventCounters', target: 'shared', run: counters },
  { name: 'meters', target: 'shared', run: meters },
  { name: '65 sessions', target: 'own', start: { args: ['idle'] }, run: slots },
]
