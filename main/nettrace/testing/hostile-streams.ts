import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { concat } from '../writer/made-stream.ts'
import { V6Writer, v6BlockKinds } from '../writer/v6-writer.ts'
import { startSmallStream } from './small-stream.ts'

/** Streams that fill a table of the reader and then make it go over that table again and again; all grow linearly with `size`. */
export const hostileStreams: Readonly<Record<string, (size: number) => Uint8Array>> = {
  'many threads, then as many events of undefined types': (size) => {
    const { writer, metadataId, written } = startSmallStream()
    for (let index = 0; index < size; index++) add(metadataId, index)
    for (let index = 0; index < size; index++) add(1000 + index, 0)
    writer.end(2 * size)
    return written()

    function add(id: number, thread: number): void {
      writer.addEvent({ metadataId: id, timestamp: 1, thread: 10 + thread, payload: new Uint8Array() })
    }
  },
  'many threads that are removed one by one': (size) =>
    v6Stream((writer) => {
      for (let index = 0; index < size; index++) writer.addThread({ name: '', threadId: BigInt(index) })
      writer.flush()
      for (let index = 1; index <= size; index++) writer.removeThread(index)
    }),
  'many threads, then as many sequence points that forget them': (size) =>
    v6Stream((writer) => {
      for (let index = 0; index < size; index++) writer.addThread({ name: '', threadId: BigInt(index) })
      for (let index = 0; index < size; index++) writer.sequencePoint(index, { threads: true })
    }),
  'many threads, then as many broken rows of metadata': (size) =>
    v6Stream((writer) => {
      for (let index = 0; index < size; index++) writer.addThread({ name: '', threadId: BigInt(index) })
      writer.flush()
      writer.block(v6BlockKinds.metadata, new Uint8Array(2 + 2 * size))
    }),
  'many stacks whose ids have gaps, then as many events with an id between them': (size) =>
    v6Stream((writer) => {
      const thread = writer.addThread({ name: '', threadId: 1n })
      const type = { provider: 'P', eventId: 1, name: 'E', fields: [] }
      const metadataId = writer.defineType(type)
      for (let index = 0; index < size; index++) writer.block(v6BlockKinds.stack, emptyStack(1 + 2 * index))
      for (let index = 0; index < size; index++)
        writer.addEvent({ metadataId, timestamp: index, thread, stackId: 2, payload: new Uint8Array() })
    }),
  'many stacks whose ids come from the highest to the lowest': (size) =>
    v6Stream((writer) => {
      for (let index = 0; index < size; index++) writer.block(v6BlockKinds.stack, emptyStack(1 + 2 * (size - index)))
    }),
  'many methods within a large one, with a sample in each and one beside each': (size) =>
    runtimeStream((add) => {
      add(runtimeProvider, 143, methodLoad(0, 0, 2 ** 31))
      for (let index = 1; index <= size; index++) add(runtimeProvider, 143, methodLoad(index, index * 256, 16))
      for (let index = 1; index <= size; index++) {
        add(sampleProvider, 0, managedSample, [BigInt(index * 256 + 4)])
        add(sampleProvider, 0, managedSample, [BigInt(index * 256 + 100)])
      }
    }),
  'a deep stack whose code is replaced between its samples': (size) =>
    runtimeStream((add) => {
      const deep = Array.from({ length: Math.min(size, mostFrames) }, (_, index) => BigInt(0x1000 + index))
      for (let index = 0; index < size; index++) {
        add(runtimeProvider, 143, methodLoad(index, 0x1000, 2 ** 20))
        add(sampleProvider, 0, managedSample, deep)
      }
    }),
  'a deep stack with many waits': (size) =>
    runtimeStream((add) => {
      const deep = Array.from({ length: Math.min(size, mostFrames) }, (_, index) => BigInt(0x1000 + index))
      for (let index = 0; index < size; index++) {
        add(runtimeProvider, 301, new Uint8Array(11), deep)
        add(runtimeProvider, 302, new Uint8Array(2), deep)
      }
    }),
  'loads of types without an end, then ends of loads of assemblies': (size) =>
    runtimeStream((add) => {
      for (let index = 0; index < size; index++) add(runtimeProvider, 73, new Uint8Array(6))
      for (let index = 0; index < size; index++) add(runtimeProvider, 291, new Uint8Array(64))
    }),
}

/** Of a stack of 64-bit addresses: its block says its size in 16 bits in other versions. */
const mostFrames = 8000
const managedSample = new ByteBuilder().u32(2).take()

type AddRuntimeEvent = (provider: string, eventId: number, payload: Uint8Array, stack?: readonly bigint[]) => void

/** Events of the runtime, a tick apart; equal stacks are in the stream once. */
function runtimeStream(fill: (add: AddRuntimeEvent) => void): Uint8Array {
  const { writer, written } = startSmallStream()
  const metadataIds = new Map<string, number>()
  const stackIds = new Map<readonly bigint[], number>()
  let timestamp = 0
  fill((provider, eventId, payload, stack) => {
    const key = `${provider}/${eventId}`
    const metadataId = metadataIds.get(key) ?? writer.defineType({ provider, eventId, name: '', fields: [] })
    metadataIds.set(key, metadataId)
    const stackId = stack === undefined ? 0 : (stackIds.get(stack) ?? writer.addStack(stack))
    if (stack !== undefined) stackIds.set(stack, stackId)
    writer.addEvent({ metadataId, timestamp: timestamp++, thread: 1, stackId, payload })
  })
  writer.end(timestamp)
  return written()
}

/** u64 id | u64 module | u64 start | u32 size | u32 token | u32 flags | wstr namespace, name, signature */
function methodLoad(id: number, start: number, size: number): Uint8Array {
  const head = new ByteBuilder().i64(BigInt(id)).i64(1n).i64(BigInt(start)).u32(size).u32(0).u32(8)
  return head.text('').text(`M${id}`).text('').take()
}

function emptyStack(firstId: number): Uint8Array {
  return new ByteBuilder().u32(firstId).u32(1).u32(0).take()
}

function v6Stream(fill: (writer: V6Writer) => void): Uint8Array {
  const pieces: Uint8Array[] = []
  const write = (bytes: Uint8Array) => pieces.push(bytes)
  const writer = new V6Writer({ syncUnixMs: 0, syncTicks: 0n, ticksPerSecond: 1000, pointerBytes: 8, write })
  fill(writer)
  writer.end(1)
  return concat(pieces)
}
