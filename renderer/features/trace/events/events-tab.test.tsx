import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { TraceEventAt } from '../../../../shared/model/trace/trace-events.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import { installFakeBridge } from '../../../testing/fake-bridge.ts'
import { giveLayout } from '../../../testing/layout.ts'
import { renderUi, resetStore } from '../../../testing/render.tsx'
import { viewOf } from '../testing/trace-view.ts'
import { TraceViewProvider } from '../view/trace-view-provider.tsx'
import { EventsTab } from './events-tab.tsx'

/** Of the file, in the order in which it has them. */
interface Recorded {
  readonly timeMs: number
  readonly name: string
}

const recorded: Recorded[] = []

const byTime = (search: string, isDescending: boolean): readonly number[] => {
  const found = [...recorded.keys()].filter((index) => recorded[index]!.name.includes(search))
  const order = found.toSorted((a, b) => recorded[a]!.timeMs - recorded[b]!.timeMs)
  return isDescending ? order.toReversed() : order
}

function placed(order: readonly number[], at: TraceEventAt): readonly [eventIndex: number, place: number | null] {
  if ('place' in at) return [order[at.place]!, at.place]
  const place = order.indexOf(at.eventIndex)
  if (place < 0) return [at.eventIndex, null]
  const wanted = Math.min(order.length - 1, Math.max(0, place + at.step))
  return [order[wanted]!, wanted]
}

const page = { grow: (): void => undefined }

function Growing() {
  const [revision, setRevision] = useState(0)
  const [eventFilter, setEventFilter] = useState('')
  useEffect(() => {
    page.grow = () => setRevision(revision + 1)
  }, [revision])
  const summary = { imported: null, startUnixMs: 0, rowCounts: { events: recorded.length } } as TraceSummary
  return (
    <TraceViewProvider value={viewOf({ tab: 'events', summary, revision, eventFilter, setEventFilter })}>
      <EventsTab views={[{ table: 'events', label: 'Events' }]} onChoose={() => undefined} empty="" />
    </TraceViewProvider>
  )
}

beforeEach(() => {
  giveLayout()
  resetStore()
  recorded.length = 0
  recorded.push(...[10, 20, 30, 40].map((timeMs) => ({ timeMs, name: `At${String(timeMs)}` })))
})

function open() {
  const bridge = installFakeBridge({
    'traces.eventWords': () => ({ providers: [], events: [], threads: [], fields: [] }),
    'traces.eventMatches': () => ({
      count: recorded.length,
      fromMs: 0,
      toMs: 100,
      bins: new Uint32Array(300),
      types: [],
      typeCount: 0,
      fields: [],
    }),
    'traces.table': ({ question }) => {
      const eventIndexes = byTime(question.search, question.isDescending)
      const rows = eventIndexes.map((index) => [recorded[index]!.timeMs, recorded[index]!.name, 'P', '', 7])
      return { allRowCount: recorded.length, rowCount: rows.length, rows, eventIndexes, hasSecrets: false }
    },
    'traces.event': ({ question: { question, at } }) => {
      const [eventIndex, place] = placed(byTime(question.search, question.isDescending), at)
      return {
        eventIndex,
        place,
        timeMs: recorded[eventIndex]!.timeMs,
        event: recorded[eventIndex]!.name,
        provider: 'P',
        id: 1,
        version: 0,
        level: 4,
        keywords: '0x0',
        thread: 7,
        threadName: '',
        activity: '',
        fields: [],
        hasSecrets: false,
        stack: [],
        omittedFrames: 0,
      }
    },
    'traces.eventsBetween': ({ question: { from, to } }) => {
      const order = byTime('', false)
      return Math.abs(order.indexOf(to) - order.indexOf(from)) - 1
    },
  })
  renderUi(<Growing />)
  return bridge
}

const grid = () => screen.findByRole('grid', { name: 'Events' })
const selectedRow = async () => within(await grid()).queryByRole('row', { selected: true })
const details = () => screen.findByRole('complementary', { name: 'Event' })

async function pickRow(name: string): Promise<void> {
  fireEvent.pointerDown(await within(await grid()).findByText(name))
  await waitFor(async () => expect((await details()).textContent).toContain(name))
}

it('keeps the event and the marks A and B while earlier events come into the file later', async () => {
  const user = userEvent.setup()
  open()
  await pickRow('At20')
  await user.click(within(await details()).getByRole('button', { name: 'Set as A' }))
  await pickRow('At40')
  await user.click(within(await details()).getByRole('button', { name: 'Set as B' }))
  const span = await screen.findByRole('group', { name: 'From A to B' })
  await within(span).findByText('1 matching event in between')

  recorded.push({ timeMs: 5, name: 'At5' }, { timeMs: 25, name: 'At25' })
  page.grow()
  await within(span).findByText('2 matching events in between')
  await within(await grid()).findByText('At25')
  expect((await selectedRow())?.textContent).toContain('At40')
  expect((await details()).textContent).toContain('At40')
  const marked = [...(await grid()).querySelectorAll('[class*="marked"]')].map((row) => row.textContent)
  expect(marked).toEqual([expect.stringContaining('At20'), expect.stringContaining('At40')])
})

it('steps through the list as it is sorted now, as often as it is asked to', async () => {
  const user = userEvent.setup()
  open()
  await pickRow('At20')
  await user.click(within(await grid()).getByRole('columnheader', { name: /Time/ }))
  await waitFor(async () => expect((await within(await grid()).findAllByRole('row'))[1]!.textContent).toContain('At40'))
  expect((await selectedRow())?.textContent).toContain('At20')
  const previous = within(await details()).getByRole('button', { name: 'Previous event' })
  fireEvent.click(previous)
  fireEvent.click(previous)
  await waitFor(async () => expect((await details()).textContent).toContain('At40'))
  expect((await selectedRow())?.textContent).toContain('At40')
})

it('marks the event that was stepped to, also before it is shown', async () => {
  open()
  await pickRow('At10')
  fireEvent.click(within(await details()).getByRole('button', { name: 'Set as A' }))
  const next = within(await details()).getByRole('button', { name: 'Next event' })
  const mark = within(await details()).getByRole('button', { name: 'Set as B' })
  fireEvent.click(next)
  fireEvent.click(next)
  fireEvent.click(next)
  fireEvent.click(mark)
  const span = await screen.findByRole('group', { name: 'From A to B' })
  await within(span).findByText('2 matching events in between')
  expect((await details()).textContent).toContain('At40')
})

it('shows an event that the filter leaves out, and says so', async () => {
  open()
  await pickRow('At20')
  fireEvent.change(screen.getByRole('combobox', { name: 'Filter events' }), { target: { value: 'At40' } })
  await within(await details()).findByText(/Not in the list/)
  expect((await details()).textContent).toContain('At20')
  const next = within(await details()).getByRole('button', { name: 'Next event' })
  expect(next.getAttribute('aria-disabled')).toBe('true')
  expect(await selectedRow()).toBeNull()
})
