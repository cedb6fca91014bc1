import type { Disposable } from '../../../shared/base/disposable.ts'
import { gutterLeftPx, gutterRightPx } from './gutters.ts'
import { xOfTime, type TimeRange } from './time-scale.ts'

/** What is in sight, and where its cursor is: a part of the width, 0 to 1; null: there is none. */
interface CursorView {
  readonly range: TimeRange
  readonly cursorShare: number | null
}

/** Cursor line and selected stretch over one plot: two elements that are only ever moved. */
export class CursorOverlay implements Disposable {
  readonly #cursor: HTMLDivElement
  readonly #selection: HTMLDivElement
  readonly #clip: HTMLDivElement
  #cursorX: number | null = null

  constructor(host: HTMLElement) {
    this.#clip = document.createElement('div')
    this.#clip.style.cssText = 'position:absolute;top:0;bottom:0;overflow:hidden;pointer-events:none;contain:strict'
    this.#clip.style.left = `${gutterLeftPx}px`
    this.#clip.style.right = `${gutterRightPx}px`
    this.#selection = document.createElement('div')
    this.#selection.style.cssText =
      'position:absolute;top:0;bottom:0;left:0;width:0;background:var(--accent);opacity:.14;display:none'
    this.#cursor = document.createElement('div')
    this.#cursor.style.cssText =
      'position:absolute;top:0;bottom:0;left:0;width:1px;background:var(--text);opacity:.55;display:none'
    this.#clip.append(this.#selection, this.#cursor)
    host.append(this.#clip)
  }

  move(view: CursorView, widthPx: number, selection: TimeRange | null): void {
    const x = view.cursorShare === null ? null : Math.round(view.cursorShare * widthPx)
    if (x !== this.#cursorX) {
      this.#cursorX = x
      this.#cursor.style.display = x === null ? 'none' : 'block'
      if (x !== null) this.#cursor.style.transform = `translateX(${x}px)`
    }
    if (selection === null) {
      if (this.#selection.style.display !== 'none') this.#selection.style.display = 'none'
      return
    }
    const from = Math.max(0, xOfTime(view.range, widthPx, selection.fromMs))
    const to = Math.min(widthPx, xOfTime(view.range, widthPx, selection.toMs))
    this.#selection.style.display = to > from ? 'block' : 'none'
    this.#selection.style.transform = `translateX(${Math.round(from)}px)`
    this.#selection.style.width = `${Math.max(1, Math.round(to - from))}px`
  }

  dispose(): void {
    this.#clip.remove()
  }
}
