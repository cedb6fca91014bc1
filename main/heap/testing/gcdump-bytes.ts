import { concat } from '../../nettrace/writer/made-stream.ts'
import type { Heap } from '../events/read-heap-events.ts'
import { writeGcDump } from '../gcdump/write-gcdump.ts'

/** For tests: the file that is written of a heap. */
export function gcDumpBytes(heap: Heap, tool = 'Pipescope 1.0'): Uint8Array<ArrayBuffer> {
  const pieces: Uint8Array[] = []
  const written = writeGcDump(heap, tool, (bytes) => pieces.push(bytes.slice()))
  if (!written.ok) throw new Error(JSON.stringify(written.error))
  return concat(pieces)
}
