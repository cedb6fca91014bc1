import type { LaunchOutput } from '../../../shared/model/port.ts'

/** What a program wrote, with the places where something is missing. */
export interface Pieces {
  readonly kept: readonly Piece[]
  /** Something before it is not shown. */
  readonly isCut: boolean
}

export interface Piece {
  /** Position in all that was written. */
  readonly at: number
  readonly text: string
  /** Then without text. */
  readonly missingBytes: number
}

/** The rest stays in main's files as long as they keep it; a page is not a log viewer. */
const keptLength = 100_000

export function added({ kept, isCut }: Pieces, got: Omit<LaunchOutput, 'stream'>): Pieces {
  const { text, offset, missingBytes, droppedBytes } = got
  const last = kept.at(-1)
  const joined =
    text === '' && missingBytes === 0
      ? kept
      : missingBytes === 0 && last?.missingBytes === 0
        ? [...kept.slice(0, -1), { ...last, text: last.text + text }]
        : [...kept, { at: offset, text, missingBytes }]
  const shown = lastOf(joined)
  return { kept: shown.kept, isCut: isCut || shown.isCut || droppedBytes > 0 }
}

function lastOf(pieces: readonly Piece[]): Pieces {
  let room = keptLength
  const kept: Piece[] = []
  for (const piece of pieces.toReversed()) {
    if (room <= 0) return { kept, isCut: true }
    const isTooLong = piece.text.length > room
    kept.unshift(isTooLong ? { ...piece, text: piece.text.slice(-room) } : piece)
    if (isTooLong) return { kept, isCut: true }
    // A place where something is missing counts as the line that it takes.
    room -= Math.max(100, piece.text.length)
  }
  return { kept, isCut: false }
}
