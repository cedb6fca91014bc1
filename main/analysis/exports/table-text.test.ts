import { expect, test } from 'vitest'
import type { TableFormat } from '../../../shared/model/table-formats.ts'
import type { TraceCell, TraceColumn } from '../../../shared/model/trace/trace-tables.ts'
import { writeTable } from './table-text.ts'

const columns: readonly TraceColumn[] = [
  { id: 'name', kind: 'text' },
  { id: 'count', kind: 'count' },
  { id: 'lock', kind: 'hexadecimal' },
]
const rows: readonly (readonly TraceCell[])[] = [
  ['a "b",\tc', 3, 0x1f],
  ['=cmd()', null, null],
]

function textOf(format: TableFormat, of = rows): string {
  const pieces: string[] = []
  writeTable(columns, of, format, (text) => pieces.push(text))
  return pieces.join('')
}

test('CSV quotes what needs it and lets no spreadsheet run a cell', () => {
  expect(textOf('csv')).toBe('name,count,lock\r\n"a ""b"",\tc",3,0x1f\r\n\'=cmd(),,\r\n')
})

test('TSV has a line for each row, whatever is in its cells', () => {
  expect(textOf('tsv')).toBe('name\tcount\tlock\na "b", c\t3\t0x1f\n\'=cmd()\t\t\n')
})

test('JSON keeps numbers, strings and nulls', () => {
  expect(JSON.parse(textOf('json'))).toEqual([
    { name: 'a "b",\tc', count: 3, lock: '0x1f' },
    { name: '=cmd()', count: null, lock: null },
  ])
  expect(JSON.parse(textOf('json', []))).toEqual([])
})
