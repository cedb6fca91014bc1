import { isOnlyHeapWalk } from '../../heap/events/only-heap-walk.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { TraceFile } from './trace-file.ts'

/** On a disk that is slower, reading a walk twice is what it costs to open it. */
const longestMs = 3000
/** The head of a block is less, and read in up to three pieces. */
const headBytes = 64

/** Whether a file holds a heap walk and nothing else; false where that is not known soon. In this thread, which should be a worker. */
export function holdsOnlyHeapWalk(path: string, now: () => number = () => performance.now()): boolean {
  try {
    using file = new TraceFile(path)
    const untilMs = now() + longestMs
    return isOnlyHeapWalk(withHeads(file), () => now() < untilMs)
  } catch {
    // Whoever opens it says why it can't be read.
    return false
  }
}

/** The file is asked once for each head. */
function withHeads(file: RangeSource): RangeSource {
  let from = 0
  let head: Uint8Array = new Uint8Array(0)
  return {
    size: file.size,
    read(offset, byteCount) {
      if (byteCount > headBytes) return file.read(offset, byteCount)
      if (offset < from || offset + byteCount > from + head.length) {
        from = offset
        head = file.read(offset, headBytes)
      }
      return head.subarray(offset - from, offset - from + byteCount)
    },
  }
}
