import { screen } from '@testing-library/react'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { ObjectValues } from '../../../shared/model/heap/object-values.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { ObjectValuesView } from './object-values.tsx'

beforeAll(giveLayout)
beforeEach(resetStore)

function show(values: ObjectValues) {
  const asked: unknown[] = []
  installFakeBridge({
    'heaps.values': (question) => {
      asked.push(question)
      return values
    },
  })
  return { ...renderUi(<ObjectValuesView documentId="heap-1" node={7} />), asked }
}

it('shows the text of a string, and says how much of it there is', async () => {
  const { asked } = show({ kind: 'text', length: 9000, text: 'first line\nsecond', rows: [] })
  expect((await screen.findByRole('region', { name: 'Text of the string' })).textContent).toBe('first line\nsecond')
  expect(screen.getByRole('status').textContent).toMatch(/^The first 17 of 9.000 characters$/)
  expect(asked).toEqual([{ documentId: 'heap-1', node: 7 }])
})

it('lists fields, and masks what their names or texts call a secret until it is revealed', async () => {
  const { user } = show({
    kind: 'fields',
    length: null,
    text: '',
    rows: [
      { name: 'Password', type: 'string', value: '"hunter2"' },
      { name: '_connection', type: 'string', value: '"Server=a;Password=s3cret"' },
      { name: 'Count', type: 'int', value: '3' },
    ],
  })
  const grid = await screen.findByRole('grid', { name: 'Values' })
  expect(grid.textContent).toContain('Count')
  expect(grid.textContent).not.toMatch(/hunter2|s3cret/)
  await user.click(screen.getByRole('button', { name: 'Reveal secrets' }))
  expect(grid.textContent).toMatch(/hunter2.*s3cret/)
  await user.click(screen.getByRole('button', { name: 'Hide secrets' }))
  expect(grid.textContent).not.toMatch(/hunter2|s3cret/)
})

it('says what of an array is not read', async () => {
  show({ kind: 'elements', length: 12, text: '', rows: [] })
  expect(await screen.findByText(/several dimensions/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Reveal secrets' })).toBeNull()
})
