import { screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import type { TraceFindings } from '../../../../shared/model/trace/trace-findings.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { commands } from '../../../commands/registry.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { TraceViewProvider, type WholeTraceView } from '../view/trace-view-provider.tsx'
import { FindingsPane } from './findings-pane.tsx'

const link = { table: 'blocking-waits', search: 'ReserveBlocking', range: null } as const
const blocked = {
  id: 'sync-over-async',
  title: 'Sync over async blocks thread-pool threads',
  summary: 'Shop.Inventory.ReserveBlocking blocks on a task.',
  confidence: 'high',
  evidence: [
    {
      text: 'Shop.Inventory.ReserveBlocking: 41 times',
      count: 41,
      method: 'Shop.Inventory.ReserveBlocking',
      awaited: 'Shop.Inventory.ReserveAsync',
      route: 'GET /quotes/{id}',
      link,
    },
  ],
  contrary: ['33 of the 41 waits were short.'],
  nextStep: 'Await Shop.Inventory.ReserveAsync.',
  lostMs: 6910,
} as const
const lost = { ...blocked, id: 'lost-events', title: '312 events were lost', confidence: 'medium', lostMs: 0 } as const
const answer: TraceFindings = {
  findings: [blocked, lost],
  notJudged: [{ id: 'logged-errors', name: 'Logged errors', missing: 'log messages', question: 'logs' }],
  passed: [{ id: 'gc-pauses', name: 'GC pauses', measured: '2.1% of the time paused' }],
}

const shown: unknown[] = []

function open(given: TraceFindings = answer, selection = wholeTrace, selectedId: string | null = null) {
  shown.length = 0
  const bridge = installFakeBridge({ 'traces.findings': () => given })
  const view = {
    findingId: selectedId,
    target: { documentId: 'trace-1', path: '/x/a.nettrace', name: 'a.nettrace', sizeBytes: 1 },
    summary: { target: { commandLine: 'dotnet /srv/Shop.dll --port 80' } } as TraceSummary,
    selection,
    showRows: (...place: readonly unknown[]) => shown.push(place),
  } as unknown as WholeTraceView
  const rendered = renderUi(<Pane view={view} />)
  return { bridge, ...rendered }
}

function Pane({ view }: { readonly view: WholeTraceView }) {
  const [findingId, pickFinding] = useState(view.findingId)
  return (
    <TraceViewProvider value={{ ...view, findingId, pickFinding }}>
      <FindingsPane />
    </TraceViewProvider>
  )
}

beforeEach(resetStore)

it('lists every check and shows the evidence of the first finding', async () => {
  open()
  expect(await screen.findByText('2 findings in 4 checks')).toBeTruthy()
  const items = screen.getAllByTestId('finding')
  expect(items.map((item) => item.getAttribute('aria-current'))).toEqual(['true', 'false'])
  expect(items[0]?.textContent).toContain('High')
  const evidence = screen.getByRole('region', { name: 'Evidence' })
  expect(within(evidence).getByText('Waits for Shop.Inventory.ReserveAsync')).toBeTruthy()
  expect(within(evidence).getByText('In GET /quotes/{id}')).toBeTruthy()
  expect(screen.getByText('33 of the 41 waits were short.')).toBeTruthy()
  expect(screen.getByText('2.1% of the time paused')).toBeTruthy()
})

it('links an observation to its rows', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: /^Show in Locks and waits/ }))
  expect(shown).toEqual([['blocking-waits', 'ReserveBlocking', null]])
})

it('goes from one finding to the next with the arrow keys', async () => {
  const { user } = open()
  const [first, second] = await screen.findAllByTestId('finding')
  first?.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toBe(second)
  expect(screen.getByRole('article', { name: '312 events were lost' })).toBeTruthy()
  await user.keyboard('{ArrowDown}{ArrowUp}')
  expect(document.activeElement).toBe(first)
})

it('begins with the finding that was picked elsewhere', async () => {
  open(answer, wholeTrace, 'lost-events')
  expect(await screen.findByRole('article', { name: '312 events were lost' })).toBeTruthy()
})

it('asks to record what is missing, of the process that the recording is of', async () => {
  const asked: unknown[] = []
  const asking = commands.registerWith('record.question', (given) => asked.push(given))
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Record Logs for Logged errors' }))
  await user.click(screen.getByRole('button', { name: 'Record again' }))
  expect(asked).toEqual([
    { presetId: 'logs', processName: 'Shop' },
    { presetId: 'time', processName: 'Shop' },
  ])
  asking.dispose()
})

it('checks again for another range, without the sample classes', async () => {
  const { bridge } = open(answer, { ...wholeTrace, range: { fromMs: 5, toMs: 9 }, classes: ['running'] })
  await screen.findByText('2 findings in 4 checks')
  expect(bridge.requestsOf('traces.findings')).toEqual([
    { documentId: 'trace-1', selection: { ...wholeTrace, range: { fromMs: 5, toMs: 9 } } },
  ])
})

it('never says that all is well while checks lack events', async () => {
  open({ ...answer, findings: [] })
  expect(await screen.findByText('No problems found')).toBeTruthy()
  expect(screen.getByText('1 check needs events that this recording doesn’t have.')).toBeTruthy()
})
