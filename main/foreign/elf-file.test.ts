import { assert, integer, nat, property } from 'fast-check'
import { expect, test } from 'vitest'
import { ElfFile, NotElf } from './elf-file.ts'
import { madeElf, type MadeElf } from './testing/made-elf.ts'

const open = (bytes: Buffer): ElfFile => new ElfFile((offset, length) => bytes.subarray(offset, offset + length))
const elf = (made: MadeElf): ElfFile => open(madeElf(made))

test('symbols are found by what their names begin with', () => {
  const symbols = [
    { name: '_ZTV5Order', address: 0x1000 },
    { name: 'main', address: 0x2000 },
    { name: '_ZT', address: 0x3000 },
  ]
  expect([...elf({ symbols }).symbols(['_ZTV', 'mai'])]).toEqual(symbols.slice(0, 2))
  expect([...elf({}).symbols(['_ZTV'])]).toEqual([])
})

test('build ID, symbol file and image address are read, or not there', () => {
  const told = elf({ buildId: '0badcafe', symbolFileName: 'Shop.dbg', imageBase: 0x400000 })
  expect([told.buildId, told.symbolFileName, told.imageBase]).toEqual(['0badcafe', 'Shop.dbg', 0x400000])
  const bare = elf({})
  expect([bare.buildId, bare.symbolFileName, bare.imageBase]).toEqual([null, null, 0])
  // It would leave the folder of the program.
  expect(elf({ symbolFileName: '../Shop.dbg' }).symbolFileName).toBeNull()
})

test('bytes at an address go up to the end of their section', () => {
  const file = elf({ sections: [{ name: '.rodata', address: 0x2000, bytes: Buffer.from('0123456789') }] })
  expect(file.bytesAt(0x2004)?.toString()).toBe('456789')
  expect(file.bytesAt(0x1fff)).toBeNull()
  expect(file.bytesAt(0x200a)).toBeNull()
})

test('other files are refused', () => {
  for (const bytes of [Buffer.alloc(0), Buffer.alloc(200), Buffer.from('MZ'.repeat(100))])
    expect(() => open(bytes)).toThrow(NotElf)
})

test('a damaged file is read or refused, never endlessly', () => {
  const whole = madeElf({
    symbols: [{ name: '_ZTV5Order', address: 0x1000 }],
    sections: [{ name: '.rodata', address: 0x2000, bytes: Buffer.from('0123456789') }],
    buildId: '0badcafe',
    symbolFileName: 'Shop.dbg',
  })
  assert(
    property(nat(whole.length - 1), integer({ min: 0, max: 255 }), nat(whole.length), (at, byte, length) => {
      const bytes = Buffer.from(whole.subarray(0, length))
      if (at < length) bytes[at] = byte
      expect(symbolCount(bytes)).toBeLessThan(10)
    }),
    { numRuns: 2000 },
  )
})

/** All of the file is looked at; -1: it is refused as damaged. */
function symbolCount(bytes: Buffer): number {
  try {
    const file = open(bytes)
    return [...file.symbols(['_']), file.buildId, file.symbolFileName, file.bytesAt(0x2000)].length - 3
  } catch (error) {
    if (error instanceof NotElf || error instanceof RangeError) return -1
    throw error
  }
}
