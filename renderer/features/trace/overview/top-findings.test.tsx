import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import type { TraceFinding, TraceFindings } from '../../../../shared/model/trace/trace-findings.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { TopFindings } from './top-findings.tsx'

beforeEach(resetStore)

const link = { table: 'events', search: '', range: null } as const

function found(id: string, { method, summary = '' }: { method?: string; summary?: string } = {}): TraceFinding {
  const evidence = [
    { text: 'Seen often', count: 3, link },
    ...(method === undefined ? [] : [{ text: 'Seen below it', count: 2, method, link }]),
  ]
  return { id, title: `Title of ${id}`, summary, confidence: 'high', evidence, contrary: [], nextStep: '', lostMs: 0 }
}

function open(answer: Partial<TraceFindings>) {
  const gone: unknown[] = []
  installFakeBridge({ 'traces.findings': () => ({ findings: [], notJudged: [], passed: [], ...answer }) })
  const view = viewOf({ goTo: (to) => gone.push(to.tab), pickFinding: (id) => gone.push(id) })
  const rendered = renderUi(
    <TraceViewProvider value={view}>
      <TopFindings />
    </TraceViewProvider>,
  )
  return { gone, ...rendered }
}

const section = () => screen.findByRole('region', { name: 'Top findings' })
const lines = async () => within(await section()).getAllByTestId('top-finding')

it('says the first finding in a sentence, and of the others what they are about', async () => {
  open({
    findings: [
      found('blocked', { method: 'Shop.Orders.Reserve()', summary: 'Shop.Orders.Reserve() blocks.' }),
      found('timers', { method: 'Shop.Jobs.OnTick()' }),
      found('pauses'),
    ],
  })
  expect((await lines()).map(({ textContent }) => textContent)).toEqual([
    'Title of blockedShop.Orders.Reserve() blocks.',
    'Title of timersJobs.OnTick',
    'Title of pauses',
  ])
})

it('names the culprit of the first finding where its sentence does not', async () => {
  open({ findings: [found('timers', { method: 'Shop.Jobs.OnTick()', summary: '4,000 active timers.' })] })
  expect((await lines())[0]?.textContent).toBe('Title of timersJobs.OnTick4,000 active timers.')
})

it('leads to the evidence of each finding, and to the list of all', async () => {
  const { gone, user } = open({ findings: [found('blocked'), found('timers')] })
  await user.click(within((await lines())[1]!).getByRole('button', { name: /^Title of timers/ }))
  await user.click(screen.getByRole('button', { name: 'Both findings' }))
  expect(gone).toEqual(['timers', 'findings', 'findings'])
})

it('shows four of many', async () => {
  open({ findings: ['a', 'b', 'c', 'd', 'e'].map((id) => found(id)) })
  expect(await lines()).toHaveLength(4)
  expect(screen.getByRole('button', { name: 'All 5 findings' })).toBeTruthy()
})

it('never says that all is well while checks lack events', async () => {
  open({
    passed: [{ id: 'pauses', name: 'GC pauses', measured: '1%' }],
    notJudged: [{ id: 'logs', name: 'Logged errors', missing: 'log messages', question: 'logs' }],
  })
  expect((await section()).textContent).toContain('1 check passed; 1 needs events that weren’t recorded.')
})
