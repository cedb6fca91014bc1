import { enter, enterPage } from './enter.ts'
import { firstShown, heirOf, isLost, isShown, panes, patienceMs, type Place, placeOf, popups } from './places.ts'

/** Popups that fade out after they were closed (Base UI); they still have the focus. */
const leavingPopups = '[data-closed]'
const pages = '[data-document]'

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
  /** The last key was pressed in a popup: it gives the focus back to where it was, and not to the page that it opened. */
  let isFromPopup = false
  /** The page in front when a key was last pressed, or that was entered since. */
  let shownPage: Element | null = null
  const lastInPage = new WeakMap<Element, HTMLElement>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isToMeasure = false
  const remember = (known: Place | null): void => {
    const element = page.activeElement
    if (!(element instanceof HTMLElement) || element === page.body) return
    place = placeOf(element, known)
    if (element.closest(popups) !== null) return
    behind = place
    const of = element.closest(pages)
    if (of !== null && of !== element) lastInPage.set(of, element)
  }
  const onKey = (): void => {
    isByKey = true
    isFromPopup = page.activeElement?.closest(popups) != null
    shownPage = firstShown(page, pages)
    remember(place)
    measureSoon()
  }
  /** The page is laid out for no key: where the element is now is asked once the picture with what the key did is there. */
  const measureSoon = (): void => {
    if (isToMeasure) return
    isToMeasure = true
    requestAnimationFrame(() =>
      setTimeout(() => {
        isToMeasure = false
        if (page.activeElement === place?.element) remember(null)
      }),
    )
  }
  const onFocus = (): void => remember(null)
  const onPointer = (): void => {
    isByKey = false
  }
  const check = (): void => {
    const active = page.activeElement
    if (!isByKey || !page.hasFocus()) return
    if (active?.closest(leavingPopups) != null) return checkSoon()
    if (active?.closest(popups) != null) return
    const shown = firstShown(page, pages)
    if (shown !== null && shown !== shownPage && (isLost(page) || isFromPopup)) {
      shownPage = shown
      if (!shown.contains(active)) enterPage(shown, lastInPage.get(shown))
      return
    }
    if (!isLost(page) || place === null || isShown(place.element)) return
    const heir = heirOf(place) ?? (behind === null ? null : heirOf(behind))
    if (heir?.matches(panes) === true) enter(heir)
    else heir?.focus()
  }
  const checkSoon = (): void => {
    clearTimeout(timer)
    timer = setTimeout(check, patienceMs)
  }
  const onOut = ({ target, relatedTarget }: FocusEvent): void => {
    const isOutOfPopup = target instanceof Element && target.closest(popups) !== null
    if (isByKey && (relatedTarget === null || isOutOfPopup)) checkSoon()
  }
  const listeners = { keydown: onKey, pointerdown: onPointer, focusin: onFocus, focusout: onOut } as const
  for (const [name, listener] of Object.entries(listeners)) page.addEventListener(name, listener as EventListener, true)
  // Behind a dialog of the system (Open) a page may have come while the window had no focus to give.
  page.defaultView?.addEventListener('focus', checkSoon)
  const stop = (): void => {
    clearTimeout(timer)
    page.defaultView?.removeEventListener('focus', checkSoon)
    for (const [name, listener] of Object.entries(listeners))
      page.removeEventListener(name, listener as EventListener, true)
  }
  return { pageChanged: checkSoon, stop }
}
