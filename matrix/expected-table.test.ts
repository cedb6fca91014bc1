import { describe, expect, it } from 'vitest'
import { parseExpected, readExpected, readRealCounts, windowsColumns, wineFault } from './expected-table.ts'
import { allRows } from './rows.ts'

describe('the table of expected answers', () => {
  it('repeats the answer to the left for a quotation mark and keeps sections', () => {
    const [row] = parseExpected(
      '## Part\n\n| row | a |\n| --- | --- |\n| Stop | OK | " | - | no | " | " | " | - | " | no |\n',
    )
    expect(row?.section).toBe('Part')
    expect([...(row?.answers.values() ?? [])]).toEqual(['OK', 'OK', '-', 'no', 'no', 'no', 'no', '-', '-', 'no'])
  })

  it('does not accept a row with a missing answer', () => {
    expect(() => parseExpected('| Stop | OK | OK |')).toThrow('"Stop" has 2 answers')
  })

  it('explains each cell that Wine cannot carry', () => {
    const row = '| Stop | - | " | " | " | " | " | " | not under Wine: clock | " | OK |\n'
    expect(() => parseExpected(row)).toThrow('nothing explains "clock" of "Stop"')
    const [parsed] = parseExpected(`${row}\n- **clock**: it stands still.\n`)
    expect(wineFault(parsed?.answers.get('win9') ?? '')).toBe('clock')
    expect(wineFault(parsed?.answers.get('win10') ?? '')).toBeNull()
  })

  it('holds how many cells of each Windows runtime are answered', () => {
    const counts = readRealCounts()
    expect([...counts.keys()]).toEqual(windowsColumns)
    for (const [variant, count] of counts) {
      const answered = readExpected().filter(({ answers }) => {
        const answer = answers.get(variant) ?? '-'
        return answer !== '-' && wineFault(answer) === null
      })
      expect({ [variant]: answered.length }).toEqual({ [variant]: count })
    }
  })

  it('and the code have the same rows', () => {
    const listed = readExpected().map((row) => row.name)
    expect([...listed].sort()).toEqual([...allRows.keys()].sort())
    expect(new Set(listed).size).toBe(listed.length)
  })
})
