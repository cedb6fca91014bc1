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

/** Returns the way to stop listening. Handlers nearer to the target come first: what they prevented is not run again. */
export function listenForKeys(window: Window, registry: CommandRegistry): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing || event.repeat) return
    if (isInsideOverlay(event.target, '[role="dialog"],[role="alertdialog"]')) return
    const isTyping = isTextField(event.target) || isInsideOverlay(event.target, '[role="menu"],[role="listbox"]')
    // A focused button or switch takes Space for itself.
    if (event.key === ' ' && event.target instanceof HTMLElement && takesSpace(event.target)) return
    const command = registry.findByKey(event, { isMac, isTyping })
    if (!command) return
    event.preventDefault()
    registry.run(command.id)
  }
  window.addEventListener('keydown', onKeyDown)
  return () => {
    window.removeEventListener('keydown', onKeyDown)
  }
}

function takesSpace(element: HTMLElement): boolean {
  return (
    element.matches('button,a,summary,input,select,[role="button"],[role="switch"],[role="checkbox"],[role="radio"]') ||
    element.closest('[role="treegrid"],[role="grid"]') !== null
  )
}
