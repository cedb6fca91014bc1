import type { PaintContext } from '../paint-context.ts'

/** Texts of boxes cut to their width. A text is measured once; most boxes of a graph have a text that another one has, too. */
export class FlameText {
  readonly #widths = new Map<string, number>()
  #font = ''

  /** Forgets what was measured with another font. */
  begin(font: string): void {
    if (font === this.#font) return
    this.#font = font
    this.#widths.clear()
  }

  widthOf(context: PaintContext, text: string): number {
    let width = this.#widths.get(text)
    if (width === undefined) {
      width = context.measureText(text).width
      this.#widths.set(text, width)
    }
    return width
  }

  /** The text, its beginning with an ellipsis, or nothing where not even that would be read. */
  fitted(context: PaintContext, text: string, roomPx: number): string {
    const width = this.widthOf(context, text)
    if (width <= roomPx) return text
    const ellipsis = this.widthOf(context, '…')
    // Letters are of about the same width: close enough, and a thousand texts need no more measuring.
    const count = Math.floor(((roomPx - ellipsis) / width) * text.length)
    return count < 2 ? '' : `${text.slice(0, count)}…`
  }
}
