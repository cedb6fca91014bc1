import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { TraceFrameFacts, TraceFrameQuestion } from '../../../../shared/model/trace/trace-frame-facts.ts'
import type { TraceSource } from '../../../../shared/model/trace/trace-source.ts'
import { type TraceFrame, type TraceSelection, wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { commands } from '../../../commands/registry.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { TraceViewProvider, type WholeTraceView } from '../view/trace-view-provider.tsx'
import { FrameInspector } from './frame-inspector.tsx'

const frame: TraceFrame = { method: 'Shop.Orders.Price(int32)', module: 'Shop', name: 'Orders.Price' }
const rowOf = (name: string, samples: number) => ({ method: `Shop.${name}()`, name, module: 'Shop', samples })

const facts: TraceFrameFacts = {
  sampleCount: 100,
  self: 10,
  total: 40,
  placeCount: 2,
  callers: { rows: [rowOf('Orders.Place', 30), rowOf('App.Main', 10)], count: 12 },
  callees: { rows: [rowOf('Array.Sort', 30)], count: 1 },
  threads: { rows: [{ id: 77, name: '.NET TP Worker', samples: 40 }], count: 1 },
  when: { fromMs: 0, toMs: 1000, samples: Uint32Array.of(0, 30, 10) },
  rules: [
    { rule: 'managed-code', count: 36, correctedCount: 0 },
    { rule: 'lock-enter', count: 4, correctedCount: 1 },
  ],
  stack: [
    { method: 'Shop.Orders.Price(int32)', name: 'Orders.Price', module: 'Shop' },
    { method: 'Shop.App.Main()', name: 'App.Main', module: 'Shop' },
  ],
  origin: 'own',
  code: [{ tier: 'QuickJitted', sizeBytes: 300 }],
  compileMs: 2,
  modulePath: '/app/Shop.dll',
  intervalMs: 1,
}

beforeEach(() => {
  giveLayout()
  resetStore()
})

const source: TraceSource = {
  start: { path: '/src/Shop/Orders.cs', line: 30 },
  gap: null,
  lines: [{ path: '/src/Shop/Orders.cs', line: 42, samples: 24 }],
  lineCount: 3,
  precompiledCount: 0,
  unmappedCount: 0,
  hiddenCount: 0,
}

function open(
  view: Partial<WholeTraceView> = {},
  answer: Partial<TraceFrameFacts> = {},
  sourceAnswer: Partial<TraceSource> = {},
) {
  const asked: TraceFrameQuestion[] = []
  const picked: (TraceFrame | null)[] = []
  const selected: TraceSelection[] = []
  const shown: unknown[] = []
  const places: unknown[] = []
  const bridge = installFakeBridge({
    'clipboard.writeText': () => null,
    'traces.frame': ({ question }) => {
      asked.push(question)
      return { ...facts, ...answer }
    },
    'traces.source': () => ({ ...source, ...sourceAnswer }),
  })
  const value = viewOf({
    frame,
    goTo: (to) => places.push(to),
    select: (selection) => selected.push(selection),
    pickFrame: (next) => picked.push(next),
    showRows: (...place) => shown.push(place),
    ...view,
  })
  const rendered = renderUi(
    <TraceViewProvider value={value}>
      <FrameInspector />
    </TraceViewProvider>,
  )
  return { bridge, asked, picked, selected, shown, places, ...rendered }
}

const pane = () => screen.findByRole('complementary', { name: 'Selected frame' })
const list = (name: string) => screen.findByRole('list', { name })

describe('the selected frame', () => {
  it('says how much of the selection is in it, when, where and what it is made of', async () => {
    const { asked } = open()
    expect(within(await pane()).getByRole('heading', { name: 'Orders.Price' })).toBeTruthy()
    expect(asked).toEqual([
      { selection: { ...wholeTrace, classes: ['running'] }, frame: { method: frame.method, module: 'Shop' } },
    ])
    const text = (await pane()).textContent
    expect(text).toContain('40.0% of running')
    expect(text).toContain('10.0% of running')
    expect(text).toMatch(/40\ssamples in 2 places/)
    expect(screen.getByRole('img', { name: /^40\ssamples over 1/ })).toBeTruthy()
    expect(text).toMatch(/CompiledTier 0, 300\sB/)
    expect(text).toContain('Arguments(int32)')
    expect(text).toContain('File/app/Shop.dll')
    expect((await list('Samples by class')).textContent).toContain(
      'Waiting 10.0%The thread waited for a lock. 1 sample was reclassified.',
    )
  })

  it('goes to callers and callees, and selects a thread', async () => {
    const { user, picked, selected, places } = open()
    await user.click(within(await list('Callers')).getByRole('button', { name: /^Orders\.Place/ }))
    expect(picked.at(-1)).toEqual({ method: 'Shop.Orders.Place()', module: 'Shop', name: 'Orders.Place' })
    const callees = within(await list('Callees'))
    expect(callees.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Array\.Sort30\sms75\.0%$/),
      expect.stringMatching(/^Self10\sms25\.0%$/),
    ])
    await user.click(screen.getByRole('button', { name: '10 more' }))
    expect(places).toEqual([{ tab: 'callers' }])
    await user.click(within(await list('Threads')).getByRole('button', { name: /TP Worker 77/ }))
    expect(selected.at(-1)).toMatchObject({ threads: [77], classes: ['running'] })
  })

  it('says where it stands in its source and in which lines the samples are, to be copied', async () => {
    const { user, bridge } = open()
    expect(await screen.findByText('/src/Shop/Orders.cs:30')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy source location' }))
    const [line] = within(await list('Lines')).getAllByRole('listitem')
    expect(line?.textContent).toMatch(/^Orders\.cs:4224\sms60\.0%$/)
    await user.click(within(line!).getByRole('button'))
    expect(bridge.requestsOf('clipboard.writeText')).toEqual([
      { text: '/src/Shop/Orders.cs:30' },
      { text: '/src/Shop/Orders.cs:42' },
    ])
    expect(screen.getByText('2 more')).toBeTruthy()
  })

  it('says why there are no source lines, and which question records them', async () => {
    const none = { start: null, lines: [], lineCount: 0 }
    const { rerender } = open({}, {}, { ...none, gap: 'other-build' })
    expect(await screen.findByText(/^The PDB is of another build/)).toBeTruthy()
    rerender(<></>)
    const asked: unknown[] = []
    const asking = commands.registerWith('record.question', (given) => asked.push(given))
    const summary = { imported: null, target: { commandLine: 'dotnet /srv/Shop.dll' } } as WholeTraceView['summary']
    const { user } = open({ summary }, {}, { lines: [], lineCount: 0, precompiledCount: 2, unmappedCount: 38 })
    expect(await screen.findByText('2 samples in precompiled code, which has no map to its lines.')).toBeTruthy()
    expect(screen.getByText('38 samples in code whose line map wasn’t recorded.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Record “Where is time spent?”' }))
    expect(asked).toEqual([{ presetId: 'time', processName: 'Shop' }])
    asking.dispose()
  })

  it('copies the heaviest stack and opens the events of the selection', async () => {
    const range = { fromMs: 1, toMs: 2 }
    const { user, bridge, shown } = open({ selection: { ...wholeTrace, range } })
    await user.click(await screen.findByRole('button', { name: 'Copy stack' }))
    expect(bridge.requestsOf('clipboard.writeText')).toEqual([
      { text: 'Shop!Shop.Orders.Price(int32)\nShop!Shop.App.Main()' },
    ])
    await user.click(screen.getByRole('button', { name: 'Open in Events' }))
    expect(shown).toEqual([['events', '', range]])
    await user.click(screen.getByRole('button', { name: 'More for this function' }))
    expect(await screen.findByRole('menuitem', { name: 'Leave out stacks with this function' })).toBeTruthy()
  })

  it('says so where no sample of the selection has the function, and where none is selected', async () => {
    const empty = { rows: [], count: 0 }
    const { rerender } = open({}, { total: 0, self: 0, callers: empty, callees: empty, threads: empty, stack: [] })
    expect(await screen.findByText('No samples with this function are selected.')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Copy stack' }).getAttribute('aria-disabled')).toBe('true')
    rerender(<></>)
    open({ frame: null })
    expect(await screen.findByText('No frame selected')).toBeTruthy()
  })

  it('is hidden and shown again, and is absent from tabs without functions', async () => {
    const { user, rerender } = open()
    await pane()
    await user.click(screen.getByRole('button', { name: 'Hide selected frame' }))
    expect(screen.queryByRole('complementary')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show selected frame' }))
    await pane()
    rerender(<></>)
    open({ tab: 'events' })
    expect(screen.queryByRole('complementary')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Show selected frame' })).toBeNull()
  })
})
