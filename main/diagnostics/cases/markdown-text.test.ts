import { expect, test } from 'vitest'
import { markdownText } from './markdown-text.ts'

test.each([
  ['the type arguments of a name are no HTML', 'List<Order>.Add', 'List\\<Order>.Add'],
  ['a picture is none', '<img src=//x.example>', '\\<img src=//x.example>'],
  ['a link is none', '[open](//x.example) ![x](y)', '[open]\\(//x.example) ![x]\\(y)'],
  ['neither is a reference to one', '[open][1]', '[open]\\[1]'],
  ['an array is an array', 'Order[] of int[,]', 'Order[] of int[,]'],
  ['a heading is a part of the line', 'orders\n# Paid', 'orders # Paid'],
])('%s', (_title, text, shown) => {
  expect(markdownText(text)).toBe(shown)
})
