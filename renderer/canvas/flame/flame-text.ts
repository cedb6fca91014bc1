import type { PaintContext } from '../paint-context.ts'

const mostLetters = 2000

/**
 * Texts of boxes cut to their width. Letters are measured once each and added up: a picture that is moved has hundreds of new texts in a frame,
 * and measuring each as a whole would take longer than painting it.
 */
export class FlameText {
  readonly #letters = new Map<string, number>()
  readonly #widths = new Map<string, number>()
  #font = ''

  /** Forgets what was measured with another font. */
  begin(font: string): void {
    if (font === this.#font) return
    this.#font = font
    this.#letters.clear()
    this.#widths.clear()
  }

  widthOf(context: PaintContext, text: string): number {
    let width = this.#widths.get(text)
    if (width === undefined) {
      width = 0
      // No box is as wide as that.
      for (const letter of text.slice(0, mostLetters)) width += this.#letterWidth(context, letter)
      this.#widths.set(text, width)
    }
    return width
  }

  #letterWidth(context: PaintContext, letter: string): number {
    let width = this.#letters.get(letter)
    if (width === undefined) {
      width = context.measureText(letter).width
      this.#letters.set(letter, width)
    }
    return width
  }

  /** The text, its beginning with an ellipsis, or nothing where not even that would be read. */
  fitted(context: PaintContext, text: string, roomPx: number): string {
    const width = this.widthOf(context, text)
    if (width <= roomPx) return text
    const ellipsis = this.widthOf(context, '…')
    // Letters are of about the same width: close enough, and a thousand texts need no more measuring.
    const count = Math.floor(((roomPx - ellipsis) / width) * Math.min(text.length, mostLetters))
    return count < 2 ? '' : `${text.slice(0, count)}…`
  }
}
