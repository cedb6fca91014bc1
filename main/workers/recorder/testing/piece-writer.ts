import { startSmallStream } from '../../../nettrace/testing/small-stream.ts'

/** A thousand ticks a second from 0. */
export const secondsPerPiece = 10
export const bytesPerPiece = 80_000

/** One piece of the stream is ten seconds with one event and a type of its own; a sequence point ends it. */
export function pieceWriter(): { readonly next: () => Uint8Array<ArrayBuffer> } {
  const { writer, written } = startSmallStream()
  let sent = 0
  let piece = 0
  return {
    next() {
      const metadataId = writer.defineType({ provider: 'P', eventId: 100 + piece, name: `E${piece}`, fields: [] })
      const timestamp = (piece * secondsPerPiece + 5) * 1000
      const stackId = writer.addStack([BigInt(piece + 1)])
      writer.addEvent({ metadataId, timestamp, thread: 7, stackId, payload: new Uint8Array(bytesPerPiece) })
      piece++
      writer.sequencePoint(piece * secondsPerPiece * 1000)
      const all = written()
      const bytes = all.slice(sent)
      sent = all.length
      return bytes
    },
  }
}
