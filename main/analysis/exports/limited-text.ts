/** No program opens a larger text of stacks; a file of a few megabytes can repeat a deep stack until its text fills the disk. */
export const mostExportChars = 2 ** 32

/** Thrown by an export whose text is longer than its limit. */
export class ExportTooLarge extends Error {
  readonly limitBytes: number

  constructor(limitBytes: number) {
    super(`an export of more than ${limitBytes} bytes`)
    this.limitBytes = limitBytes
  }
}

/** Hands text on as long as all of it together stays within a limit. */
export function limited(write: (piece: string) => void, limitChars: number): (piece: string) => void {
  let left = limitChars
  return (piece) => {
    left -= piece.length
    if (left < 0) throw new ExportTooLarge(limitChars)
    write(piece)
  }
}
