/** Where the focus was: what is left of the way up says where to look for the next place. */
export interface Place {
  readonly element: HTMLElement
  /** From the element up to the body. */
  readonly trail: readonly Element[]
  readonly x: number
  readonly y: number
}

/** A table or a canvas of its own has keys of its own; a field would take the keys that are meant for the page. */
export const fields = 'input,textarea,[role="combobox"],[contenteditable="true"]'
const stops = 'button,a[href],select,[tabindex]'
const disabled = ':disabled,[aria-disabled="true"]'
const everything = 'main,body'
export const popups = '[role="menu"],[role="dialog"],[role="alertdialog"],[role="listbox"]'
export const panes = '[role="tabpanel"]'
/** Rows lie closer together than columns. */
const rowWeight = 3
/** Whoever takes something away may give the focus back in an effect or in the next picture. */
export const patienceMs = 60

/** `known`: an earlier place; if it is of the same element it says where that is. Otherwise the page is laid out. */
export function placeOf(element: HTMLElement, known: Place | null = null): Place {
  const trail: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) trail.push(one)
  if (known?.element === element) return { ...known, trail }
  const { left, top, width, height } = element.getBoundingClientRect()
  return { element, trail, x: left + width / 2, y: top + height / 2 }
}

/** Null: there is nothing that keys could reach. */
export function heirOf({ element, trail, x, y }: Place): HTMLElement | null {
  if (isShown(element)) return element
  for (const ancestor of trail) {
    if (!isShown(ancestor)) continue
    // The whole pane has gone, and another one stands beside or instead of it.
    const panel = paneIn(ancestor)
    if (panel !== null) return panel
    // Another document: what happens to lie at that place has nothing to do with what was there.
    if (ancestor.matches(everything)) return null
    const nearest = nearestOf(stopsIn(ancestor), x, y)
    if (nearest !== null) return nearest
  }
  return null
}

export function paneIn(root: Element | null): HTMLElement | null {
  return root === null ? null : firstShown(root, panes)
}

export function firstShown(root: ParentNode, selector: string): HTMLElement | null {
  return [...root.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null
}

export function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')
}

export function isLost({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body
}

function stopsIn(ancestor: Element): readonly HTMLElement[] {
  return [...ancestor.querySelectorAll<HTMLElement>(stops)].filter(
    (one) => one.tabIndex >= 0 && !one.matches(fields) && !one.matches(disabled) && isShown(one),
  )
}

function nearestOf(elements: readonly HTMLElement[], x: number, y: number): HTMLElement | null {
  let [nearest, least]: [HTMLElement | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const element of elements) {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const distance = outside(x, left, right) + rowWeight * outside(y, top, bottom)
    if (distance < least) [nearest, least] = [element, distance]
  }
  return nearest
}

function outside(at: number, from: number, to: number): number {
  return Math.max(0, from - at, at - to)
}
