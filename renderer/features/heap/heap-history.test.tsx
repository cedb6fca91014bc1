import { act } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { HeapHistory } from './heap-history.tsx'

const target = (documentId: string) => ({
  documentId,
  path: `/x/${documentId}.gcdump`,
  name: `${documentId}.gcdump`,
  sizeBytes: 1,
})

const isOffered = (id: string): boolean => commands.available().some((command) => command.id === id)

it('goes through the places of the heap in front by command, and only where there are some', () => {
  resetStore()
  installFakeBridge({})
  const [back, forward] = [vi.fn(), vi.fn()]
  appStore.getState().openHeap(target('heap-1'))
  renderUi(<HeapHistory documentId="heap-1" onBack={back} onForward={null} />)
  expect([isOffered('heap.back'), isOffered('heap.forward')]).toEqual([true, false])
  commands.run('heap.back')
  commands.run('heap.forward')
  expect([back.mock.calls.length, forward.mock.calls.length]).toEqual([1, 0])
  act(() => void appStore.getState().openHeap(target('heap-2')))
  expect(isOffered('heap.back')).toBe(false)
})
