/**
 * Key combinations as text: `Mod+K`, `Mod+Shift+T`, `F1`, `?`, `Space`, `Mod+1`. `Mod` is Ctrl, on macOS the command key.
 * A combination with one printable character and no modifier only fires outside text fields.
 */
export interface KeyStroke {
  readonly key: string
  readonly isMod: boolean
  readonly isShift: boolean
  readonly isAlt: boolean
}

export type KeyPressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

const named: Readonly<Record<string, string>> = { Space: ' ', Plus: '+', Comma: ',', Period: '.' }

export function parseKeys(text: string): KeyStroke {
  const parts = text.split('+')
  const last = parts.at(-1) ?? ''
  const key = last === '' ? '+' : (named[last] ?? last)
  return {
    key: key.length === 1 ? key.toLowerCase() : key,
    isMod: parts.includes('Mod'),
    isShift: parts.includes('Shift'),
    isAlt: parts.includes('Alt'),
  }
}

export function matchesKeys(stroke: KeyStroke, event: KeyPressed, isMac: boolean): boolean {
  const mod = isMac ? event.metaKey : event.ctrlKey
  const otherMod = isMac ? event.ctrlKey : event.metaKey
  if (mod !== stroke.isMod || otherMod || event.altKey !== stroke.isAlt) return false
  const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (pressed !== stroke.key) return false
  // `?`, `*`, `+` need Shift on most layouts: for characters that are no letters, the character itself decides.
  const isLetterOrName = stroke.key.length > 1 || /[a-z]/.test(stroke.key) || stroke.key === ' '
  return !isLetterOrName || event.shiftKey === stroke.isShift
}

/** True for a stroke that would also type something, or take back what was typed. */
export function isTypingStroke(stroke: KeyStroke): boolean {
  if (stroke.isMod) return stroke.key.toLowerCase() === 'z'
  if (stroke.key === 'Backspace' || stroke.key === 'Delete') return true
  return stroke.key.length === 1 && !stroke.isAlt
}

const shown: Readonly<Record<string, string>> = {
  ' ': 'Space',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
}

/** `Ctrl K`, on macOS `⌘K`. */
export function showKeys(text: string, isMac: boolean): string {
  const stroke = parseKeys(text)
  const key = shown[stroke.key] ?? (stroke.key.length === 1 ? stroke.key.toUpperCase() : stroke.key)
  if (isMac) return `${stroke.isAlt ? '⌥' : ''}${stroke.isShift ? '⇧' : ''}${stroke.isMod ? '⌘' : ''}${key}`
  return [stroke.isMod ? 'Ctrl' : '', stroke.isAlt ? 'Alt' : '', stroke.isShift ? 'Shift' : '', key]
    .filter((part) => part !== '')
    .join(' ')
}
