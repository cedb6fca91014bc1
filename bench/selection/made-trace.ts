import { TraceParts } from '../../main/analysis/trace/trace-parts.ts'
import { sampleKinds } from '../../main/analysis/stacks/samples.ts'
import { Trace } from '../../main/nettrace/trace/trace.ts'
import { segmentRows, TraceSegment } from '../../main/nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../main/nettrace/trace/trace-tables.ts'
import { sampleProvider } from '../../shared/model/runtime-providers.ts'

export interface MadeTraceOptions {
  readonly threadCount: number
  /** One in so many events is a sample; the others have no payload. */
  readonly eventsPerSample: number
  readonly sampleCount: number
  /** Distinct ones, each of 20 to 60 frames. */
  readonly stackCount: number
  /** Names of methods have so many characters at least. Default: as long as they are. */
  readonly nameLength?: number
}

const methodCount = 3000
const methodBytes = 256
const firstAddress = 0x1000_0000
const ticksBetween = 1000

let state = 0x2545f491
function random(below: number): number {
  state ^= state << 13
  state ^= state >>> 17
  state ^= state << 5
  return (state >>> 0) % below
}

/** A trace in memory, without a file, the same each time: threads take turns, an event each microsecond. */
export function makeTrace(options: MadeTraceOptions): { readonly parts: TraceParts; readonly trace: Trace } {
  const parts = new TraceParts()
  const trace = new Trace()
  trace.header = {
    syncUnixMs: 0,
    syncTicks: { low: 0, high: 0 },
    ticksPerSecond: 1e9,
    pointerBytes: 8,
    pid: 1,
    processorCount: 8,
    samplingRateNs: ticksBetween * options.threadCount * options.eventsPerSample,
  }
  for (let index = 0; index < options.threadCount; index++) {
    const id = 1000 + index
    trace.threads.push({ index, id, exactId: BigInt(id), name: '', processId: null, attributes: [] })
  }
  parts.listener.onStart?.(trace)
  parts.listener.onHeader?.(trace.header)
  addMethods(parts, options.nameLength ?? 0)
  addStacks(parts, options.stackCount)
  addEvents(parts, trace, options)
  return { parts, trace }
}

function addMethods({ sampled }: TraceParts, nameLength: number): void {
  const { methods } = sampled.code
  const textOf = (text: string): number => methods.texts.internText(text)
  for (let index = 0; index < methodCount; index++)
    methods.add({
      methodId: index,
      moduleId: 0,
      start: firstAddress + index * methodBytes,
      size: methodBytes,
      flags: 8,
      rejitId: 0,
      namespaceText: textOf(`Shop.Type${index % 97}`),
      nameText: textOf(`Method${index}`.padEnd(nameLength, 'x')),
      signatureText: -1,
      loadTicks: Number.NEGATIVE_INFINITY,
    })
}

function addStacks({ listener }: TraceParts, stackCount: number): void {
  const bytes = new Uint8Array(8 * 60)
  const view = new DataView(bytes.buffer)
  const path: number[] = []
  for (let stack = 1; stack <= stackCount; stack++) {
    const depth = 20 + random(40)
    path.length = Math.min(path.length, random(depth))
    while (path.length < depth) path.push(random(methodCount))
    for (const [frame, method] of path.entries())
      view.setBigUint64((depth - 1 - frame) * 8, BigInt(firstAddress + method * methodBytes + 16), true)
    listener.onStack?.(bytes, view, 0, depth * 8, stack)
  }
}

function typeOf(provider: string, name: string, index: number): TraceEventType {
  const plain = { keywords: 0n, version: 0, level: 4, opcode: 0, isOpaque: false, isUndefined: false, fields: [] }
  return { ...plain, provider, name, eventId: index, metadataId: index + 1, index }
}

function addEvents(parts: TraceParts, trace: Trace, options: MadeTraceOptions): void {
  const { threadCount, eventsPerSample, sampleCount, stackCount } = options
  const types = [typeOf(sampleProvider, '', 0), typeOf('Shop-Orders', 'Placed', 1), typeOf('Shop-Orders', 'Paid', 2)]
  trace.types.push(...types)
  const [sampled] = types.map((type) => parts.listener.onEventType?.(type) ?? null)
  const kinds = [sampleKinds.managed, sampleKinds.external, sampleKinds.external].map((kind) => {
    const bytes = Uint8Array.of(kind, 0, 0, 0)
    return { bytes, view: new DataView(bytes.buffer) }
  })
  const eventCount = sampleCount * eventsPerSample
  for (let firstRow = 0; firstRow < eventCount; firstRow += segmentRows) {
    const rows = Math.min(segmentRows, eventCount - firstRow)
    const columns = {
      timestamp: Float64Array.from({ length: rows }, (_, row) => (firstRow + row) * ticksBetween),
      typeIndex: new Uint32Array(rows),
      threadIndex: Uint32Array.from({ length: rows }, (_, row) => Math.floor((firstRow + row) / 64) % threadCount),
      stackIndex: new Uint32Array(rows),
      payloadOffset: new Uint32Array(rows),
      payloadLength: new Uint32Array(rows),
    }
    const segment = new TraceSegment(trace.segments.length, firstRow, rows, { load: () => columns })
    segment.setColumns(columns)
    segment.count = rows
    trace.segments.push(segment)
    trace.eventCount += rows
    for (let row = 0; row < rows; row++) {
      const isSample = (firstRow + row) % eventsPerSample === 0
      columns.typeIndex[row] = isSample ? 0 : 1 + random(2)
      if (row === 0 || columns.threadIndex[row] !== columns.threadIndex[row - 1])
        segment.captureThread.set(row, columns.threadIndex[row]!)
      if (!isSample) continue
      columns.stackIndex[row] = 1 + random(stackCount)
      columns.payloadLength[row] = 4
      const { bytes, view } = kinds[random(kinds.length)]!
      sampled?.(bytes, view, 0, 4, row, segment)
    }
    parts.listener.onEvents?.(segment, 0, rows)
  }
}
