import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { releaseBuffer } from '../../../shared/base/release-buffer.ts'
import type { BytePacker } from '../../analysis/series/column-codec.ts'

/** More than Node's pool of small buffers has, which is not to be given away. */
const leastOwnBytes = 8192 + 64

/** What was packed last. */
let result = new Uint8Array(16_384)

/**
 * Level 1 with 4 KB columns: higher levels gained under 2 % on counters and cost three times the time (bench/retention). The small
 * window keeps the memory zlib takes and clears per call low, which dominates at this size.
 */
export const deflatePacker: BytePacker = {
  pack(bytes) {
    const chunkSize = Math.max(bytes.length + 64, leastOwnBytes)
    const deflated = deflateRawSync(bytes, { level: 1, windowBits: 13, memLevel: 6, chunkSize })
    if (result.length < deflated.length) result = new Uint8Array(2 * deflated.length)
    result.set(deflated)
    const { length } = deflated
    // Five hundred of them come in one turn: what waits for the collector meanwhile is memory the process keeps.
    if (deflated.buffer.byteLength === chunkSize && deflated.buffer instanceof ArrayBuffer)
      releaseBuffer(deflated.buffer)
    return result.subarray(0, length)
  },
  unpack: (bytes, unpackedBytes) =>
    inflateRawSync(bytes, { windowBits: 13, maxOutputLength: Math.max(unpackedBytes, 1) }),
}
