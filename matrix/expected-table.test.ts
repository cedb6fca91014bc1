import { describe, expect, it } from 'vitest'
import { parseExpected, readExpected } from './expected-table.ts'
import { allRows } from './rows.ts'

describe('the table of expected answers', () => {
  it('repeats the answer to the left for a quotation mark and keeps sections', () => {
    const [row] = parseExpected('## Part\n\n| row | a |\n| --- | --- |\n| Stop | OK | " | - | no | " | " |\n')
    expect(row?.section).toBe('Part')
    expect([...(row?.answers.values() ?? [])]).toEqual(['OK', 'OK', '-', 'no', 'no', 'no'])
  })

  it('does not accept a row with a missing answer', () => {
    expect(() => parseExpected('| Stop | OK | OK |')).toThrow('"Stop" has 2 answers')
  })

  it('and the code have the same rows', () => {
    const listed = readExpected().map((row) => row.name)
    expect([...listed].sort()).toEqual([...allRows.keys()].sort())
    expect(new Set(listed).size).toBe(listed.length)
  })
})
