import { fields, isLost, isShown, paneIn, patienceMs, popups } from './places.ts'

/** What a person works in, within a pane with several things. */
const mainThings = '[role="grid"],[role="treegrid"],[role="tree"],[role="application"],[aria-current="true"]'
/** What a page without panes is about. A tree beside charts isn't. */
const mainThingsOfPage = '[role="grid"],[role="treegrid"],[aria-current="true"]'
/** On a busy machine a pane that was asked for takes longer: it is looked for again. */
const mostLooks = 16

let isArriving = false
/** A page that was opened is given the focus, which nobody has moved there: no row is selected by that, and no pane opened beside it. */
export const isArrival = (): boolean => isArriving

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

export function enter(panel: HTMLElement): void {
  goIntoWhenThere(panel, () => focusIn(panel, mainThings))
}

/** `last`: where the focus was there. Not in a field: it would take the keys that are meant for the page. */
export function enterPage(shown: HTMLElement, last: HTMLElement | undefined): void {
  if (last !== undefined && !last.matches(fields) && isShown(last)) return arriveAt(last)
  makeFocusable(shown)
  goIntoWhenThere(shown, () => {
    const panel = paneIn(shown)
    if (panel === null) return focusIn(shown, mainThingsOfPage, arriveAt)
    goIntoWhenThere(panel, () => focusIn(panel, mainThings, arriveAt))
    return true
  })
}

function arriveAt(element: HTMLElement): void {
  isArriving = true
  try {
    element.focus()
  } finally {
    isArriving = false
  }
}

/**
 * Until the focus or the pointer is elsewhere: with a tab index the page would take the focus from every click beside its controls. Popups over it
 * give it back the focus when they close, or, if it could not be reached by Tab, to the first thing in it, which may be a field (Base UI).
 */
function makeFocusable(shown: HTMLElement): void {
  const passing = { tabindex: '0', role: 'group', 'aria-label': shown.dataset['title'] ?? '' }
  for (const [name, value] of Object.entries(passing)) shown.setAttribute(name, value)
  const leave = ({ type, target }: Event): void => {
    const isStill = target === shown || (target instanceof Element && target.closest(popups) !== null)
    if (type === 'focusin' && isStill) return
    for (const name of Object.keys(passing)) shown.removeAttribute(name)
    for (const name of leavings) shown.ownerDocument.removeEventListener(name, leave, true)
  }
  for (const name of leavings) shown.ownerDocument.addEventListener(name, leave, true)
}

const leavings = ['focusin', 'pointerdown'] as const

/** Whether there is one. */
function focusIn(root: Element, selector: string, focus = (thing: HTMLElement): void => thing.focus()): boolean {
  const thing = [...root.querySelectorAll<HTMLElement>(selector)].find((one) => one.tabIndex >= 0 && isShown(one))
  if (thing !== undefined) focus(thing)
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
