/**
 * When a tooltip may open. A press or a key says that the person has gone on: what was explained is done, and whatever comes
 * to lie under the resting pointer afterwards was not pointed at. So hovering opens nothing until the pointer has moved, and
 * focus only counts when Tab or an arrow brought it, not when a closed dialog hands it back.
 */
export class TooltipGuard {
  #restsAt: { readonly x: number; readonly y: number } | null = null
  #lastPoint = { x: Number.NaN, y: Number.NaN }
  #isFocusWalking = false
  readonly #listeners = new Set<() => void>()

  pressed(x: number, y: number): void {
    this.#restsAt = { x, y }
    this.#isFocusWalking = false
    for (const listener of this.#listeners) listener()
  }

  keyPressed(key: string): void {
    this.#restsAt ??= this.#lastPoint
    this.#isFocusWalking = key === 'Tab' || key.startsWith('Arrow')
    for (const listener of this.#listeners) listener()
  }

  /** The browser also reports moves when only the page moved: those stay where the pointer was. */
  moved(x: number, y: number): void {
    if (this.#restsAt?.x === x && this.#restsAt.y === y) return
    this.#restsAt = null
    this.#lastPoint = { x, y }
  }

  mayOpen(reason: string): boolean {
    if (reason === 'trigger-hover') return this.#restsAt === null
    if (reason === 'trigger-focus') return this.#isFocusWalking
    return true
  }

  /** Called at every press and key: an open tooltip closes. */
  onAction(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }
}

export const tooltipGuard = new TooltipGuard()

/** For the life of the page; in the capture phase, because controls stop events that they have dealt with. */
export function watchActions(target: Window, guard: TooltipGuard): void {
  const options = { capture: true, passive: true }
  target.addEventListener('pointerdown', (event) => guard.pressed(event.screenX, event.screenY), options)
  target.addEventListener('keydown', (event) => guard.keyPressed(event.key), options)
  target.addEventListener('pointermove', (event) => guard.moved(event.screenX, event.screenY), options)
}

watchActions(window, tooltipGuard)
