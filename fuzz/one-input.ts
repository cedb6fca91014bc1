import { assert } from '../shared/base/assert.ts'
import { compileDecoder, type PayloadDecoder } from '../main/events/payload/decode-payload.ts'
import { valueText } from '../main/events/payload/payload-value.ts'
import { work } from '../main/nettrace/work-steps.ts'
import { compilePayload, PayloadSlots } from '../main/nettrace/payload/compile-payload.ts'
import { TimeOrder } from '../main/nettrace/trace/time-order.ts'
import type { Trace } from '../main/nettrace/trace/trace.ts'
import { TraceReader } from '../main/nettrace/trace/trace-reader.ts'
import type { TraceSegment } from '../main/nettrace/trace/trace-segment.ts'
import { summarise } from '../main/nettrace/testing/both-readers.ts'
import { firstCredit } from '../main/analysis/stacks/trees/function-tree.ts'
import { combineListeners } from '../main/analysis/trace/combine-listeners.ts'
import { TraceParts } from '../main/analysis/trace/trace-parts.ts'
import { askEverything } from '../main/analysis/testing/ask-everything.ts'
import { HeapEvents } from '../main/heap/events/heap-events.ts'
import type { TraceListener } from '../main/nettrace/trace/trace-listener.ts'
import { checkGcDump, checkHeapOfEvents } from './heap-checks.ts'
import { Random } from './random.ts'

/** How far an input got. */
export interface Reached {
  readonly hasHeader: boolean
  readonly eventCount: number
  /** Beyond those of empty tables. */
  readonly stepsPerByte: number
}

const rowsPerSegment = 64
const inputsPerCutCheck = 32
/**
 * Of framing, blocks, tables and analysis together, four times less than ends a reading (limits.ts). A table begins with hundreds of slots; a
 * sequence point of 36 bytes may empty it anew. Names of code that was replaced have a budget of their own to begin with.
 */
const stepsOfEmptyTables = 1024
const mostStepsPerByte = 16
/** Building everything that a document shows costs as much as several readings. */
const inputsPerAnalysis = 4
/** Of one input: decoding every payload as text would take most of the time. */
const decodedPayloads = 8

/**
 * Reads the input in pieces and checks what must hold whatever the bytes are: no exception, every index within its table, every
 * payload within the input, all numbers finite, damage within the stream, nothing held back at the end.
 */
export function readInput(bytes: Uint8Array, seed: number): Reached {
  const random = new Random(seed ^ 0x5bd1e995)
  if (isGcDump(bytes)) return readGcDumpInput(bytes, random)
  const slots = new PayloadSlots(2)
  let decoded = 0
  const stepsBefore = work.steps
  const parts = random.chance(inputsPerAnalysis) ? new TraceParts() : null
  const keepsSegments = random.chance(2)
  const checks: TraceListener = {
    onEventType(type) {
      let decode: PayloadDecoder | null = null
      const wanted = type.fields.slice(0, 2).map((field) => field.name)
      const read = compilePayload(type.fields, wanted)
      return (all, view, start, end) => {
        assert(start >= 0 && end >= start && end <= all.length, 'a payload lies in the block')
        read(all, view, start, end, slots)
        if (decoded++ >= decodedPayloads) return
        decode ??= compileDecoder(type, reader.trace.header?.pointerBytes ?? 8)
        const { fields, rest } = decode(all, view, start, end)
        assert(rest.length <= end - start, 'what is left is part of the payload')
        for (const field of fields) valueText(field.value, field.shape)
      }
    },
    onEvents: (segment, from, to) => checkRows(reader.trace, segment, from, to, bytes.length),
    onStack: (all, _view, start, end) => assert(start <= end && end <= all.length, 'a stack lies in the block'),
  }
  const heap = new HeapEvents()
  const listener = combineListeners([checks, heap, ...(parts === null ? [] : [parts.listener])])
  const reader: TraceReader = new TraceReader(listener, { rowsPerSegment, keepsSegments })
  const largest = random.chance(6) ? 1 + random.below(40) : bytes.length
  for (let start = 0; start < bytes.length;) {
    const end = Math.min(bytes.length, start + 1 + random.below(largest))
    reader.push(bytes.subarray(start, end))
    assert(reader.heldByteCount <= end, 'no more is held than was given')
    start = end
  }
  reader.end()
  checkTrace(reader, bytes.length)
  checkHeapOfEvents(heap, random)
  if (parts !== null && keepsSegments) askEverything(parts, reader.trace, bytes)
  const freeSteps = stepsOfEmptyTables + (parts === null ? 0 : firstCredit)
  const stepsPerByte = costOf(work.steps - stepsBefore - freeSteps, bytes.length)
  if (keepsSegments) checkOrder(reader.trace)
  if (random.chance(inputsPerCutCheck)) checkCuts(bytes, random)
  const { header, eventCount } = reader.trace
  // Its memory goes to the next reader, which must not find anything of this input in it.
  reader.dispose()
  return { hasHeader: header !== null, eventCount, stepsPerByte }
}

/** Both kinds begin with `!FastSerialization.1`; the name of the first object tells. */
function isGcDump(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 120)).includes('GCHeapDump')
}

function readGcDumpInput(bytes: Uint8Array, random: Random): Reached {
  const stepsBefore = work.steps
  const isRead = checkGcDump(bytes, random)
  const stepsPerByte = costOf(work.steps - stepsBefore, bytes.length)
  return { hasHeader: isRead, eventCount: 0, stepsPerByte }
}

/** Where a stream is cut into pieces says nothing about it. */
function checkCuts(bytes: Uint8Array, random: Random): void {
  const whole = summarise(bytes, Math.max(1, bytes.length), { rowsPerSegment })
  const pieces = summarise(bytes, 1 + random.below(200), { rowsPerSegment })
  const first = JSON.stringify(whole)
  const second = JSON.stringify(pieces)
  assert(first === second, `cut elsewhere it reads otherwise: ${first} ${second}`)
}

function checkRows(trace: Trace, segment: TraceSegment, from: number, to: number, length: number): void {
  assert(from <= to && to <= segment.count, 'rows are in the segment')
  for (let row = from; row < to; row++) {
    assert(segment.typeIndex[row]! < trace.types.length, 'the type is known')
    assert(segment.threadIndex[row]! < trace.threads.length, 'the thread is known')
    assert(segment.captureThread.at(row) < trace.threads.length, 'the capture thread is known')
    assert(segment.stackIndex[row]! < trace.stacks.count, 'the stack is known')
    assert(segment.activity.at(row) < trace.activities.count, 'the activity is known')
    assert(segment.labels.at(row) < trace.labels.length, 'the labels are known')
    assert(Number.isFinite(segment.timestamp[row]!), 'time is a number')
    const offset = segment.payloadStreamOffset(row)
    assert(offset >= 0 && offset + segment.payloadLength[row]! <= length, 'the payload lies in the stream')
  }
}

/** Every row once, whatever the times are. */
function checkOrder(trace: Trace): void {
  const seen = new Uint8Array(trace.eventCount)
  new TimeOrder(trace).forEachStretch((from, to) => {
    assert(from < to && to <= trace.eventCount, 'a stretch is of rows')
    for (let row = from; row < to; row++) seen[row]!++
  })
  assert(
    seen.every((count) => count === 1),
    'the order has every row once',
  )
}

/** What all of it cost in steps beyond those that every input is given, not in time: tables may not be gone over again and again. */
function costOf(steps: number, length: number): number {
  const stepsPerByte = Math.max(0, steps) / Math.max(1, length)
  assert(stepsPerByte <= mostStepsPerByte, `${steps} steps for ${length} bytes`)
  return stepsPerByte
}

function checkTrace(reader: TraceReader, length: number): void {
  const { trace } = reader
  assert(reader.heldByteCount === 0, 'nothing is held after the end')
  assert(reader.state !== 'reading', 'the end is an end')
  assert(Number.isFinite(trace.lostEventCount) && trace.lostEventCount >= 0, 'losses are a count')
  assert(trace.readByteCount <= length, 'no more is read than there is')
  assert(trace.damageCount >= trace.damage.length, 'damage is counted')
  for (const { offset } of trace.damage) assert(offset >= 0 && offset <= length, 'damage has a place in the stream')
  for (let index = 1; index < trace.stacks.count; index++)
    assert(trace.stacks.streamOffset(index) + trace.stacks.byteLength(index) <= length, 'stacks lie in the stream')
}
