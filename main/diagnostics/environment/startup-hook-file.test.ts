import { describe, expect, it } from 'vitest'
import { hasStartupHook } from './startup-hook-file.ts'

describe('a file that is no assembly', () => {
  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text with the right names', Buffer.from('MZ BSJB StartupHook\0 Initialize\0')],
    ['two letters and zeroes', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(4096)])],
    ['an offset far outside', Buffer.concat([Buffer.from('MZ'), Buffer.alloc(62, 0xff)])],
  ])('is no startup hook: %s', (_name, bytes) => {
    expect(hasStartupHook(bytes)).toBe(false)
  })
})
