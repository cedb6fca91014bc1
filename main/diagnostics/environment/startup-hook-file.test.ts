import { describe, expect, it, vi } from 'vitest'
import { AssemblyMetadata } from '../../foreign/assembly-metadata.ts'
import { madeAssembly } from '../../foreign/testing/made-assembly.ts'
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

const [unnamed, hook, initialize] = [0, 1, 13] as const
const strings = Buffer.from('\0StartupHook\0Initialize\0')
const publicStatic = 0x16

describe('an assembly', () => {
  it('is a startup hook by a type without a namespace that has a static method', () => {
    const types = [{ name: hook, namespace: unnamed, methods: 1 }]
    const methods = [{ flags: publicStatic, name: initialize }]
    expect(hasStartupHook(madeAssembly({ strings, types, methods }))).toBe(true)
    expect(hasStartupHook(madeAssembly({ strings, types, methods: [{ flags: 6, name: initialize }] }))).toBe(false)
    const inNamespace = [{ name: hook, namespace: hook, methods: 1 }]
    expect(hasStartupHook(madeAssembly({ strings, types: inNamespace, methods }))).toBe(false)
  })

  it('costs what it is long, also when its types share their methods', () => {
    const looks = vi.spyOn(AssemblyMetadata.prototype, 'value')
    const methods = Array.from({ length: 400 }, () => ({ flags: 6, name: initialize }))
    const types = Array.from({ length: 400 }, (_, at) => ({
      name: hook,
      namespace: unnamed,
      methods: at % 2 === 0 ? 1 : 401,
    }))
    expect(hasStartupHook(madeAssembly({ strings, types, methods }))).toBe(false)
    expect(looks.mock.calls.length).toBeLessThan(400 * 8)
    looks.mockRestore()
  })

  it('is none when a name does not end', () => {
    const endless = Buffer.concat([strings, Buffer.alloc(10_000, 0x61)])
    const types = [{ name: strings.length, namespace: unnamed, methods: 1 }]
    expect(hasStartupHook(madeAssembly({ strings: endless, types, methods: [] }))).toBe(false)
  })

  it('is none when it has more sections than a loader takes', () => {
    const types = [{ name: hook, namespace: unnamed, methods: 1 }]
    const methods = [{ flags: publicStatic, name: initialize }]
    expect(hasStartupHook(madeAssembly({ strings, types, methods, sectionCount: 96 }))).toBe(true)
    expect(hasStartupHook(madeAssembly({ strings, types, methods, sectionCount: 97 }))).toBe(false)
  })
})
