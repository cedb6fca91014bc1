import { partitionPoint } from '../../shared/base/partition-point.ts'
import type { PaintContext } from './paint-context.ts'

/** No room is as wide as that; names from a target may be of any length, and each measuring reads all of one. */
const mostLetters = 500

/** The text, its beginning with an ellipsis, or nothing where not even one letter would be read. With the font that is set. */
export function fittedText(context: PaintContext, text: string, roomPx: number): string {
  const fits = (part: string): boolean => context.measureText(part).width <= roomPx
  if (text.length <= mostLetters && fits(text)) return text
  const length =
    partitionPoint(1, Math.min(text.length, mostLetters) + 1, (count) => fits(`${text.slice(0, count)}…`)) - 1
  return length === 0 ? '' : `${text.slice(0, length)}…`
}
