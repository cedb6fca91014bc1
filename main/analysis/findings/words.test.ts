import { expect, test } from 'vitest'
import { duration, percent, size, times } from './words.ts'

test('figures are short, with their unit', () => {
  expect([duration(1234), duration(345.6), duration(1.23)]).toEqual(['1.2 s', '346 ms', '1.2 ms'])
  expect([percent(0.5), percent(0.031)]).toEqual(['50 %', '3.1 %'])
  expect([size(3 * 2 ** 20), size(2048)]).toEqual(['3.0 MiB', '2 KiB'])
  expect([times(1, 'wait'), times(1200, 'wait')]).toEqual(['1 wait', '1,200 waits'])
})
