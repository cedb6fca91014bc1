import { expect, test } from 'vitest'
import { fittedText } from './fitted-text.ts'
import type { PaintContext } from './paint-context.ts'

function sixPixels() {
  let letterCount = 0
  const measureText = (text: string) => {
    letterCount += text.length
    return { width: 6 * text.length }
  }
  return { context: { measureText } as PaintContext, letterCount: () => letterCount }
}

test('cuts a text to its room, and keeps one that fits', () => {
  const { context } = sixPixels()
  expect(fittedText(context, 'queue.length', 72)).toBe('queue.length')
  expect(fittedText(context, 'queue.length', 71)).toBe('queue.leng…')
  expect(fittedText(context, 'queue.length', 12)).toBe('q…')
  expect(fittedText(context, 'queue.length', 11)).toBe('')
})

test('measures a name of a hundred thousand letters no longer than any other', () => {
  const { context, letterCount } = sixPixels()
  expect(fittedText(context, 'x'.repeat(100_000), 600)).toBe(`${'x'.repeat(99)}…`)
  expect(letterCount()).toBeLessThan(5000)
})
