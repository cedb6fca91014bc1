import { fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TraceStackChart, TraceStackChartQuestion } from '../../../../shared/model/trace/trace-stack-chart.ts'
import { type TraceFrame, type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { boxesOf } from '../../../canvas/flame/testing.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { StackChartTab } from './stack-chart-tab.tsx'

const rows = ['All 0 100000', 'Main 0 60000, Idle 80000 10000', 'Work 0 20000, Read 20000 40000']

function chartOf(changes: Partial<TraceStackChart> = {}): TraceStackChart {
  const boxes = boxesOf(rows)
  return {
    ...boxes,
    calls: new Uint32Array(boxes.width.length).fill(1),
    functions: boxes.names.map((method, functionNumber) => ({
      method: `Shop.App.${method}()`,
      name: `App.${method}`,
      module: 'Shop',
      functionNumber,
      origin: 'own',
    })),
    threads: [
      { id: 7, name: '', samples: 90 },
      { id: 8, name: '.NET TP Worker', samples: 50 },
    ],
    threadCount: 2,
    thread: 7,
    fromMs: 1000,
    toMs: 1100,
    from: 0,
    to: 100_000,
    maxDepth: 2,
    omittedBoxCount: 0,
    sampleCount: 90,
    ...changes,
  }
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

function open(changes: Partial<TraceStackChart> = {}) {
  const asked: TraceStackChartQuestion[] = []
  const picked: (TraceFrame | null)[] = []
  const selected: TraceSelection[] = []
  const bridge = installFakeBridge({
    'clipboard.writeText': () => null,
    'traces.stackChart': ({ question }) => {
      asked.push(question)
      return chartOf({ thread: question.thread ?? 7, ...changes })
    },
  })
  const value = viewOf({
    tab: 'stack-chart',
    select: (selection) => selected.push(selection),
    pickFrame: (frame) => picked.push(frame),
  })
  const rendered = renderUi(
    <TraceViewProvider value={value}>
      <StackChartTab />
    </TraceViewProvider>,
  )
  return { asked, picked, selected, bridge, ...rendered }
}

const focused = (): string => screen.getByRole('treeitem', { selected: true }).textContent

describe('the stack chart of a trace', () => {
  it('asks for the thread that matters most, and says how many samples it has and that gaps have none', async () => {
    const { asked } = open()
    expect(await screen.findByRole('treeitem', { name: /^Thread 7, at 1\.000/ })).toBeTruthy()
    expect(asked).toEqual([
      { selection: { ...wholeTrace, classes: ['running'] }, thread: null, from: 0, to: null, widthPx: 800 },
    ])
    expect(screen.getByRole('group', { name: 'Stack chart' }).textContent).toMatch(
      /Running 90\ssamples, gaps have none/,
    )
  })

  it('shows another thread', async () => {
    const { user, asked } = open()
    await user.click(await screen.findByRole('combobox', { name: 'Thread' }))
    await user.click(await screen.findByRole('option', { name: /\.NET TP Worker 8/ }))
    expect(await screen.findByRole('treeitem', { name: /^\.NET TP Worker 8/ })).toBeTruthy()
    expect(asked.at(-1)?.thread).toBe(8)
  })

  it('is navigated by keyboard, zooms to a call and back, and copies its stack', async () => {
    const { user, asked, picked, bridge } = open()
    await screen.findByRole('treeitem')
    screen.getByRole('tree').focus()
    await user.keyboard('{ArrowDown}')
    expect(focused()).toMatch(/^App\.Main, at 1\.0+ s, 60\sms, Shop$/)
    expect(picked.at(-1)).toEqual({ method: 'Shop.App.Main()', module: 'Shop', name: 'App.Main' })
    await user.keyboard('{ArrowDown}{ArrowRight}c')
    expect(focused()).toContain('App.Read')
    expect(bridge.requestsOf('clipboard.writeText')).toEqual([{ text: 'Shop!Shop.App.Read()\nShop!Shop.App.Main()' }])
    await user.keyboard('{Enter}')
    expect(asked.at(-1)).toMatchObject({ from: 20_000, to: 60_000 })
    expect(await screen.findByRole('button', { name: 'Zoom out' })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(asked.at(-1)).toMatchObject({ from: 0, to: 100_000 })
  })

  it('selects the time of a call', async () => {
    const { user, selected } = open()
    await screen.findByRole('treeitem')
    screen.getByRole('tree').focus()
    await user.keyboard('{ArrowDown}')
    fireEvent.contextMenu(screen.getByRole('tree'), { button: 0 })
    await user.click(await screen.findByRole('menuitem', { name: 'Select this time' }))
    expect(selected.at(-1)?.range).toEqual({ fromMs: 1000, toMs: 1060 })
  })

  it('says so where no samples are selected', async () => {
    open({ threads: [], threadCount: 0, thread: null, sampleCount: 0 })
    expect(await screen.findByText('No samples are selected.')).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Thread' })).toBeNull()
  })
})
