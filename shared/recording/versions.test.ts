import { expect, test } from 'vitest'
import { isAtLeast } from './versions.ts'

test.each([
  ['9.0', '9.5', false],
  ['9.5', '9.5', true],
  ['9.6.1', '9.5', true],
  ['10.0.3', '9.5', true],
  ['8.9', '9.5', false],
  ['3.1', '3.0', true],
  ['3.1', '5.0', false],
  ['9.0.0-preview.1', '9.0', true],
  ['10.0', '9.0', true],
  ['9', '9.0', true],
  ['9', '9.1', false],
  ['', '1.0', false],
  ['', '0.0', true],
  ['unknown', '3.1', false],
])('%s is at least %s: %s', (version, wanted, is) => {
  expect(isAtLeast(version, wanted)).toBe(is)
})
