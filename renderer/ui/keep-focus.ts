/** Where the focus was: what is left of the way up says where to look for the next place. */
interface Place {
  readonly element: HTMLElement
  /** From the element up to the body. */
  readonly trail: readonly Element[]
  readonly x: number
  readonly y: number
}

/** What a person works in, within a pane with several things. */
const mainThings = '[role="grid"],[role="treegrid"],[role="tree"],[role="application"],[aria-current="true"]'
const stops = 'button,a[href],select,[tabindex]'
/** A table or a canvas of its own has keys of its own; a field would take the keys that are meant for the page. */
const fields = 'input,textarea,[role="combobox"],[contenteditable="true"]'
const disabled = ':disabled,[aria-disabled="true"]'
const everything = 'main,body'
const popups = '[role="menu"],[role="dialog"],[role="alertdialog"],[role="listbox"]'
const panes = '[role="tabpanel"]'
/** Rows lie closer together than columns. */
const rowWeight = 3
/** Whoever takes something away may give the focus back in an effect or in the next picture. */
const patienceMs = 60
/** On a busy machine a pane that was asked for takes longer: it is looked for again. */
const mostLooks = 16

/**
 * When the focused thing goes away under somebody who works with keys, the focus goes to its neighbor, or into the pane that came instead; the
 * browser would leave it on the page, where no key does anything and no outline is seen. Returns how to stop.
 */
export function keepFocus(page: Document): () => void {
  let place: Place | null = null
  /** The last one that was not in a popup: those lie outside of what they belong to. */
  let behind: Place | null = null
  let isByKey = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = (): void => {
    const element = page.activeElement
    if (!(element instanceof HTMLElement) || element === page.body) return
    place = placeOf(element)
    if (element.closest(popups) === null) behind = place
  }
  const onKey = (): void => {
    isByKey = true
    remember()
  }
  const onPointer = (): void => {
    isByKey = false
  }
  const check = (): void => {
    if (!isByKey || place === null || !isLost(page) || !page.hasFocus() || isShown(place.element)) return
    const heir = heirOf(place) ?? (behind === null ? null : heirOf(behind))
    if (heir?.matches(panes) === true) enter(heir)
    else heir?.focus()
  }
  const onOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !isByKey) return
    clearTimeout(timer)
    timer = setTimeout(check, patienceMs)
  }
  const listeners = { keydown: onKey, pointerdown: onPointer, focusin: remember, focusout: onOut } as const
  for (const [name, listener] of Object.entries(listeners)) page.addEventListener(name, listener as EventListener, true)
  return () => {
    clearTimeout(timer)
    for (const [name, listener] of Object.entries(listeners))
      page.removeEventListener(name, listener as EventListener, true)
  }
}

/**
 * Into the pane that is shown below: to what there has keys of its own. What has just been asked for is on the page with the next picture, or, on a busy
 * machine, a few later; whoever goes elsewhere meanwhile stays there.
 */
export function enterPane(root: () => Element | null): void {
  const page = document
  const from = page.activeElement
  const look = (looksLeft: number): void => {
    const active = page.activeElement
    // A popup that was chosen from gives the focus back: nobody has gone anywhere.
    const isFromPlace = from !== null && from !== page.body && from.closest(popups) === null && isShown(from)
    if (isFromPlace && active !== from && !isLost(page)) return
    const panel = paneIn(root())
    if (panel !== null) enter(panel)
    if (panel?.contains(page.activeElement) !== true && looksLeft > 1) setTimeout(look, patienceMs, looksLeft - 1)
  }
  setTimeout(look, patienceMs, mostLooks)
}

function isLost({ activeElement, body }: Document): boolean {
  return activeElement === null || activeElement === body
}

function placeOf(element: HTMLElement): Place {
  const trail: Element[] = []
  for (let one: Element | null = element; one !== null; one = one.parentElement) trail.push(one)
  const { left, top, width, height } = element.getBoundingClientRect()
  return { element, trail, x: left + width / 2, y: top + height / 2 }
}

/** Null: there is nothing that keys could reach. */
function heirOf({ element, trail, x, y }: Place): HTMLElement | null {
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

function paneIn(root: Element | null): HTMLElement | null {
  return [...(root?.querySelectorAll<HTMLElement>(panes) ?? [])].find(isShown) ?? null
}

/** What is worked in there may still be read: until it comes, and as long as nobody goes elsewhere, the pane has the focus. */
function enter(panel: HTMLElement): void {
  const goIn = (): boolean => {
    const thing = [...panel.querySelectorAll<HTMLElement>(mainThings)].find((one) => one.tabIndex >= 0 && isShown(one))
    thing?.focus()
    return thing !== undefined
  }
  if (goIn()) return
  panel.focus()
  const coming = new MutationObserver(() => {
    if (panel.ownerDocument.activeElement !== panel || goIn()) coming.disconnect()
  })
  coming.observe(panel, { childList: true, subtree: true })
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

function isShown(element: Element): boolean {
  return element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled')
}
