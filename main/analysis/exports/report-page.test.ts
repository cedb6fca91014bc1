import { expect, test } from 'vitest'
import { type ReportTreeRow, writeReportTree } from './report-page.ts'

/** A tree as the markup of a report; `figures` are the lengths of paths. */
function written(rowsBelow: (path: readonly string[]) => readonly string[]): string {
  let text = ''
  const rows = (path: readonly string[]): readonly ReportTreeRow<string>[] =>
    rowsBelow(path).map((name) => ({ key: name, name, figures: String(path.length + 1) }))
  writeReportTree(rows, (piece) => {
    text += piece
  })
  return text
}

test('a row with others below is a list that can be closed, the first two levels are open', () => {
  const below: Readonly<Record<string, readonly string[]>> = {
    '': ['Main', 'Gc'],
    Main: ['Work<T>'],
    'Main,Work<T>': ['Sort'],
    'Main,Work<T>,Sort': ['Swap'],
  }
  expect(written((path) => below[path.join()] ?? [])).toBe(
    [
      '<details open><summary>Main <span>1</span></summary><div>',
      '<details open><summary>Work&lt;T&gt; <span>2</span></summary><div>',
      '<details><summary>Sort <span>3</span></summary><div>',
      '<p class="row">Swap <span>4</span></p>',
      '</div></details>',
      '</div></details>',
      '</div></details>',
      '<p class="row">Gc <span>1</span></p>',
      '',
    ].join('\n'),
  )
})

const count = (text: string, part: string): number => text.split(part).length - 1

test('a tree has four hundred rows and twenty-four levels at most, and ends what it began', () => {
  const wide = written((path) => (path.length < 2 ? Array.from({ length: 30 }, (_, index) => `F${String(index)}`) : []))
  expect([count(wide, '<span>'), count(wide, '<details'), count(wide, '</details>')]).toEqual([400, 13, 13])
  const deep = written(() => ['Again'])
  expect([count(deep, '<span>'), count(deep, '<details'), count(deep, '</details>')]).toEqual([24, 23, 23])
})
