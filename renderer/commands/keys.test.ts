import { describe, expect, it } from 'vitest'
import { isTypingStroke, matchesKeys, parseKeys, showKeys, type KeyPressed } from './keys.ts'

function press(key: string, modifiers: Partial<KeyPressed> = {}): KeyPressed {
  return { key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...modifiers }
}

describe('matchesKeys', () => {
  it('takes Ctrl for Mod, and the command key on macOS', () => {
    const stroke = parseKeys('Mod+K')
    expect(matchesKeys(stroke, press('k', { ctrlKey: true }), false)).toBe(true)
    expect(matchesKeys(stroke, press('k', { metaKey: true }), false)).toBe(false)
    expect(matchesKeys(stroke, press('k', { metaKey: true }), true)).toBe(true)
  })

  it('distinguishes a letter with Shift from one without', () => {
    const reopen = parseKeys('Mod+Shift+T')
    expect(matchesKeys(reopen, press('T', { ctrlKey: true, shiftKey: true }), false)).toBe(true)
    expect(matchesKeys(reopen, press('t', { ctrlKey: true }), false)).toBe(false)
  })

  it('goes by the character where the layout decides about Shift', () => {
    expect(matchesKeys(parseKeys('?'), press('?', { shiftKey: true }), false)).toBe(true)
    expect(matchesKeys(parseKeys('*'), press('*', { shiftKey: true }), false)).toBe(true)
    expect(matchesKeys(parseKeys('+'), press('+'), false)).toBe(true)
  })

  it('knows keys by name', () => {
    expect(matchesKeys(parseKeys('Space'), press(' '), false)).toBe(true)
    expect(matchesKeys(parseKeys('Mod+Comma'), press(',', { ctrlKey: true }), false)).toBe(true)
    expect(matchesKeys(parseKeys('Mod+Tab'), press('Tab', { ctrlKey: true }), false)).toBe(true)
    expect(matchesKeys(parseKeys('Mod+Tab'), press('Tab', { ctrlKey: true, shiftKey: true }), false)).toBe(false)
  })

  it('doesn’t fire with an extra modifier', () => {
    expect(matchesKeys(parseKeys('M'), press('m', { altKey: true }), false)).toBe(false)
    expect(matchesKeys(parseKeys('M'), press('m', { ctrlKey: true }), false)).toBe(false)
  })
})

describe('isTypingStroke', () => {
  it('holds for what would be typed, not for combinations and function keys', () => {
    expect(['M', '?', 'Space', 'Mod+Z'].map((keys) => isTypingStroke(parseKeys(keys)))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(['Mod+K', 'F1', 'Escape'].map((keys) => isTypingStroke(parseKeys(keys)))).toEqual([false, false, false])
  })
})

describe('showKeys', () => {
  it('uses the words of the system', () => {
    expect(showKeys('Mod+Shift+T', false)).toBe('Ctrl Shift T')
    expect(showKeys('Mod+Shift+T', true)).toBe('⇧⌘T')
    expect(showKeys('Space', false)).toBe('Space')
    expect(showKeys('Mod+Comma', false)).toBe('Ctrl ,')
  })
})
