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
const pages = '[data-document]'
/** What a page without panes is about. A tree beside charts isn't. */
const mainThingsOfPage = '[role="grid"],[role="treegrid"],[aria-current="true"]'
/** Rows lie closer together than columns. */
const rowWeight = 3
/** Whoever takes something away may give the focus back in an effect or in the next picture. */
const patienceMs = 60

/** Of one window; `stop` when it goes. */
export interface FocusKeeper {
  /** Another page may be in front. */
  readonly pageChanged: () => void
  readonly stop: () => void
}

/**
 * When the focused thing goes away under somebody who works with keys, the focus goes to its neighbor, or into the pane that came instead; the
 * browser would leave it on the window, where no key does anything and no outline is seen. On another page it goes to where it was there, or to what
 * that page is about.
 */
export function keepFocus(page: Document): FocusKeeper {
  let place: Place | null = null
  /** The last one that was not in a popup: those lie outside of what they belong to. */
  let behind: Place | null = null
  let isByKey = false
  /** The page in front when a key was last pressed, or that was entered since. */
  let shownPage: Element | null = null
  const lastInPage = new WeakMap<Element, HTMLElement>()
  let timer: ReturnType<typeof setTimeout> | undefined
  const remember = (): void => {
    const element = page.activeElement
    if (!(element instanceof HTMLElement) || element === page.body) return
    place = placeOf(element)
    if (element.closest(popups) !== null) return
    behind = place
    const of = element.closest(pages)
    if (of !== null && of !== element) lastInPage.set(of, element)
  }
  const onKey = (): void => {
    isByKey = true
    shownPage = firstShown(page, pages)
    remember()
  }
  const onPointer = (): void => {
    isByKey = false
  }
  const check = (): void => {
    const isLost = page.activeElement === null || page.activeElement === page.body
    if (!isByKey || !isLost || !page.hasFocus()) return
    const shown = firstShown(page, pages)
    if (shown !== null && shown !== shownPage) {
      shownPage = shown
      enterPage(shown, lastInPage.get(shown))
      return
    }
    if (place === null || isShown(place.element)) return
    const heir = heirOf(place) ?? (behind === null ? null : heirOf(behind))
    if (heir?.matches(panes) === true) enter(heir)
    else heir?.focus()
  }
  const checkSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(check, patienceMs)
  }
  const onOut = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget === null && isByKey) checkSoon()
  }
  const listeners = { keydown: onKey, pointerdown: onPointer, focusin: remember, focusout: onOut } as const
  for (const [name, listener] of Object.entries(listeners)) page.addEventListener(name, listener as EventListener, true)
  const stop = (): void => {
    clearTimeout(timer)
    for (const [name, listener] of Object.entries(listeners))
      page.removeEventListener(name, listener as EventListener, true)
  }
  return { pageChanged: checkSoon, stop }
}

/** Into the pane that is shown below: to what there has keys of its own. What has just been asked for is on the page with the next picture. */
export function enterPane(root: () => Element | null): void {
  setTimeout(() => {
    const panel = paneIn(root())
    if (panel !== null) enter(panel)
  }, patienceMs)
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
  return root === null ? null : firstShown(root, panes)
}

function firstShown(root: ParentNode, selector: string): HTMLElement | null {
  return [...root.querySelectorAll<HTMLElement>(selector)].find(isShown) ?? null
}

function enter(panel: HTMLElement): void {
  goIntoWhenThere(panel, () => focusIn(panel, mainThings))
}

/** `last`: where the focus was there. Not in a field: it would take the keys that are meant for the page. */
function enterPage(shown: HTMLElement, last: HTMLElement | undefined): void {
  if (last !== undefined && !last.matches(fields) && isShown(last)) return last.focus()
  // Only while it has the focus: with a tab index it would also take that from every click beside its controls.
  const passing = { tabindex: '-1', role: 'group', 'aria-label': shown.dataset['title'] ?? '' }
  for (const [name, value] of Object.entries(passing)) shown.setAttribute(name, value)
  const leave = (): void => {
    for (const name of Object.keys(passing)) shown.removeAttribute(name)
  }
  shown.addEventListener('blur', leave, { once: true })
  goIntoWhenThere(shown, () => {
    const panel = paneIn(shown)
    if (panel === null) return focusIn(shown, mainThingsOfPage)
    enter(panel)
    return true
  })
}

/** Whether there is one. */
function focusIn(root: Element, selector: string): boolean {
  const thing = [...root.querySelectorAll<HTMLElement>(selector)].find((one) => one.tabIndex >= 0 && isShown(one))
  thing?.focus()
  return thing !== undefined
}

/** What is worked in there may still be read: until it comes, and as long as nobody goes elsewhere, what it comes into has the focus. */
function goIntoWhenThere(place: HTMLElement, goIn: () => boolean): void {
  place.focus()
  if (goIn()) return
  const coming = new MutationObserver(() => {
    if (place.ownerDocument.activeElement !== place || goIn()) coming.disconnect()
  })
  coming.observe(place, { childList: true, subtree: true })
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
