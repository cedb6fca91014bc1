import { isMac } from './platform.ts'
import type { CommandRegistry } from './registry.ts'

const textInputTypes = new Set(['text', 'search', 'number', 'email', 'url', 'password', 'tel'])

/** Whether what is pressed there would be typed. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return textInputTypes.has(target.type)
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable)
}

/**
 * While a menu, dialog or list box has the focus, single keys belong to it (type-ahead, Escape); combinations with a modifier
 * still reach the commands, except inside a modal dialog.
 */
function isInsideOverlay(target: EventTarget | null, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null
}

/** Popups that fade out after they were closed carry this mark (Base UI) and still hold the focus. */
const leavingPopup = '[data-closed]'

/** A button that is disabled and keeps the focus refuses every key (Base UI), also those it has no use for. */
function isTaken({ defaultPrevented, key, target }: KeyboardEvent): boolean {
  const isRefused = key !== 'Enter' && key !== ' ' && isInsideOverlay(target, 'button[aria-disabled="true"]')
  return defaultPrevented && !isRefused
}

/** Returns the way to stop listening. Handlers nearer to the target come first: what they prevented is not run again. */
export function listenForKeys(window: Window, registry: CommandRegistry): () => void {
  const runFor = (event: KeyboardEvent, isTyping: boolean) => {
    const command = event.isComposing || event.repeat ? null : registry.findByKey(event, { isMac, isTyping })
    if (!command) return
    event.preventDefault()
    registry.run(command.id)
  }
  // Before anybody else: an entry of a list that was just chosen from would take Enter for being chosen again.
  const onKeyDownBefore = (event: KeyboardEvent) => {
    // A switch takes every Enter for a press, whatever else is held: the command would not run, and the switch be set back.
    const isSwitched = isInsideOverlay(event.target, '[role="switch"],[role="checkbox"],[role="radio"]')
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isSwitched) {
      event.stopPropagation()
      onKeyDown(event)
      return
    }
    if (!isInsideOverlay(event.target, leavingPopup)) return
    event.stopPropagation()
    runFor(event, false)
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Stopping at the window does not keep the event from the window's own listeners.
    if (isTaken(event) || isInsideOverlay(event.target, leavingPopup)) return
    if (isInsideOverlay(event.target, '[role="dialog"],[role="alertdialog"]')) return
    // A focused button or switch takes Space for itself.
    if (event.key === ' ' && event.target instanceof HTMLElement && takesSpace(event.target)) return
    runFor(event, isTextField(event.target) || isInsideOverlay(event.target, '[role="menu"],[role="listbox"]'))
  }
  window.addEventListener('keydown', onKeyDownBefore, true)
  window.addEventListener('keydown', onKeyDown)
  return () => {
    window.removeEventListener('keydown', onKeyDownBefore, true)
    window.removeEventListener('keydown', onKeyDown)
  }
}

function takesSpace(element: HTMLElement): boolean {
  return (
    element.matches('button,a,summary,input,select,[role="button"],[role="switch"],[role="checkbox"],[role="radio"]') ||
    element.closest('[role="treegrid"],[role="grid"]') !== null
  )
}
