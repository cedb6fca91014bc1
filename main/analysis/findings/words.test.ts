import { expect, test } from 'vitest'
import { duration, percent, perSecond, size } from './words.ts'

test('figures are those of the page', () => {
  expect([duration(1234), duration(345.6), duration(1.23)]).toEqual(['1.23 s', '346 ms', '1.23 ms'])
  expect([percent(0.5), percent(0.031)]).toEqual(['50.0%', '3.1%'])
  expect([size(3 * 2 ** 20), size(2048)]).toEqual(['3 MiB', '2 KiB'])
  expect([perSecond(1, 'wait', 'waits'), perSecond(2.25, 'wait', 'waits')]).toEqual([
    '1 wait per second',
    '2.25 waits per second',
  ])
})
