import fs from 'node:fs'
import path from 'node:path'
import type { SampleVariant } from '../samples/start-target.ts'

/** Runtimes on this system. */
export const columns: readonly SampleVariant[] = ['net31', 'net8', 'net9', 'net10sc', 'net10', 'aot9', 'aot10']
/** Runtimes on Windows. */
export const windowsColumns: readonly SampleVariant[] = ['win8', 'win9', 'win10']
/** Columns of expected.md after the first, in their order there. */
const allColumns = [...columns, ...windowsColumns]

export interface ExpectedRow {
  readonly section: string
  readonly name: string
  /** By variant; `-` = does not apply there. */
  readonly answers: ReadonlyMap<SampleVariant, string>
}

const notUnderWine = 'not under Wine: '

/** Why a cell cannot be tried under Wine; null for an answer. */
export function wineFault(answer: string): string | null {
  return answer.startsWith(notUnderWine) ? answer.slice(notUnderWine.length) : null
}

/** How many cells of each Windows column must be answered under Wine, in the words of expected.md. */
export function readRealCounts(): ReadonlyMap<SampleVariant, number> {
  const found = [...readText().matchAll(/^- (win\d+): (\d+) cells$/gm)]
  return new Map(found.map(([, variant, count]) => [variant as SampleVariant, Number(count)]))
}

/** The tables of expected.md: a heading names a section, `"` repeats the answer to its left. */
export function readExpected(): readonly ExpectedRow[] {
  return parseExpected(readText())
}

function readText(): string {
  return fs.readFileSync(path.join(import.meta.dirname, 'expected.md'), 'utf8')
}

export function parseExpected(text: string): readonly ExpectedRow[] {
  const rows: ExpectedRow[] = []
  const reasons = new Set([...text.matchAll(/^- \*\*(.+?)\*\*: /gm)].map(([, reason]) => reason ?? ''))
  let section = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('## ')) section = line.slice(3).trim()
    if (!line.startsWith('|')) continue
    const [name = '', ...answers] = line
      .slice(1, line.lastIndexOf('|'))
      .split('|')
      .map((cell) => cell.trim())
    if (name === 'row' || /^-+$/.test(name)) continue
    if (answers.length !== allColumns.length)
      throw new Error(`expected.md: "${name}" has ${answers.length} answers, not ${allColumns.length}`)
    let last = '-'
    const byVariant = new Map<SampleVariant, string>()
    for (const [index, column] of allColumns.entries()) {
      const answer = answers[index] ?? '-'
      if (answer !== '"') last = answer
      const fault = wineFault(last)
      if (fault !== null && !reasons.has(fault))
        throw new Error(`expected.md: nothing explains "${fault}" of "${name}"`)
      byVariant.set(column, last)
    }
    rows.push({ section, name, answers: byVariant })
  }
  return rows
}
