import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Reply } from '../../../shared/contract/index.ts'
import type { HeapSummary, HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { commands } from '../../commands/registry.ts'
import { installFakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { HeapScreen } from './heap-screen.tsx'

const target = { documentId: 'heap-1', path: '/heaps/shop.gcdump', name: 'shop.gcdump', sizeBytes: 4 * 2 ** 30 }

const part = (readShare: number, change: Partial<HeapTypesSoFar> = {}): HeapTypesSoFar => ({
  readShare,
  objectCount: 1_200_000,
  objectBytes: 48 * 2 ** 20,
  typeCount: 1,
  rows: [{ name: 'Shop.Order', module: 'Shop.dll', count: 1_200_000, shallowBytes: 48 * 2 ** 20 }],
  ...change,
})

beforeEach(() => {
  resetStore()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterEach(() => void vi.useRealTimers())

function openHeap() {
  let progress: Reply<'heaps.progress'> = {
    phase: 'reading',
    readBytes: 2 ** 30,
    totalBytes: 4 * 2 ** 30,
    objectCount: 0,
    typesSoFar: null,
  }
  const answers: ((summary: HeapSummary) => void)[] = []
  const bridge = installFakeBridge({
    'heaps.progress': () => progress,
    'heaps.summary': () => new Promise((resolve) => answers.push(resolve)),
    'heaps.types': () => ({ rows: [], rowCount: 0, allRowCount: 0 }),
    'heaps.close': () => null,
  })
  const { unmount } = renderUi(<HeapScreen target={target} />)
  const look = (typesSoFar: HeapTypesSoFar | null) =>
    act(async () => {
      progress = { ...progress, typesSoFar }
      await vi.advanceTimersByTimeAsync(250)
    })
  return { bridge, look, unmount, answer: (summary: HeapSummary) => act(async () => answers.at(-1)!(summary)) }
}

const summary: HeapSummary = {
  source: 'gcdump',
  completeness: { kind: 'complete' },
  processId: null,
  processName: null,
  machineName: null,
  takenUtc: null,
  tool: null,
  runtimeVersion: null,
  pointerSize: 8,
  objectCount: 2_000_000,
  objectBytes: 80_000_000,
  referenceCount: 0,
  typeCount: 1,
  rootCount: 0,
  unreached: null,
  pauseMs: null,
  danglingReferenceCount: 0,
  unnamedObjectCount: 0,
  generationBytes: null,
  hasModules: true,
}

it('shows types of a large graph while it is read, and then those of all of it', async () => {
  const { look, answer } = openHeap()
  await look(null)
  expect(screen.getByText('Reading shop.gcdump: 25% of 4 GiB')).toBeTruthy()
  await look(part(0.399))
  expect(screen.getByText(/^So far: 1.200.000 objects, 48 MiB\. 39% of shop\.gcdump read$/)).toBeTruthy()
  expect(screen.getByRole('grid', { name: 'Types' })).toBeTruthy()
  expect(screen.queryByText(/largest of/)).toBeNull()
  await look(part(1, { typeCount: 5000 }))
  expect(screen.getByText(/^1.200.000 objects, 48 MiB\. Resolving references$/)).toBeTruthy()
  expect(screen.getByText(/^The 1 largest of 5.?000 types$/)).toBeTruthy()
  await answer(summary)
  expect(screen.queryByTestId('heap-so-far')).toBeNull()
  expect(screen.getByTestId('heap-document')).toBeTruthy()
})

it('closes the document where the page is left meanwhile', async () => {
  const { bridge, look, unmount } = openHeap()
  await look(part(0.5))
  unmount()
  expect(bridge.requestsOf('heaps.close')).toEqual([{ documentId: 'heap-1' }])
})

it('leads to the events of a recording, which a .gcdump has none of', async () => {
  const opened: unknown[] = []
  const opening = commands.registerWith('files.openPath', (given) => opened.push(given))
  const { answer, unmount } = openHeap()
  await answer(summary)
  expect(screen.queryByRole('button', { name: 'Open as trace' })).toBeNull()
  unmount()
  const recorded = openHeap()
  await recorded.answer({ ...summary, source: 'events' })
  act(() => screen.getByRole('button', { name: 'Open as trace' }).click())
  expect(opened).toEqual([{ path: target.path, as: 'events' }])
  opening.dispose()
})
