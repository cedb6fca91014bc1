import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CsvRecords } from './csv-records.ts'

test('records are joined across the line ends of quoted cells', () => {
  const cell = fc.array(fc.constantFrom('a', '\n', '""', ','), { maxLength: 8 }).map((parts) => `"${parts.join('')}"`)
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 3 })), (rows) => {
      const texts = rows.map((cells) => cells.join(','))
      const records = new CsvRecords()
      expect(texts.flatMap((text) => text.split('\n')).flatMap((line) => records.add(line) ?? [])).toEqual(texts)
    }),
  )
})

test('a cell of many lines is scanned once, not once per line', () => {
  const records = new CsvRecords()
  const lines = ['x,"', ...Array.from({ length: 100_000 }, () => 'line'), '"']
  const made = lines.map((line) => records.add(line)).filter((record) => record !== null)
  expect(made).toHaveLength(1)
  expect(made[0]!.split('\n')).toHaveLength(100_002)
  expect(records.scannedChars).toBe(lines.join('').length)
})
