import { describe, expect, test } from 'vitest'
import { ModuleTable } from './module-table.ts'

const module = (ilPath: string, nativePath = '', pdbId?: string) => ({
  ilPath,
  nativePath,
  flags: 0,
  ...(pdbId === undefined ? {} : { pdbId }),
})

describe('modules', () => {
  test('are counted once for each id', () => {
    const modules = new ModuleTable()
    expect(modules.count).toBe(0)
    for (const id of [7, 8, 7, 2 ** 40]) modules.add(id, module(`/app/${id}.dll`))
    expect([modules.count, modules.path(2 ** 40), modules.name(8)]).toEqual([3, `/app/${2 ** 40}.dll`, '8'])
  })

  test('that nobody told of have no name', () => {
    const modules = new ModuleTable()
    modules.add(7, module('/app/Shop.dll'))
    expect([modules.name(9), modules.path(9), modules.pdbId(9)]).toEqual(['', '', ''])
  })

  test('keep their first path, and take one that comes later when they had none', () => {
    const modules = new ModuleTable()
    modules.add(7, module('', '/native/Shop.so'))
    expect([modules.name(7), modules.path(7)]).toEqual(['Shop.so', '/native/Shop.so'])
    modules.add(7, module('/app/Shop.dll', '/native/Shop.so'))
    expect([modules.name(7), modules.path(7)]).toEqual(['Shop', '/app/Shop.dll'])
    modules.add(7, module('/other/Cart.dll'))
    expect([modules.name(7), modules.path(7), modules.name(7)]).toEqual(['Shop', '/app/Shop.dll', 'Shop'])
  })

  test('keep their first build, also when a path comes before it', () => {
    const modules = new ModuleTable()
    modules.add(7, module('/app/Shop.dll'))
    expect(modules.pdbId(7)).toBe('')
    modules.add(7, module('', '', ''))
    modules.add(7, module('', '', 'aa'))
    modules.add(7, module('/app/Shop.dll', '', 'bb'))
    expect([modules.pdbId(7), modules.path(7)]).toEqual(['aa', '/app/Shop.dll'])
  })
})

test.each([
  ['/app/Shop.Orders.dll', 'Shop.Orders'],
  ['C:\\app\\Shop.EXE', 'Shop'],
  ['/mixed\\up/last.dll', 'last'],
  ['Shop.dll.config', 'Shop.dll.config'],
  ['Shop.ni.dll', 'Shop'],
  ['libc.so.6', 'libc.so.6'],
  ['/', ''],
  [`/${'x'.repeat(600)}.dll`, 'x'.repeat(512)],
])('the module of %s is called %s', (path, name) => {
  const modules = new ModuleTable()
  modules.add(1, module(path))
  expect(modules.name(1)).toBe(name)
})
