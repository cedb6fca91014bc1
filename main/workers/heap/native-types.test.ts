import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { madeElf, type MadeElf } from '../../foreign/testing/made-elf.ts'
import { madeNativeMetadata } from '../../foreign/testing/made-native-metadata.ts'
import { NativeTypes } from './native-types.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ps-native-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function save(name: string, made: MadeElf): string {
  const file = path.join(folder, name)
  writeFileSync(file, madeElf(made))
  return file
}

const metadata = {
  name: '.rodata',
  address: 0x2000,
  bytes: madeNativeMetadata([{ name: 'Shop', types: { Shop: [{ name: 'Order' }] } }]),
}
const symbols = [
  { name: '_ZTV6String', address: 0x5000 },
  { name: '_ZTV15Shop_Shop_Order', address: 0x5040 },
  { name: '_ZTV12Shop_Unknown', address: 0x5080 },
  { name: '__embedded_metadata', address: 0x2000 },
]
const order = { rawName: 'Shop.Order', module: 'Shop.dll' }
const namesAt = (program: string, ...places: number[]) => [...new NativeTypes().namesAt(program, places)]

test('types are named by the symbols of the program itself', () => {
  const program = save('whole', { symbols, sections: [metadata] })
  expect(namesAt(program, 0x5040, 0x5080)).toEqual([
    [0x5040, order],
    [0x5080, { rawName: 'Shop_Unknown', module: '' }],
  ])
  expect(namesAt(`"${program}"`, 0x5040)).toEqual([[0x5040, order]])
})

test('places count from where the image begins', () => {
  const moved = symbols.map(({ name, address }) => ({ name, address: address + 0x400000 }))
  const sections = [{ ...metadata, address: 0x402000 }]
  expect(namesAt(save('moved', { symbols: moved, sections, imageBase: 0x400000 }), 0x5040)).toEqual([[0x5040, order]])
})

test('symbols are found in the file beside it, of the same build only', () => {
  const program = save('stripped', { sections: [metadata], buildId: '01', symbolFileName: 'other.dbg' })
  expect(namesAt(program, 0x5040)).toEqual([])
  save('other.dbg', { symbols, buildId: '01' })
  expect(namesAt(program, 0x5040)).toEqual([[0x5040, order]])
  save('other.dbg', { symbols, buildId: '02' })
  expect(namesAt(program, 0x5040)).toEqual([])
  save('plain.dbg', { symbols })
  expect(namesAt(save('plain', { sections: [metadata] }), 0x5040)).toEqual([[0x5040, order]])
})

test('a program that was built anew since names nothing', () => {
  const program = save('anew', { symbols, sections: [metadata] })
  expect(namesAt(program, 0x5040, 0x5048)).toEqual([])
  // Made while it runs: not among those of the image.
  expect(namesAt(program, 0x5040, 0x9000)).toEqual([[0x5040, order]])
})

test('without the metadata, types are called as the linker calls them', () => {
  expect(namesAt(save('bare', { symbols: symbols.slice(0, 3) }), 0x5040)).toEqual([
    [0x5040, { rawName: 'Shop_Shop_Order', module: '' }],
  ])
})

test.each(['', 'relative', '//server/share/a', String.raw`\\server\share\a`, '/no/such/program', folder])(
  '%j is not read, and names nothing',
  (commandLine) => {
    expect(namesAt(commandLine, 0x5040)).toEqual([])
  },
)
