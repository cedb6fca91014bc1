import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { TraceFlame, TraceFlameQuestion } from '../../../../shared/model/trace/trace-flame.ts'
import { type TraceFrame, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { boxesOf } from '../../../canvas/flame/testing.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { type TraceView } from '../view/trace-view.ts'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { stackText } from './flame-entries.ts'
import { FlameTab } from './flame-tab.tsx'

const rows = ['All 0 100', 'Main 0 90, Idle 90 10', 'Work 0 60, Read 60 20', 'Sort 0 50, Sort 60 20']

function flameOf(changes: Partial<TraceFlame> = {}): TraceFlame {
  const boxes = boxesOf(rows)
  return {
    ...boxes,
    self: new Float64Array(boxes.width.length),
    functions: boxes.names.map((method, functionNumber) => ({
      method: `Shop.App.${method}()`,
      name: `App.${method}`,
      module: 'Shop',
      functionNumber,
      origin: 'own',
    })),
    sampleCount: 100,
    from: 0,
    to: 100,
    maxDepth: 3,
    omittedBoxCount: 0,
    matches: null,
    intervalMs: 1,
    ...changes,
  }
}

vi.mock(import('../../../ui/icon.tsx'), { spy: true })

beforeEach(() => {
  giveLayout()
  resetStore()
})

function open(view: Partial<TraceView> = {}, flame: TraceFlame = flameOf()) {
  const asked: TraceFlameQuestion[] = []
  const picked: (TraceFrame | null)[] = []
  installFakeBridge({
    'traces.flame': ({ question }) => {
      asked.push(question)
      return flame
    },
  })
  const value = viewOf({ pickFrame: (frame) => picked.push(frame), ...view })
  const rendered = renderUi(
    <TraceViewProvider value={value}>
      <FlameTab />
    </TraceViewProvider>,
  )
  return { asked, picked, ...rendered }
}

const sum = (): string => screen.getByRole('group', { name: 'Flame graph' }).textContent
const focused = (): string => screen.getByRole('treeitem', { selected: true }).textContent

describe('the flame graph of a trace', () => {
  it('asks for the boxes of the selection that fit its width, and says what they are', async () => {
    const { asked } = open()
    expect(await screen.findByRole('treeitem', { name: /^All threads, running, 100\.0%/ })).toBeTruthy()
    expect(asked).toEqual([
      {
        selection: { ...wholeTrace, classes: ['running'] },
        stretch: { path: [], from: 0, to: 1 },
        widthPx: 800,
        search: '',
      },
    ])
    expect(screen.getByRole('group', { name: 'Flame graph' }).textContent).toMatch(/^Running 100\sms in 100\ssamples/)
  })

  it('draws none of its tools anew with another answer to the same question', async () => {
    let sampleCount = 100
    installFakeBridge({ 'traces.flame': () => flameOf({ sampleCount }) })
    const view = viewOf({})
    const tabIn = (revision: number) => (
      <TraceViewProvider value={{ ...view, revision }}>
        <FlameTab />
      </TraceViewProvider>
    )
    const { rerender } = renderUi(tabIn(0))
    await waitFor(() => expect(sum()).toMatch(/^Running 100\sms/))
    vi.mocked(Icon).mockClear()
    sampleCount = 200
    rerender(tabIn(1))
    await waitFor(() => expect(sum()).toMatch(/^Running 200\sms/))
    expect(Icon).not.toHaveBeenCalled()
  })

  it('says samples, and no duration, where the file does not state their interval', async () => {
    open({}, flameOf({ intervalMs: null }))
    await screen.findByRole('treeitem')
    expect(screen.getByRole('group', { name: 'Flame graph' }).textContent).toMatch(/^Running 100\ssamples/)
  })

  it('is navigated by keyboard; only the path to the box and its neighbors are in the page', async () => {
    const { user, picked } = open()
    await screen.findByRole('treeitem')
    screen.getByRole('tree').focus()
    await user.keyboard('{ArrowDown}')
    expect(focused()).toBe('App.Main, 90.0%, 90 samples, Shop')
    expect(picked.at(-1)).toEqual({ method: 'Shop.App.Main()', module: 'Shop', name: 'App.Main' })
    await user.keyboard('{ArrowDown}{ArrowRight}')
    expect(focused()).toContain('Read')
    expect(screen.getAllByRole('treeitem').map((item) => item.getAttribute('aria-level'))).toEqual(['1', '2', '3', '3'])
    const id = screen.getByRole('tree').getAttribute('aria-activedescendant') ?? ''
    expect(document.getElementById(id)?.textContent).toContain('Read')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    expect(focused()).toContain('All threads')
    expect(picked.at(-1)).toBeNull()
  })

  it('requests the zoomed box again, and goes back', async () => {
    const { user, asked } = open()
    await screen.findByRole('treeitem')
    screen.getByRole('tree').focus()
    await user.keyboard('{ArrowDown}{Enter}')
    expect(await screen.findByRole('button', { name: 'Zoom out' })).toBeTruthy()
    expect(asked.at(-1)?.stretch).toEqual({ path: [1], from: 0, to: 1 })
    await user.keyboard('{Escape}')
    expect(asked.at(-1)?.stretch).toEqual({ path: [], from: 0, to: 1 })
    expect(screen.queryByRole('button', { name: 'Zoom out' })).toBeNull()
  })

  it('steps through what a search found', async () => {
    const matches = {
      placeCount: 2,
      samples: 70,
      start: Float64Array.of(0, 60),
      width: Float64Array.of(50, 20),
      depth: Uint32Array.of(3, 3),
    }
    const { user } = open({ search: 'sort' }, flameOf({ matches }))
    expect(await screen.findByText('2 places, 70.0%')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next match' }))
    expect(focused()).toContain('50.0%')
    await user.click(screen.getByRole('button', { name: 'Next match' }))
    expect(focused()).toContain('20.0%')
    await user.click(screen.getByRole('button', { name: 'Previous match' }))
    expect(focused()).toContain('50.0%')
  })

  it('hides a function and has a menu by keys', async () => {
    const transforms: unknown[] = []
    const { user } = open({ addTransform: (transform) => transforms.push(transform) })
    await screen.findByRole('treeitem')
    screen.getByRole('tree').focus()
    await user.keyboard('{ArrowDown}h')
    expect(transforms).toEqual([
      { kind: 'hide', frame: { method: 'Shop.App.Main()', module: 'Shop', name: 'App.Main' } },
    ])
    screen.getByRole('tree').dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true }))
    const menu = await screen.findByRole('menu')
    expect(within(menu).getByRole('menuitem', { name: /Zoom to this box/ })).toBeTruthy()
    expect(within(menu).getByRole('menuitem', { name: /Copy stack/ })).toBeTruthy()
  })

  it('copies a stack with the innermost call first', () => {
    expect(stackText(flameOf(), 6)).toBe('Shop!Shop.App.Sort()\nShop!Shop.App.Read()\nShop!Shop.App.Main()')
  })
})
