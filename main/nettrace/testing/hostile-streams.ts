import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
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
