import fs from 'node:fs'
import path from 'node:path'
import type { SampleVariant } from '../samples/start-target.ts'

/** Columns of expected.md after the first, in their order there. */
export const columns: readonly SampleVariant[] = ['net31', 'net8', 'net9', 'net10sc', 'net10', 'aot9']

export interface ExpectedRow {
  readonly section: string
  readonly name: string
  /** By variant; `-` = does not apply there. */
  readonly answers: ReadonlyMap<SampleVariant, string>
}

/** The tables of expected.md: a heading names a section, `"` repeats the answer to its left. */
export function readExpected(): readonly ExpectedRow[] {
  return parseExpected(fs.readFileSync(path.join(import.meta.dirname, 'expected.md'), 'utf8'))
}

export function parseExpected(text: string): readonly ExpectedRow[] {
  const rows: ExpectedRow[] = []
  let section = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    if (!line.startsWith('|')) continue
    const [name = '', ...answers] = line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim())
    if (name === 'row' || /^-+$/.test(name)) continue
    if (answers.length !== columns.length)
      throw new Error(`expected.md: "${name}" has ${answers.length} answers, not ${columns.length}`)
    let last = '-'
    const byVariant = new Map<SampleVariant, string>()
    for (const [index, column] of columns.entries()) {
      const answer = answers[index] ?? '-'
      if (answer !== '"') last = answer
      byVariant.set(column, last)
    }
    rows.push({ section, name, answers: byVariant })
  }
  return rows
}
