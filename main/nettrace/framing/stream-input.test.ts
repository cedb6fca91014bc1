import { describe, expect, it } from 'vitest'
import { DecodeKernel } from '../kernel/decode-kernel.ts'
import { type InputPiece, StreamInput } from './stream-input.ts'

const pieceBytes = 2 ** 18
const pieceMargin = 2 ** 17

/** Byte number `at` of an endless stream. */
const byteAt = (at: number) => (at * 31 + (at >>> 8)) & 255

function input() {
  const stream = new StreamInput(DecodeKernel.take())
  let written = 0
  const fill = (bytes: Uint8Array, count: number) => {
    for (let at = 0; at < count; at += 1) bytes[at] = byteAt(written + at)
    written += count
  }
  const push = (count: number): void => {
    fill(stream.reserve(count), count)
    stream.commit(count)
  }
  const append = (piece: InputPiece, count: number): void => {
    fill(piece.bytes, count)
    stream.append(piece, count)
  }
  /** The first byte that is not the stream's, of what is held. */
  const firstWrong = (): number | null => {
    const { bytes, start, end, streamOffset } = stream
    for (let at = start; at < end; at += 1) if (bytes[at] !== byteAt(streamOffset + at - start)) return at - start
    return null
  }
  return { stream, push, append, firstWrong }
}

describe('bytes of a stream that are not consumed yet', () => {
  it('are held in one piece, wherever they come from', () => {
    const { stream, push, firstWrong } = input()
    push(100)
    stream.consume(40)
    expect([stream.length, stream.streamOffset, stream.offsetOf(stream.start + 10), firstWrong()]).toEqual([
      60,
      40,
      50,
      null,
    ])
    for (let round = 0; round < 40; round += 1) {
      push(30_000)
      expect(firstWrong()).toBeNull()
      stream.consume(round < 20 ? 1000 : 50_000)
    }
    expect([stream.length, stream.streamOffset]).toEqual([60 + 40 * 30_000 - 20_000 - 1_000_000, 40 + 1_020_000])
  })

  it('may be more than what was made room for', () => {
    const { stream, push, firstWrong } = input()
    push(2 ** 18 + 1)
    push(2 ** 19)
    expect([stream.length, firstWrong()]).toEqual([2 ** 18 + 2 ** 19 + 1, null])
  })

  it('are gone after a jump, and what comes next stands elsewhere', () => {
    const { stream, push } = input()
    push(50)
    stream.skipTo(2 ** 33)
    expect([stream.length, stream.streamOffset, stream.offsetOf(stream.end)]).toEqual([0, 2 ** 33, 2 ** 33])
  })
})

describe('pieces that a source fills in turn', () => {
  it('are read where they are, with what is left of the one before in front', () => {
    const { stream, append, firstWrong } = input()
    const pieces = stream.makePieces(pieceBytes, 3)
    expect(pieces.map(({ bytes }) => bytes.length)).toEqual([pieceBytes, pieceBytes, pieceBytes])
    for (let round = 0; round < 7; round += 1) {
      const piece = pieces[round % 3]!
      append(piece, pieceBytes)
      expect([firstWrong(), stream.end]).toEqual([null, piece.address + pieceBytes])
      stream.consume(stream.length - 1000 * (round + 1))
    }
    expect(stream.length).toBe(7000)
  })

  it('are copied when more is left than there is room for in front, and nothing is lost', () => {
    const { stream, append, push, firstWrong } = input()
    const pieces = stream.makePieces(pieceBytes, 3)
    append(pieces[0]!, pieceBytes)
    stream.consume(pieceBytes - pieceMargin - 1)
    append(pieces[1]!, 5000)
    expect([stream.length, firstWrong()]).toEqual([pieceMargin + 5001, null])
    expect(stream.end).not.toBe(pieces[1]!.address + 5000)
    stream.consume(5001)
    append(pieces[2]!, 5000)
    expect([stream.length, firstWrong(), stream.end]).toEqual([pieceMargin + 5000, null, pieces[2]!.address + 5000])
    push(10)
    expect([stream.length, firstWrong()]).toEqual([pieceMargin + 5010, null])
  })

  it('are three or more, and larger than what may be left', () => {
    const { stream } = input()
    expect(() => stream.makePieces(pieceBytes, 2)).toThrow('still to be read')
    expect(() => stream.makePieces(pieceMargin - 1, 3)).toThrow('still to be read')
    expect(stream.makePieces(pieceMargin, 3)).toHaveLength(3)
  })
})
