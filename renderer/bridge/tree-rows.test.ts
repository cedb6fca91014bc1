import { expect, test } from 'vitest'
import { TreeRows } from './tree-rows.ts'

interface Row {
  readonly key: number
}

/** `chain`: how many first rows, one below the other, are unfolded with a row. */
function tree(lists: Record<string, number[]>, chain = 0) {
  return new TreeRows<Row, never, { readonly rows: readonly Row[]; readonly omitted: null }, number>(
    {
      channel: 'traces.tree',
      ask: (path) => Promise.resolve({ rows: (lists[path.join('/')] ?? []).map((key) => ({ key })), omitted: null }),
      keyOf: ({ key }) => key,
      next: (_, { rows: [row] }, left) => (row === undefined || left === 0 ? null : { row, chain: left - 1 }),
      onChange: () => undefined,
      onAnswer: () => undefined,
    },
    chain,
  )
}

const keys = ({ rows }: ReturnType<typeof tree>): readonly string[] => rows.map(({ key }) => key)

test('rows below a row are listed behind it while it is unfolded', async () => {
  const shown = tree({ '': [1, 2], '1': [3] })
  await expect.poll(() => keys(shown)).toEqual(['1', '2'])
  shown.unfold([1], 0)
  await expect.poll(() => keys(shown)).toEqual(['1', '1/3', '2'])
  shown.fold('1')
  expect(keys(shown)).toEqual(['1', '2'])
})

test('a refresh requests every unfolded list again and keeps the old rows until then', async () => {
  const lists: Record<string, number[]> = { '': [1], '1': [3] }
  const shown = tree(lists)
  shown.unfold([1], 0)
  await expect.poll(() => keys(shown)).toEqual(['1', '1/3'])
  lists['1'] = [3, 4]
  shown.refresh(0)
  expect(keys(shown)).toEqual(['1', '1/3'])
  await expect.poll(() => keys(shown)).toEqual(['1', '1/3', '1/4'])
})

test('where what was unfolded has gone, a refresh unfolds what came instead, and nothing that a person has folded', async () => {
  const lists: Record<string, number[]> = { '': [1, 2], '1': [1], '1/1': [1] }
  const shown = tree(lists, 2)
  await expect.poll(() => keys(shown)).toEqual(['1', '1/1', '1/1/1', '2'])
  // Frame 1 is one without a name: two of three get theirs.
  Object.assign(lists, { '1': [7], '1/1': [], '1/7': [8], '1/7/8': [9] })
  shown.refresh(2)
  await expect.poll(() => keys(shown)).toEqual(['1', '1/7', '1/7/8', '1/7/8/9', '2'])
  shown.fold('1/7')
  shown.refresh(2)
  await new Promise((resolve) => setTimeout(resolve))
  expect(keys(shown)).toEqual(['1', '1/7', '2'])
})

test('nothing that arrives after it was closed is shown', async () => {
  const shown = tree({ '': [1] })
  shown.close()
  await Promise.resolve()
  expect(keys(shown)).toEqual([])
})
