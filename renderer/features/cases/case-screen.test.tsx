import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { checklistById } from '../../../shared/case/checklists.ts'
import { stepKinds } from '../../../shared/case/case-document.ts'
import { asProcessKey } from '../../../shared/model/ids.ts'
import type { CasePackage, CasePlan, CaseState, CaseStepState } from '../../../shared/model/cases.ts'
import type { SavedFileEntry } from '../../../shared/model/saved-file.ts'
import { installFakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { CaseScreen } from './case-screen.tsx'

const noFiles = { files: [], totalBytes: 0, freeBytes: null, diskBytes: null, removed: [] }
const target = { processKey: asProcessKey('7:1'), pid: 7, name: 'orders-api' }
const sizes = { lowBytes: 1024, highBytes: 4096, basis: 'usual' } as const
const plan: CasePlan = {
  folder: '/home/anna/Pipescope/orders-api',
  freeBytes: 10 ** 10,
  steps: [
    { kind: 'counters', title: 'Counters', impact: 'low', seconds: 60, refusal: null, ...sizes },
    { kind: 'trace', title: 'Recording', impact: 'low', seconds: 30, refusal: null, ...sizes },
    { kind: 'heap-graph', title: 'Heap graph', impact: 'pauses', seconds: null, refusal: null, ...sizes },
    {
      kind: 'dump',
      title: 'Dump',
      impact: 'suspends',
      seconds: null,
      refusal: 'createdump is missing beside the runtime.',
      ...sizes,
    },
  ],
}

function step(change: Partial<CaseStepState>): CaseStepState {
  const times = { startedAt: '2026-11-25T10:00:00.000Z', endedAt: '2026-11-25T10:00:02.000Z' }
  const common = { process: 0, reason: null, bytes: null, seconds: null, ...times }
  return { kind: 'counters', title: 'Counters', state: 'done', ...common, ...change }
}

const collected: CaseState = {
  id: 'case-1',
  createdMs: 0,
  phase: 'collected',
  ticket: '2291',
  notes: null,
  answers: ['Monday'],
  checklist: checklistById('slow')!,
  processes: [
    {
      key: '7:1',
      name: 'orders-api',
      pid: 7,
      runtimeVersion: '10.0.3',
      runtime: '.NET 10.0.3',
      architecture: 'x64',
      operatingSystem: 'Linux',
      startedAt: null,
    },
  ],
  steps: [
    step({}),
    step({ kind: 'trace', title: 'Recording', state: 'failed', reason: 'The disk is full.' }),
    step({ kind: 'logs', title: 'Log messages', state: 'not-requested' }),
  ],
  files: [
    file('counters.csv', 'counters', 'masked'),
    file('trace.nettrace', 'trace', 'masked'),
    file('dump_mini.core', 'dump', 'not-possible'),
  ],
  folder: '/home/anna/Pipescope/orders-api/case_2291.collecting',
  name: 'case_2291.zip',
  bytes: null,
  package: null,
  error: null,
  isInterrupted: false,
}

function file(
  name: string,
  of: (typeof stepKinds)[number],
  redaction: CaseState['files'][number]['redaction'],
): CaseState['files'][number] {
  return { name, title: name, step: of, process: 0, redaction, verdict: 'complete', sizeBytes: 1000 }
}

function listed(id: string, path: string): SavedFileEntry {
  return {
    id,
    kind: 'trace',
    path,
    sizeBytes: 1000,
    createdMs: 0,
    processName: null,
    pid: null,
    runtimeVersion: null,
    origin: null,
    verdict: 'complete',
    reasons: [],
    facts: {},
    tags: [],
    notes: '',
    sha256: null,
    isThere: true,
  }
}

function show(cases: readonly CaseState[], handlers: FakeHandlers = {}) {
  const bridge = installFakeBridge({
    'cases.plan': () => plan,
    'cases.checklists': () => [],
    'shelf.list': () => noFiles,
    ...handlers,
  })
  const ui = renderUi(<CaseScreen target={target} />)
  act(() => bridge.stream('cases.state').send({ cases }))
  return { bridge, user: ui.user }
}

const checkbox = (name: string) => screen.findByRole('checkbox', { name })

beforeEach(() => {
  giveLayout()
  resetStore()
})

describe('the plan of a case', () => {
  it('never takes a heap graph or a dump unasked, and says why a step can’t be done', async () => {
    const { bridge, user } = show([], { 'cases.start': () => ({ caseId: 'case-1' }) })
    expect((await checkbox('Recording')).getAttribute('aria-checked')).toBe('true')
    expect((await checkbox('Heap graph')).getAttribute('aria-checked')).toBe('false')
    expect((await checkbox('Dump')).hasAttribute('data-disabled')).toBe(true)
    expect(screen.getByText('createdump is missing beside the runtime.')).toBeTruthy()
    await user.click(await checkbox('Counters'))
    await user.click(await checkbox('Heap graph'))
    await user.click(await checkbox('Host names and IP addresses'))
    await user.type(screen.getByRole('textbox', { name: 'Ticket' }), ' 2291 ')
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(bridge.requestsOf('cases.start')).toMatchObject([
      {
        processKeys: ['7:1'],
        ticket: '2291',
        notes: null,
        skipped: ['counters'],
        wantsHeap: true,
        dump: null,
        exports: { privacy: ['traces', 'users', 'paths'], excluded: [] },
      },
    ])
  })
})

describe('the checklist of a case', () => {
  it('is one that was imported on an earlier day, with the answers to its questions', async () => {
    const shop = { ...checklistById('slow')!, id: 'shop', title: 'Shop is slow', questions: ['Since when?', 'Who?'] }
    const { bridge, user } = show([], {
      'cases.checklists': () => [shop],
      'cases.removeChecklist': () => [],
      'cases.start': () => ({ caseId: 'case-1' }),
    })
    await user.click(await screen.findByRole('combobox', { name: 'Checklist' }))
    await user.click(await screen.findByRole('option', { name: 'Shop is slow' }))
    await user.type(await screen.findByRole('textbox', { name: 'Since when?' }), ' Monday ')
    await user.click(screen.getByRole('button', { name: 'Start' }))
    expect(bridge.requestsOf('cases.start')).toMatchObject([{ checklist: shop, answers: ['Monday', ''] }])
    await user.click(screen.getByRole('button', { name: 'Remove' }))
    expect(bridge.requestsOf('cases.removeChecklist')).toEqual([{ id: 'shop' }])
    expect(await screen.findByRole('combobox', { name: 'Checklist' })).toHaveProperty('textContent', 'Slow')
  })
})

describe('a case that was collected', () => {
  it('shows each step with its reason, and tries one again', async () => {
    const { bridge, user } = show([collected], { 'cases.retry': () => null })
    expect(screen.getByText('The disk is full.')).toBeTruthy()
    expect(screen.queryByText('Log messages')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Try again: Recording' }))
    expect(bridge.requestsOf('cases.retry')).toEqual([{ caseId: 'case-1', kind: 'trace', process: 0 }])
  })

  it('keeps what is typed about it while it is collected, answers too', async () => {
    const { bridge, user } = show([{ ...collected, phase: 'collecting' }], { 'cases.describe': () => null })
    const [first, second] = collected.checklist.questions
    expect(screen.getByRole('textbox', { name: first! })).toHaveProperty('value', 'Monday')
    await user.type(screen.getByRole('textbox', { name: second! }), 'All of them')
    await user.click(screen.getByRole('textbox', { name: 'Notes' }))
    const answers = collected.checklist.questions.map((_question, index) => ['Monday', 'All of them'][index] ?? '')
    expect(bridge.requestsOf('cases.describe').at(-1)).toEqual({
      caseId: 'case-1',
      ticket: '2291',
      notes: null,
      answers,
    })
  })

  it('says when the package lacks what was typed later', () => {
    const made = {
      paths: ['/a.zip'],
      sizeBytes: 1,
      fileId: null,
      verdict: 'complete',
      files: [],
      rules: [],
      counts: [],
    }
    const written = { ...made, summary: '', redactionText: '', isDescriptionOld: true } as const
    show([{ ...collected, phase: 'packed', package: written as unknown as CasePackage }])
    expect(screen.getByText('Changed after the package was written. Export again to include it.')).toBeTruthy()
  })

  it('does not call a package with a file that can’t be opened whole', () => {
    const damaged = {
      ...file('heap.gcdump', 'heap-graph', 'without-values'),
      verdict: 'unverified',
      fault: null,
      sha256: '',
    }
    const made = { paths: ['/a.zip'], sizeBytes: 1, fileId: null, verdict: 'complete', rules: [], counts: [] }
    const written = { ...made, files: [damaged], summary: '', redactionText: '', isDescriptionOld: false }
    show([{ ...collected, phase: 'packed', package: written as unknown as CasePackage }])
    expect(screen.getByText('Verified; 1 file can’t be opened, as the case says')).toBeTruthy()
    expect(screen.getByRole('row', { name: /heap\.gcdump/ }).textContent).toContain('Unverified')
  })

  it('takes a file that is listed under Files, once', async () => {
    const { bridge, user } = show([collected], {
      'shelf.list': () => ({
        files: [listed('7', '/home/anna/old.nettrace'), listed('8', '/home/anna/trace.nettrace')],
        totalBytes: 2000,
        freeBytes: null,
        diskBytes: null,
        removed: [],
      }),
      'cases.addFiles': () => null,
    })
    await user.click(await screen.findByRole('button', { name: 'Add from Files' }))
    await user.click(await screen.findByRole('menuitem', { name: 'old.nettrace' }))
    expect(bridge.requestsOf('cases.addFiles')).toEqual([{ caseId: 'case-1', fileIds: ['7'] }])
    expect(screen.queryByRole('menuitem', { name: 'trace.nettrace' })).toBeNull()
  })

  it('leaves a dump out of the package unless somebody ticks it', async () => {
    const { bridge, user } = show([collected], { 'cases.export': () => null })
    const exporting = screen.getByRole('button', { name: 'Export package' })
    await user.click(exporting)
    const include = screen.getByRole('region', { name: 'Include in export' })
    await user.click(within(include).getByRole('checkbox', { name: /dump_mini/ }))
    await user.click(exporting)
    expect(bridge.requestsOf('cases.export').map(({ excluded }) => excluded)).toEqual([['dump_mini.core'], []])
  })

  it('previews what is masked', async () => {
    const { user } = show([collected], {
      'cases.preview': () => ({
        privacy: ['traces'],
        counts: [{ rule: 'environment', count: 78, distinctCount: 17 }],
        files: [
          {
            name: 'environment.json',
            redaction: 'masked',
            count: 78,
            examples: ['"value": "‹environment-3f9ac10b72›"'],
          },
        ],
      }),
    })
    await user.click(screen.getByRole('button', { name: 'Preview masking' }))
    const preview = await screen.findByRole('region', { name: 'Masking preview' })
    expect(preview.textContent).toContain('Environment values78')
    await user.click(within(preview).getByRole('button', { name: 'Show masked lines' }))
    expect((await screen.findByRole('dialog')).textContent).toContain('‹environment-3f9ac10b72›')
  })
})
