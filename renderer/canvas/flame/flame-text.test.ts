import { expect, test } from 'vitest'
import type { PaintContext } from '../paint-context.ts'
import { FlameText } from './flame-text.ts'

const sixPixels = { measureText: (text: string) => ({ width: 6 * text.length }) } as PaintContext

test('a name of tens of thousands of letters is cut to its box like any other', () => {
  const fitted = new FlameText().fitted(sixPixels, 'x'.repeat(20_000), 600)
  expect(fitted).toBe(`${'x'.repeat(99)}…`)
})
