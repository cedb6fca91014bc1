import { describe, expect, test } from 'vitest'
import { csvCell, csvCells, guardCell, tsvRow } from './table-cells.ts'

const formulas = [
  '=1+1',
  '+1+cmd|x',
  '-2+3',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  ' =1',
  '\uff1d1',
  '-5|x',
  '-A1',
  '+',
  '-1 (2)',
]
const plain = ['-5', '+1', '-1.5e-7', '-1,234.5', '-12 ms', '-3 %', '-3%', '5', 'orders-api', 'a=b', '']

describe('a cell for a spreadsheet', () => {
  test.each(formulas)('that would run as a formula gets an apostrophe: %j', (text) => {
    expect(guardCell(text)).toBe(`'${text}`)
  })

  test.each(plain)('that is a figure or plain text stays as it is: %j', (text) => {
    expect(guardCell(text)).toBe(text)
  })

  test('is quoted in CSV where it has to be', () => {
    expect(csvCell('=a,"b"')).toBe(`"'=a,""b"""`)
    expect(csvCell('plain')).toBe('plain')
  })

  test('is read out of a record as it was written', () => {
    const cells = ['', 'a,b', 'say "so"', 'two\nlines', '', 'last']
    expect(csvCells(`${cells.map(csvCell).join(',')}\r`)).toEqual(cells)
    expect(csvCells('')).toEqual([''])
    expect(csvCells('a,')).toEqual(['a', ''])
  })

  test('stays in its line and column in tab-separated values', () => {
    expect(tsvRow(['a\tb', 'c\r\nd', '3'])).toBe('a b\tc d\t3')
    expect(tsvRow(['=HYPERLINK("x")', '-5', '@a'])).toBe(`'=HYPERLINK("x")\t-5\t'@a`)
  })
})
