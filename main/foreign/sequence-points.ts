import { readCompressed, readSigned } from './compressed-number.ts'

/*
 * Blob of the sequence points of a method:
 *
 *   LocalSignature · [first document, where the row has none] · record...
 *   record: IL offset, as a difference to the one before · lines · columns · start line · start column; the first one that is not hidden in
 *   full, later ones as differences. No lines and no columns: hidden, the record ends there. A difference of 0 behind the first record:
 *   another document follows.
 */

export interface SequencePoint {
  readonly ilOffset: number
  /** Row of the document. */
  readonly document: number
  /** From 1 on; 0: made by the compiler, of no line. */
  readonly line: number
}

export function readSequencePoints(blob: Buffer, rowDocument: number): readonly SequencePoint[] {
  const points: SequencePoint[] = []
  let at = 0
  const unsigned = (): number => {
    const { value, next } = readCompressed(blob, at)
    at = next
    return value
  }
  const signed = (): number => {
    const { value, next } = readSigned(blob, at)
    at = next
    return value
  }
  unsigned()
  let document = rowDocument === 0 ? unsigned() : rowDocument
  let ilOffset = 0
  let line = 0
  let isFirstShown = true
  while (at < blob.length) {
    const step = unsigned()
    if (step === 0 && points.length > 0) {
      document = unsigned()
      continue
    }
    ilOffset += step
    const lines = unsigned()
    const columns = lines === 0 ? unsigned() : signed()
    if (lines === 0 && columns === 0) {
      points.push({ ilOffset, document, line: 0 })
      continue
    }
    line = isFirstShown ? unsigned() : line + signed()
    if (isFirstShown) unsigned()
    else signed()
    isFirstShown = false
    points.push({ ilOffset, document, line })
  }
  return points
}

/** The point that an offset is of, the last one up to it; null: it lies before the first. */
export function pointAt(points: readonly SequencePoint[], ilOffset: number): SequencePoint | null {
  return points.findLast((point) => point.ilOffset <= ilOffset) ?? null
}
