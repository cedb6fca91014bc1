import { act, screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { HeapTreeMatches } from '../../../shared/model/heap/heap-document.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { TreeSearch } from './tree-search.tsx'

beforeEach(() => resetStore())

it('goes to no match of a text that was replaced meanwhile', async () => {
  const answers = new Map<string, (matches: HeapTreeMatches) => void>()
  installFakeBridge({
    'heaps.findInTree': ({ question }) => new Promise((resolve) => answers.set(question.search, resolve)),
  })
  const shown: (readonly number[])[] = []
  const { user } = renderUi(
    <TreeSearch documentId="heap-1" view="dominators" type={null} onFound={(path) => shown.push(path)} />,
  )
  const field = screen.getByRole('searchbox', { name: 'Find names, or /regex/' })
  await user.type(field, 'Cart{Enter}')
  await user.clear(field)
  await user.type(field, 'Order{Enter}')
  const answer = (search: string, path: readonly number[]) =>
    act(async () => answers.get(search)!({ paths: [path], matchCount: 1 }))
  await answer('Order', [1, 2])
  await answer('Cart', [3])
  expect(shown).toEqual([[1, 2]])
  expect(screen.getByText('1 of 1')).toBeTruthy()
})
