import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import { defaultSettings } from '../../../shared/model/settings.ts'
import type { TraceLink } from '../../../shared/model/trace/trace-link.ts'
import type { TraceOverview } from '../../../shared/model/trace/trace-overview.ts'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import { type CountedTableName, traceTableNames } from '../../../shared/model/trace/trace-tables.ts'
import { appStore } from '../../store/create-store.ts'
import type { TraceTarget } from '../../store/navigation-slice.ts'
import { installFakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { commands } from '../../commands/registry.ts'
import { TraceScreen } from './trace-screen.tsx'
import { fetchedWords, namesWords } from './trace-words.ts'

const target: TraceTarget = { documentId: 'trace-1', path: '/x/a.nettrace', name: 'a.nettrace', sizeBytes: 2048 }
const noRows = Object.fromEntries(traceTableNames.map((table) => [table, 0])) as Record<CountedTableName, number>
const whole: TraceSummary = {
  format: { container: 'nettrace', major: 5, minor: 0, objectVersion: 4 },
  target: {
    pid: 42,
    pointerBytes: 8,
    processorCount: 4,
    commandLine: 'app --password hunter2 --port 80',
    operatingSystem: 'Linux',
    architecture: 'x64',
    runtimeVersion: '10.0.1',
  },
  startUnixMs: 0,
  firstEventMs: 0,
  lastEventMs: 2500,
  hasHeap: false,
  eventCount: 1234,
  lostCount: 0,
  isComplete: true,
  damage: [],
  unknownBlocks: [],
  providers: [{ name: 'P', eventCount: 1234 }],
  losses: [],
  names: { methodCount: 10, moduleCount: 1, frameCount: 100, namedFrameCount: 99, areBeside: false },
  samples: { running: 2, spinning: 0, waiting: 1, idle: 0, unknown: 0 },
  samplingIntervalMs: 1,
  sampleRules: [
    { rule: 'managed-code', count: 2, correctedCount: 0 },
    { rule: 'monitor-wait', count: 1, correctedCount: 1 },
  ],
  systemCpu: null,
  rowCounts: { ...noRows, 'event-types': 2, threads: 1, counters: 3 },
  found: { starvations: 0, activitiesLeftOut: 0, joinableAwaits: 0 },
  imported: null,
}

const overview: TraceOverview = {
  durationMs: 2500,
  samples: { running: 2, spinning: 0, waiting: 1, idle: 0, unknown: 0 },
  threadCount: 1,
  selectedCount: 2,
  tracingCount: 0,
  self: [{ method: 'A.B.Hot()', name: 'B.Hot', module: 'App', count: 2 }],
  own: [{ method: 'A.B.Run()', name: 'B.Run', module: 'App', count: 2 }],
  blocked: null,
  allocated: null,
  collections: null,
  exceptions: { count: 3, rows: [{ type: 'System.TimeoutException', count: 3 }] },
  logs: null,
}

const row = (name: string) => [`Shop.${name}`, 'App', 3, 12.5, 9, 1, 2, name]
const logRow = (message: string) => [0, 'Error', 'Shop', message, '', '', 1]

beforeEach(() => {
  giveLayout()
  resetStore()
})

const finished = () => ({
  readBytes: 1,
  totalBytes: 2,
  revision: 0,
  isGrowing: false,
  jobId: null,
  lastMs: 0,
  isReading: false,
  isAnswering: false,
  detailBytes: 1,
})

function open(summary: Partial<TraceSummary>, handlers: FakeHandlers = {}, shown: TraceTarget = target) {
  const bridge = installFakeBridge({
    'traces.progress': finished,
    'traces.summary': () => ({ ...whole, ...summary }),
    'traces.marks': () => [
      { unixMs: 1200, elapsedMs: 1000, text: 'order sent' },
      { unixMs: 90_000, elapsedMs: 90_000, text: 'of another file' },
    ],
    'traces.table': () => ({
      allRowCount: 900,
      rowCount: 900,
      rows: [['B.Hot', 'App', 1, 50, 2, 100, 'A.B.Hot()']],
      hasSecrets: false,
    }),
    'traces.repair': () => ({ path: '/x/a-repaired.nettrace', sizeBytes: 100, eventCount: 1000 }),
    'traces.export': () => ({ path: '/x/a.speedscope.json', sizeBytes: 100 }),
    'traces.overview': () => overview,
    'traces.close': () => null,
    ...handlers,
  })
  return { bridge, ...renderUi(<TraceScreen target={shown} />) }
}

const plainLink: TraceLink = {
  view: null,
  tab: null,
  range: null,
  threads: null,
  classes: null,
  ownCode: null,
  search: null,
  filter: null,
}

const rulesAsked = (bridge: ReturnType<typeof installFakeBridge>) =>
  bridge.requestsOf('traces.overview').at(-1)?.selection.ownCode

describe('rules of just my code', () => {
  const mine = { mine: ['Mine'], notMine: [] }
  it('are those of the settings when a recording is opened', async () => {
    appStore.getState().receiveSettings({ ...defaultSettings, ownCode: mine })
    const { bridge } = open({})
    await screen.findByRole('tabpanel', { name: 'Overview' })
    await expect.poll(() => rulesAsked(bridge)).toEqual(mine)
    // Another window changes them: what is shown here stays.
    act(() => appStore.getState().receiveSettings(defaultSettings))
    expect(rulesAsked(bridge)).toEqual(mine)
  })

  it('are those of the link that opens it, and without any those of .NET', async () => {
    appStore.getState().receiveSettings({ ...defaultSettings, ownCode: mine })
    const theirs = { mine: [], notMine: ['Theirs'] }
    const first = open({}, {}, { ...target, link: { ...plainLink, ownCode: theirs } })
    await expect.poll(() => rulesAsked(first.bridge)).toEqual(theirs)
    first.unmount()
    const { bridge } = open({}, {}, { ...target, link: plainLink })
    await expect.poll(() => bridge.requestsOf('traces.overview')).not.toEqual([])
    expect(rulesAsked(bridge)).toBeUndefined()
  })
})

it('shows the first tab where a link names one that the file does not have', async () => {
  open({}, {}, { ...target, link: { ...plainLink, tab: 'constructor' } })
  expect((await screen.findByRole('tab', { name: 'Overview' })).getAttribute('aria-selected')).toBe('true')
  expect(await screen.findByRole('tabpanel', { name: 'Overview' })).toBeTruthy()
})

it.each([
  ['requests', 'Requests', 'routes'],
  ['gc', 'GC', 'collections'],
  ['allocations', 'Allocations', 'allocated-types'],
  ['exceptions', 'Exceptions', 'exception-types'],
  ['locks', 'Locks', 'locks'],
  ['starvation', 'Thread pool', 'thread-pool'],
  ['logs', 'Logs', 'logs'],
] as const)(
  'opens what was recorded for %s on the tab %s, and on the overview when that has no rows',
  async (presetId, name, table) => {
    const first = open({ rowCounts: { ...whole.rowCounts, [table]: 12 } }, {}, { ...target, presetId })
    expect((await screen.findByRole('tab', { name: new RegExp(`^${name}`) })).getAttribute('aria-selected')).toBe(
      'true',
    )
    first.unmount()
    open({}, {}, { ...target, presetId })
    expect((await screen.findByRole('tab', { name: 'Overview' })).getAttribute('aria-selected')).toBe('true')
  },
)

it.each(['time', 'start', 'everything', 'custom', 'constructor'])(
  'opens what was recorded for %s on the overview',
  async (presetId) => {
    const rowCounts = { ...whole.rowCounts, collections: 3, counters: 5, compilations: 7 }
    open({ rowCounts }, {}, { ...target, presetId })
    expect((await screen.findByRole('tab', { name: 'Overview' })).getAttribute('aria-selected')).toBe('true')
  },
)

it('opens where a link says, whatever was recorded', async () => {
  const link = { ...plainLink, tab: 'methods' }
  open({ rowCounts: { ...whole.rowCounts, collections: 3 } }, {}, { ...target, presetId: 'gc', link })
  expect((await screen.findByRole('tab', { name: 'Methods' })).getAttribute('aria-selected')).toBe('true')
})

it('asks for the flame graph of the next file at once where one was looked at, and only once', async () => {
  const handlers: FakeHandlers = { 'traces.flame': () => new Promise(() => undefined) }
  const first = open({}, handlers)
  await first.user.click(await screen.findByRole('tab', { name: 'Flame' }))
  await expect.poll(() => first.bridge.requestsOf('traces.flame')).toHaveLength(1)
  first.unmount()
  const link = { ...plainLink, classes: ['waiting'], search: ' Sort ' } as const
  const { bridge, user } = open({}, handlers, { ...target, documentId: 'trace-2', link })
  await screen.findByRole('tabpanel', { name: 'Overview' })
  expect(bridge.requestsOf('traces.flame')).toMatchObject([
    { documentId: 'trace-2', question: { widthPx: 800, search: 'Sort', selection: { classes: ['waiting'] } } },
  ])
  await user.click(screen.getByRole('tab', { name: 'Flame' }))
  expect(await screen.findByRole('tree', { name: 'Flame graph' })).toBeTruthy()
  expect(bridge.requestsOf('traces.flame')).toHaveLength(1)
})

describe('the info of a trace file', () => {
  it('shows its format, process and symbols, with secrets masked', async () => {
    const { user } = open({})
    await user.click(await screen.findByRole('tab', { name: 'Info' }))
    expect(await screen.findByText('Nettrace, version 5')).toBeTruthy()
    expect(screen.getByText('Yes')).toBeTruthy()
    expect(screen.getByText('10 methods, 99.0% of frames resolved')).toBeTruthy()
    expect(screen.getByText('app --password •••••••• --port 80')).toBeTruthy()
    expect(await screen.findByText('order sent')).toBeTruthy()
    expect(screen.getByText('2 running, 1 waiting')).toBeTruthy()
    expect(screen.getByText(/^1 sample was reclassified/)).toBeTruthy()
    expect(screen.getByText(/^Waiting: The thread waited for a signal/)).toBeTruthy()
    expect(screen.queryByText('of another file')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Save repaired copy' })).toBeNull()
  })

  it('shows methods of the selected sample classes, running first', async () => {
    const { bridge, user } = open({})
    await user.click(await screen.findByRole('tab', { name: 'Methods' }))
    expect(await screen.findByText('B.Hot')).toBeTruthy()
    expect(screen.getByRole('gridcell', { name: /^50\.0 ?%$/ })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Running' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /Waiting/ }))
    await user.keyboard('{Escape}')
    expect(screen.getByText('900 rows')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Total' }))
    expect(bridge.requestsOf('traces.table').at(-1)).toMatchObject({
      question: {
        table: 'methods',
        selection: { range: null, threads: null, classes: ['running', 'waiting'] },
        sortBy: 'total',
        isDescending: true,
      },
    })
  })

  it('shows the evidence of a finding whatever class its samples are, until one goes back', async () => {
    const evidence = {
      text: 'Gateway.Charge: 41 samples',
      count: 41,
      link: { table: 'methods', search: 'Gateway.Charge', range: null },
    } as const
    const finding = {
      id: 'blocking-in-async',
      title: 'An asynchronous method blocks its thread',
      summary: 'Gateway.Charge sleeps.',
      confidence: 'high',
      evidence: [evidence],
      contrary: [],
      nextStep: 'Await Task.Delay.',
      lostMs: 41,
    } as const
    const { bridge, user } = open({}, { 'traces.findings': () => ({ findings: [finding], notJudged: [], passed: [] }) })
    await user.click(await screen.findByRole('tab', { name: 'Findings' }))
    await user.click(await screen.findByRole('button', { name: /^Show in Methods/ }))
    await screen.findByText('B.Hot')
    const asked = () => bridge.requestsOf('traces.table').at(-1)
    expect(asked()).toMatchObject({ question: { search: 'Gateway.Charge', selection: { classes: null } } })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    await user.click(screen.getByRole('tab', { name: 'Methods' }))
    await screen.findByText('B.Hot')
    expect(asked()).toMatchObject({ question: { selection: { classes: ['running'] } } })
  })

  it('goes to the rows that somebody elsewhere wants to see, each time', async () => {
    const { bridge, rerender } = open({})
    await screen.findByRole('tab', { name: 'Info' })
    const shownAt = (search: string) => {
      rerender(<TraceScreen target={{ ...target, rows: { table: 'methods', search, range: null } }} />)
      return waitFor(() =>
        expect(bridge.requestsOf('traces.table').at(-1)).toMatchObject({
          question: { table: 'methods', search, selection: { classes: null } },
        }),
      )
    }
    await shownAt('Gateway.Charge')
    expect(screen.getByRole('tab', { name: 'Methods' }).getAttribute('aria-selected')).toBe('true')
    await shownAt('Gateway.Refund')
  })

  it('asks for types of events and threads as for every table, sorted by the clicked column', async () => {
    const { bridge, user } = open(
      { rowCounts: { ...whole.rowCounts, events: 9 } },
      {
        'traces.table': ({ question }) => ({
          allRowCount: 2,
          rowCount: 2,
          rows: question.table === 'threads' ? [[77_001, null, 1234, 3]] : [['Many', 'P', 2, 0, 1230, 80, 3]],
          hasSecrets: false,
        }),
      },
    )
    await user.click(await screen.findByRole('tab', { name: /^Events/ }))
    await user.click(await screen.findByRole('radio', { name: 'By type' }))
    const grid = await screen.findByRole('grid', { name: 'Events by type' })
    await user.click(within(grid).getByRole('columnheader', { name: 'Events' }))
    expect(bridge.requestsOf('traces.table').at(-1)).toMatchObject({
      question: { table: 'event-types', sortBy: 'events', isDescending: true },
    })
    await user.click(screen.getByRole('tab', { name: /Threads/ }))
    expect(await screen.findByRole('gridcell', { name: '77001' })).toBeTruthy()
  })

  it('names allocated types as C# does, without the columns that the file has nothing for', async () => {
    const { user } = open(
      { rowCounts: { ...whole.rowCounts, 'allocated-types': 1 } },
      {
        'traces.table': () => ({
          allRowCount: 1,
          rowCount: 1,
          rows: [['Shop.Cache`1[System.Int32]', null, null, 3, 2000, 'Cache<int>']],
          hasSecrets: false,
          absentColumns: ['ticks', 'tick_bytes'],
        }),
      },
    )
    await user.click(await screen.findByRole('tab', { name: /^Allocations/ }))
    expect((await screen.findByText('Cache<int>')).parentElement?.title).toBe('Shop.Cache`1[System.Int32]')
    expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
      'Type',
      'Samples',
      'Estimated',
    ])
  })

  it('counts on a tab what its table lists, also when another view is chosen', async () => {
    const rowCounts = { ...whole.rowCounts, 'exception-types': 3, thrown: 4321 }
    const { user } = open({ rowCounts })
    expect(await screen.findByRole('tab', { name: 'Exceptions 3' })).toBeTruthy()
    expect(screen.queryByRole('tab', { name: /Allocations/ })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Exceptions 3' }))
    await user.click(await screen.findByRole('radio', { name: 'All' }))
    expect(screen.getByRole('tab', { name: /^Exceptions 4.321$/ })).toBeTruthy()
  })

  it('unfolds the call tree along the heaviest calls, and a frame changes every view', async () => {
    const below: Readonly<Record<string, readonly [string, number]>> = {
      '': ['Main', 3],
      '7': ['Run', 7],
      '7/8': ['Work', 8],
    }
    const { bridge, user } = open(
      {},
      {
        'traces.tree': ({ question }) => {
          const [method, total] = below[question.path.join('/')] ?? ['', 0]
          const hasRows = method !== 'Work'
          const row = {
            functionNumber: 7 + question.path.length,
            method,
            name: method,
            module: 'App',
            self: 0,
            total: 3,
            hasRows,
          }
          return { sampleCount: 3, rows: total === 0 ? [] : [row], omitted: { rowCount: 0, total: 0 } }
        },
      },
    )
    await user.click(await screen.findByRole('tab', { name: 'Call tree' }))
    expect(await screen.findByText('Work')).toBeTruthy()
    await user.pointer({ keys: '[MouseRight]', target: screen.getByText('Run') })
    await user.click(await screen.findByRole('menuitem', { name: 'Focus on this function' }))
    expect(await screen.findByText('Focus: Run')).toBeTruthy()
    const transforms = [{ kind: 'focus', frame: { method: 'Run', name: 'Run', module: 'App' } }]
    expect(bridge.requestsOf('traces.tree').at(-1)).toMatchObject({ question: { selection: { transforms } } })
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(screen.queryByText('Focus: Run')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Forward' }))
    await user.click(screen.getByRole('button', { name: 'Remove Focus: Run' }))
    expect(screen.getByText('Whole recording')).toBeTruthy()
  })

  it('shows where the damage is and offers a repaired copy', async () => {
    const damage = {
      kind: 'malformed',
      offset: 512,
      block: 'EventBlock',
      expected: 'a size',
      found: '-1',
      canContinue: false,
    } as const
    const { bridge, user } = open({ isComplete: false, damage: [damage], lostCount: 5 })
    expect(await screen.findByText(/Damaged at byte 512 \(EventBlock\)/)).toBeTruthy()
    expect(screen.getByText(/5 events were dropped/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save repaired copy' }))
    expect(bridge.requestsOf('traces.repair')).toEqual([{ documentId: 'trace-1' }])
  })

  it('exports, lists what was not recorded, and closes in main with its tab', async () => {
    const { bridge, user, unmount } = open({})
    await user.click(await screen.findByRole('button', { name: 'Export' }))
    await user.click(await screen.findByRole('menuitem', { name: 'speedscope' }))
    expect(bridge.requestsOf('traces.export')).toMatchObject([
      { documentId: 'trace-1', kind: 'speedscope', selection: { range: null, threads: null } },
    ])
    expect(screen.queryByRole('tab', { name: /^GC/ })).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Info' }))
    expect(screen.getByText(/^No GC, exception, lock contention/)).toBeTruthy()
    unmount()
    expect(bridge.requestsOf('traces.close')).toEqual([{ documentId: 'trace-1' }])
  })

  it('pages tables, and searches, sorts, copies and saves them in main', async () => {
    const { bridge, user } = open(
      { rowCounts: { ...whole.rowCounts, 'lock-waiters': 2, locks: 1 } },
      {
        'traces.table': ({ question }) =>
          question.search === ''
            ? { allRowCount: 2, rowCount: 2, rows: [row('A.Wait'), row('B.Wait')], hasSecrets: false }
            : { allRowCount: 2, rowCount: 1, rows: [row('B.Wait')], hasSecrets: false },
        'traces.copyTable': () => 1,
        'traces.exportTable': () => ({ path: '/x/a-lock-waiters.csv', sizeBytes: 10 }),
      },
    )
    await user.click(await screen.findByRole('tab', { name: /Locks and waits/ }))
    expect(await screen.findByText('A.Wait')).toBeTruthy()
    expect(screen.getAllByRole('gridcell', { name: '12.5 ms' })).toHaveLength(2)
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'b.')
    expect(await screen.findByText('1 of 2 rows')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Waited' }))
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Save as CSV' }))
    const selection = { range: null, threads: null, classes: ['running'], transforms: [] }
    const question = { table: 'lock-waiters', selection, sortBy: 'wait_ms', isDescending: true, search: 'b.' }
    expect(bridge.requestsOf('traces.copyTable')).toEqual([{ documentId: 'trace-1', question }])
    expect(bridge.requestsOf('traces.exportTable')).toEqual([{ documentId: 'trace-1', question, format: 'csv' }])
  })

  it('hides secrets in text and in copies until they are revealed', async () => {
    const { bridge, user } = open(
      { rowCounts: { ...whole.rowCounts, logs: 1 } },
      {
        'traces.table': ({ question }) => ({
          allRowCount: 1,
          rowCount: 1,
          rows: [logRow(question.isRevealed === true ? 'password=hunter2' : 'password=••••••••')],
          hasSecrets: question.isRevealed !== true,
        }),
        'traces.copyTable': () => 1,
      },
    )
    await user.click(await screen.findByRole('tab', { name: /Logs/ }))
    expect(await screen.findByText('password=••••••••')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Reveal secrets' }))
    expect(await screen.findByText('password=hunter2')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(bridge.requestsOf('traces.copyTable')).toMatchObject([{ question: { table: 'logs', isRevealed: true } }])
    await user.click(screen.getByRole('button', { name: 'Hide secrets' }))
    expect(await screen.findByText('password=••••••••')).toBeTruthy()
  })

  it('says why a file is not a trace', async () => {
    open(
      {},
      {
        'traces.summary': () => {
          throw new DiagnosticsError({
            kind: 'malformed',
            what: 'trace file',
            offset: 0,
            expected: 'Nettrace',
            found: 'PK',
          })
        },
      },
    )
    expect(await screen.findByText('Couldn’t read a.nettrace')).toBeTruthy()
    expect(screen.getByText(/expected Nettrace, found PK/)).toBeTruthy()
  })

  it('reports symbols as they are', () => {
    const none = { methodCount: 0, moduleCount: 0, frameCount: 10, namedFrameCount: 0, areBeside: false }
    expect(namesWords({ ...whole, names: none })).toBe('None: methods are shown as addresses')
    expect(
      namesWords({ ...whole, names: none, samples: { running: 0, spinning: 0, waiting: 0, idle: 0, unknown: 0 } }),
    ).toBe('Not needed')
    const cut = { ...whole, isComplete: false }
    const few = { ...whole.names, namedFrameCount: 0 }
    expect(namesWords({ ...cut, names: few })).toBe(
      'None: the recording was truncated before its symbols were collected, 0.0% of frames resolved',
    )
    expect(namesWords({ ...cut, names: { ...whole.names, areBeside: true } })).toMatch(
      /^10 methods, 99.0% of frames resolved \(in the .symbols.nettrace file/,
    )
  })
})

describe('the overview of a trace', () => {
  it('answers first, and its figures lead into their tabs', async () => {
    const { user } = open({ rowCounts: { ...whole.rowCounts, 'exception-types': 1, thrown: 3 } })
    const pane = await screen.findByRole('region', { name: 'Where did the time go?' })
    expect(within(pane).getByText(/^of 3 samples selected, in 2.50.s on 1 thread$/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /TimeoutException/ }))
    expect(screen.getByRole('tab', { name: 'Exceptions 1', selected: true })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Back' }))
    expect(await screen.findByRole('region', { name: 'Exceptions' })).toBeTruthy()
  })

  it('says what to record for an empty tab, and opens that question', async () => {
    const asked: unknown[] = []
    const asking = commands.registerWith('record.question', (given) => asked.push(given))
    const { user } = open({})
    await user.click(await screen.findByRole('button', { name: 'All tabs' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Allocations' }))
    await user.click(await screen.findByRole('button', { name: 'Record “What is allocating?”…' }))
    expect(asked).toEqual([{ presetId: 'allocations', processName: 'app' }])
    asking.dispose()
  })
})

const readingBar = () => screen.queryByRole('group', { name: 'File being read' })

describe('a recording that was cut off before its symbols', () => {
  const names = { ...whole.names, namedFrameCount: 0 }
  const cut: TraceSummary = { ...whole, isComplete: false, names }
  const named: TraceSummary = { ...cut, names: { ...names, namedFrameCount: 97, areBeside: true } }

  it('gets them from its process when it is opened, and says how many frames were resolved before and are now', async () => {
    let fetched = 0
    installFakeBridge({
      'traces.progress': finished,
      'traces.summary': () => (fetched === 0 ? cut : named),
      'traces.fetchSymbols': () => {
        fetched += 1
        return 'fetched'
      },
    })
    const { user } = renderUi(<TraceScreen target={target} />)
    await screen.findByText('Symbols were fetched from the running process: 0.0% of frames resolved before, 97.0% now.')
    expect(fetched).toBe(1)
    await user.click(screen.getByRole('tab', { name: 'Info' }))
    expect(screen.getByText(/97.0% of frames resolved \(in the .symbols.nettrace file/)).toBeTruthy()
  })

  it('says why it gets none, and nothing for a file that Pipescope did not record', async () => {
    installFakeBridge({
      'traces.progress': finished,
      'traces.summary': () => cut,
      'traces.fetchSymbols': () => 'process-ended',
    })
    renderUi(<TraceScreen target={target} />)
    await screen.findByText('The process has ended, so the missing symbols can’t be fetched.')
    expect(fetchedWords('not-interrupted', names, names)).toBeNull()
  })

  it('is asked about anew, where it is a large one that was shown while it was read', async () => {
    let [isReading, hasNames, askedWithNames] = [true, false, 0]
    open(
      {},
      {
        'traces.progress': () => ({ ...finished(), isGrowing: isReading, isReading, revision: isReading ? 1 : 2 }),
        'traces.summary': () => (hasNames ? named : cut),
        'traces.overview': () => {
          if (hasNames) askedWithNames++
          return overview
        },
        'traces.fetchSymbols': async (): Promise<'fetched'> => {
          // All of it has been asked about by then.
          await expect.poll(readingBar).toBeNull()
          hasNames = true
          return 'fetched'
        },
      },
    )
    await expect.poll(readingBar).not.toBeNull()
    isReading = false
    await expect.poll(() => askedWithNames).toBeGreaterThan(0)
    expect(screen.getByText(/97\.0% now\.$/)).toBeTruthy()
  })

  it('is read without asking the process when it is complete', async () => {
    const bridge = installFakeBridge({ 'traces.progress': finished, 'traces.summary': () => whole })
    renderUi(<TraceScreen target={target} />)
    await screen.findByTestId('trace-info')
    expect(bridge.requestsOf('traces.fetchSymbols')).toEqual([])
  })
})

describe('a recording in progress', () => {
  it('shows what is there and what comes, and is a document like any other when it has ended', async () => {
    let revision = 1
    let isGrowing = true
    const { user, bridge, rerender } = open(
      {},
      {
        'traces.progress': () => ({
          readBytes: 1,
          totalBytes: 1,
          revision,
          isGrowing,
          jobId: null,
          lastMs: 20_000 * revision,
          isReading: false,
          isAnswering: false,
          detailBytes: 1,
        }),
        'traces.summary': () => ({ ...whole, isComplete: !isGrowing, eventCount: 1000 * revision }),
      },
    )
    const bar = await screen.findByRole('group', { name: 'Recording in progress' })
    await within(bar).findByText(/^1.000 events$/)
    expect(screen.queryByText(/end marker|cut off/)).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Threads 1' }))
    await screen.findByRole('grid', { name: 'Threads' })
    const asked = bridge.requestsOf('traces.table').length
    revision = 2
    await within(bar).findByText(/^2.000 events$/)
    await expect.poll(() => bridge.requestsOf('traces.table').length).toBeGreaterThan(asked)
    expect(screen.getByRole('tab', { name: 'Threads 1' }).getAttribute('aria-selected')).toBe('true')

    await user.click(within(bar).getByRole('radio', { name: 'Last 10 s' }))
    await expect
      .poll(() => bridge.requestsOf('traces.table').at(-1))
      .toMatchObject({
        question: { selection: { range: { fromMs: 30_000, toMs: 40_001 } } },
      })
    const range = { fromMs: 1, toMs: 2 }
    rerender(<TraceScreen target={{ ...target, rows: { table: 'threads', search: '', range } }} />)
    await expect
      .poll(() => bridge.requestsOf('traces.table').at(-1))
      .toMatchObject({ question: { selection: { range } } })
    revision = 3
    isGrowing = false
    await expect.poll(() => screen.queryByRole('group', { name: 'Recording in progress' })).toBeNull()
    expect(screen.getByRole('tab', { name: 'Threads 1' }).getAttribute('aria-selected')).toBe('true')
  })
})

it('shows the beginning of a large file while the rest is read, and says when some figures are still those of a part', async () => {
  let [readBytes, isAnswering] = [250, true]
  open(
    {},
    {
      'traces.progress': () => ({
        ...finished(),
        readBytes,
        totalBytes: 1000,
        revision: readBytes,
        isGrowing: readBytes < 1000,
        isReading: readBytes < 1000,
        isAnswering,
      }),
      'traces.summary': () => ({ ...whole, isComplete: readBytes === 1000, eventCount: readBytes * 10 }),
    },
  )
  const bar = await screen.findByRole('group', { name: 'File being read' })
  await within(bar).findByText(/^25% of /)
  expect(within(bar).getByText(/^2.500 events so far$/)).toBeTruthy()
  expect(screen.queryByText(/end marker|cut off/)).toBeNull()
  readBytes = 1000
  await screen.findByText(/^The whole file is read; some figures/)
  expect(within(bar).queryByText(/100%/)).toBeNull()
  isAnswering = false
  await expect.poll(() => screen.queryByRole('group', { name: 'File being read' })).toBeNull()
})

describe('a recording with a heap walk and no samples', () => {
  const noSamples = { hasHeap: true, samples: { running: 0, spinning: 0, waiting: 0, idle: 0, unknown: 0 } }
  async function heapsOpenedFor(shown: TraceTarget): Promise<readonly unknown[]> {
    const opened: unknown[] = []
    const opening = commands.registerWith('files.openPath', (given) => opened.push(given))
    open(noSamples, {}, shown)
    await screen.findByTestId('trace-info')
    opening.dispose()
    return opened
  }

  it('has its heap graph opened beside it', async () => {
    expect(await heapsOpenedFor(target)).toEqual([{ path: target.path, as: 'heap' }])
  })

  it('stays in front where somebody wants its events', async () => {
    expect(await heapsOpenedFor({ ...target, asTrace: true })).toEqual([])
    expect(screen.getByRole('button', { name: 'Heap graph' })).toBeTruthy()
  })
})

it('counts tables of payloads a moment after the page is there', async () => {
  const onCounted: ((summary: TraceSummary) => void)[] = []
  const counted = new Promise<TraceSummary>((resolve) => onCounted.push(resolve))
  const notCounted = { ...whole, rowCounts: { ...noRows, threads: 1, thrown: null, 'exception-types': null } }
  open({}, { 'traces.summary': ({ isWhole }) => (isWhole ? counted : notCounted) })
  await screen.findByRole('tab', { name: 'Exceptions' })
  onCounted[0]!({ ...whole, rowCounts: { ...noRows, threads: 1, thrown: 40, 'exception-types': 3 } })
  await screen.findByRole('tab', { name: 'Exceptions 3' })
})
