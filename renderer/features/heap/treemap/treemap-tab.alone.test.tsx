import { act, fireEvent, screen, within } from '@testing-library/react'
import { ChevronRight, ImageDown } from 'lucide-react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { HeapTreeRow } from '../../../../shared/model/heap/heap-document.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { HeapViewProvider } from '../heap-view.ts'
import { heapViewOf } from '../testing.ts'
import { TreemapTab } from './treemap-tab.tsx'

vi.mock(import('../../../ui/icon.tsx'), { spy: true })

beforeEach(() => {
  giveLayout()
  resetStore()
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
})
afterEach(() => void vi.useRealTimers())

const view = heapViewOf('treemap', { objectBytes: 6000 })

/** The first of them has most, and something in it. */
const rowsBelow = (path: readonly number[]) =>
  Array.from({ length: 50 }, (_, key) => ({
    key,
    name: `Type${[...path, key].join('.')}`,
    rootKind: null,
    module: '',
    count: 1,
    shallowBytes: 1,
    retainedBytes: key === 0 ? 3000 : 60,
    hasRows: key === 0,
  })) as unknown as readonly HeapTreeRow[]

const map = () => screen.getByRole('group', { name: 'Treemap of retained sizes' })
/** Those of the place that is shown; by role it takes a second to find hundreds. */
const boxes = () => [...map().querySelectorAll<HTMLElement>('[data-current] > button')]
const nextFrame = (): void => act(() => void vi.advanceTimersToNextFrame())

const drawnIcons = () => vi.mocked(Icon).mock.calls.map(([{ icon }]) => icon)

async function whenAllAreDrawn(): Promise<number> {
  for (let before = -1; before !== boxes().length;) {
    before = boxes().length
    // oxlint-disable-next-line no-await-in-loop
    await act(async () => undefined)
    nextFrame()
  }
  return boxes().length
}

it('draws the boxes of another place a few in a frame, also those that were seen in the one before', async () => {
  installFakeBridge({
    'heaps.tree': ({ question }) => ({ rows: rowsBelow(question.path), omitted: null }),
  })
  renderUi(
    <HeapViewProvider value={view}>
      <TreemapTab />
    </HeapViewProvider>,
  )
  await screen.findByRole('group', { name: 'Treemap of retained sizes' })
  expect(screen.getByText(/^Area is retained size;/).textContent).toMatch(
    /alive\. Enter or double-click looks inside\.$/,
  )
  expect(await whenAllAreDrawn()).toBeGreaterThan(60)

  fireEvent.keyDown(boxes()[0]!, { key: 'Enter' })
  await act(async () => undefined)
  expect(boxes()).toHaveLength(4)
  expect(within(map()).getAllByRole('button')).toEqual(boxes())
  expect(boxes()[0]!.getAttribute('aria-label')).toMatch(/^Type0\.0,/)
  expect(document.activeElement).toBe(boxes()[0])
  // None of these is drawn anew in that frame, and none is reached by Tab after it.
  const reachedByTab = () => map().querySelectorAll('[tabindex="0"]').length
  expect(reachedByTab()).toBe(2)
  // Those of the place before are below, and leave a few in a frame.
  const left = () => map().querySelectorAll('[aria-hidden] button').length
  const before = left()
  expect(before).toBeGreaterThan(60)
  nextFrame()
  expect(boxes().length).toBeGreaterThan(12)
  expect(left()).toBeLessThan(before)
  expect(left()).toBeGreaterThan(0)
  expect(reachedByTab()).toBe(1)
  await whenAllAreDrawn()
  expect(map().querySelector('[aria-hidden]')).toBeNull()
  expect(document.activeElement).toBe(boxes()[0])
})

it('draws its tools anew for no answer', async () => {
  let answer: (() => void) | null = null
  installFakeBridge({
    'heaps.tree': async ({ question: { path } }) => {
      if (path.length > 0) await new Promise<void>((resolve) => (answer = resolve))
      return { rows: rowsBelow(path), omitted: null }
    },
  })
  renderUi(
    <HeapViewProvider value={view}>
      <TreemapTab />
    </HeapViewProvider>,
  )
  await screen.findByRole('group', { name: 'Treemap of retained sizes' })
  const before = await whenAllAreDrawn()
  vi.mocked(Icon).mockClear()
  await act(async () => answer!())
  expect(await whenAllAreDrawn()).toBeGreaterThan(before)
  expect(Icon).not.toHaveBeenCalled()
})

it('draws no tool anew that another place leaves as it is', async () => {
  installFakeBridge({
    'heaps.tree': ({ question }) => ({ rows: rowsBelow(question.path), omitted: null }),
  })
  renderUi(
    <HeapViewProvider value={view}>
      <TreemapTab />
    </HeapViewProvider>,
  )
  await screen.findByRole('group', { name: 'Treemap of retained sizes' })
  await whenAllAreDrawn()
  expect(drawnIcons()).toContain(ImageDown)
  vi.mocked(Icon).mockClear()
  fireEvent.keyDown(boxes()[0]!, { key: 'Enter' })
  await act(async () => undefined)
  expect(drawnIcons()).toContain(ChevronRight)
  expect(drawnIcons()).not.toContain(ImageDown)
})
