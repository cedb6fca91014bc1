import { expect, test } from 'vitest'
import { TreeRows } from './tree-rows.ts'

interface Row {
  readonly key: number
}

function tree(lists: Record<string, number[]>) {
  return new TreeRows<Row, never, { readonly rows: readonly Row[]; readonly omitted: null }, null>(
    {
      channel: 'traces.tree',
      ask: (path) => Promise.resolve({ rows: (lists[path.join('/')] ?? []).map((key) => ({ key })), omitted: null }),
      keyOf: ({ key }) => key,
      next: () => null,
      onChange: () => undefined,
      onAnswer: () => undefined,
    },
    null,
  )
}

const keys = ({ rows }: ReturnType<typeof tree>): readonly string[] => rows.map(({ key }) => key)

test('rows below a row are listed behind it while it is unfolded', async () => {
  const shown = tree({ '': [1, 2], '1': [3] })
  await expect.poll(() => keys(shown)).toEqual(['1', '2'])
  shown.unfold([1], null)
  await expect.poll(() => keys(shown)).toEqual(['1', '1/3', '2'])
  shown.fold('1')
  expect(keys(shown)).toEqual(['1', '2'])
})

test('a refresh requests every unfolded list again and keeps the old rows until then', async () => {
  const lists: Record<string, number[]> = { '': [1], '1': [3] }
  const shown = tree(lists)
  shown.unfold([1], null)
  await expect.poll(() => keys(shown)).toEqual(['1', '1/3'])
  lists['1'] = [3, 4]
  shown.refresh(null)
  expect(keys(shown)).toEqual(['1', '1/3'])
  await expect.poll(() => keys(shown)).toEqual(['1', '1/3', '1/4'])
})

test('nothing that arrives after it was closed is shown', async () => {
  const shown = tree({ '': [1] })
  shown.close()
  await Promise.resolve()
  expect(keys(shown)).toEqual([])
})
