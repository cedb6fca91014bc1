import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { laterBy, lastingOf, type StreamObject } from './later-blocks.ts'

/*
 * A large stream out of a small one: everything of it but its head, its metadata and its end, again and again, each time later by as long as
 * the small one lasts, as a trace that was recorded for longer.
 *
 *   Nettrace | i32 20 | !FastSerialization.1 | object* | u8 1
 *   object: 3 tags | i32 | i32 | i32 n, n ASCII | u8 6 | (Trace: 48 bytes; others: i32 size | padding to 4 | size bytes) | u8 6
 */
const preambleBytes = 32
const traceBodyBytes = 48
const endOfStream = 1

/** Writes at least `leastBytes`; returns how often the events of `source` are in it. */
export function writeLargeFile(source: string, target: string, leastBytes: number): number {
  const bytes = new Uint8Array(readFileSync(source))
  const objects = objectsOf(bytes)
  using output = new GatheringFile(target)
  output.write(bytes.subarray(0, preambleBytes))
  const ticks = lastingOf(objects)
  let repetitions = 0
  for (; output.byteCount < leastBytes; repetitions++)
    for (const object of objects) {
      const { name, head } = object
      const isOnce = name === 'Trace' || name === 'MetadataBlock'
      if (isOnce && repetitions > 0) continue
      const rest = laterBy(object, ticks * BigInt(repetitions))
      output.write(head)
      if (name !== 'Trace') {
        const size = new Uint8Array(4)
        new DataView(size.buffer).setUint32(0, rest.length - 1, true)
        output.write(size)
        output.write(new Uint8Array((4 - (output.byteCount % 4)) % 4))
      }
      output.write(rest)
    }
  output.write(Uint8Array.of(endOfStream))
  return repetitions
}

/** Small pieces become large writes. */
class GatheringFile implements Disposable {
  readonly #file: number
  #waiting: Uint8Array[] = []
  #waitingBytes = 0
  byteCount = 0

  constructor(path: string) {
    this.#file = openSync(path, 'w')
  }

  write(piece: Uint8Array): void {
    this.#waiting.push(piece)
    this.#waitingBytes += piece.length
    this.byteCount += piece.length
    if (this.#waitingBytes >= 2 ** 24) this.#flush()
  }

  [Symbol.dispose](): void {
    this.#flush()
    closeSync(this.#file)
  }

  #flush(): void {
    const joined = Buffer.concat(this.#waiting)
    for (let done = 0; done < joined.length;) done += writeSync(this.#file, joined, done)
    this.#waiting = []
    this.#waitingBytes = 0
  }
}

function objectsOf(bytes: Uint8Array): readonly StreamObject[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  const objects: StreamObject[] = []
  for (let start = preambleBytes; bytes[start] !== endOfStream;) {
    const nameStart = start + 15
    const nameEnd = nameStart + view.getInt32(start + 11, true)
    const name = String.fromCharCode(...bytes.subarray(nameStart, nameEnd))
    const bodyStart = nameEnd + 1
    const contentStart = name === 'Trace' ? bodyStart : Math.ceil((bodyStart + 4) / 4) * 4
    const end = contentStart + (name === 'Trace' ? traceBodyBytes : view.getInt32(bodyStart, true)) + 1
    if (end > bytes.length) throw new Error(`an object at ${start} that goes on beyond the file`)
    objects.push({ name, head: bytes.subarray(start, bodyStart), rest: bytes.subarray(contentStart, end) })
    start = end
  }
  return objects
}
