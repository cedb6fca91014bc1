import { act, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import type { ProcessMessage, ProcessRow } from '../../../shared/model/process.ts'
import { commands } from '../../commands/registry.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge, type FakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { keyOf, processRow } from './model/process-row.test-support.ts'
import { ProcessesScreen } from './processes-screen.tsx'
import { usageFeed } from './usage-feed.ts'

const nothingUnlisted = {
  unlisted: [],
  searchedFolders: ['/tmp'],
  unwatchedFolderCount: 0,
  unreadableProcessCount: 0,
  isNamespaceScanPossible: true,
}
const handlers: FakeHandlers = {
  'processes.seen': () => [],
  'processes.explain': () => nothingUnlisted,
  'processes.resume': () => null,
  'processes.retry': () => null,
  'processes.pin': () => null,
  'demo.start': () => ({ pid: 900 }),
}

function show(rows: readonly ProcessRow[], isScanComplete = true, more: FakeHandlers = {}) {
  const bridge = installFakeBridge({ ...handlers, ...more })
  const { user, copied } = renderUi(<ProcessesScreen />)
  // However slow the machine was until now, somebody is at the window: figures are painted at once.
  usageFeed.attention.note()
  send(bridge, { kind: 'snapshot', revision: 1, rows, isScanComplete })
  return { bridge, user, copied }
}

function send(bridge: FakeBridge, message: ProcessMessage): void {
  act(() => bridge.stream('processes.rows').send(message))
}

const rowOf = (pid: number) =>
  screen.getAllByTestId('process-row').find((element) => element.dataset['pid'] === String(pid))
const listed = () => screen.queryAllByTestId('process-row').map((element) => element.dataset['pid'])
const state = () => appStore.getState()

describe('process list', () => {
  beforeEach(() => {
    giveLayout()
    resetStore()
  })

  it('shows processes as a tree with their figures', () => {
    const { bridge } = show([processRow(1, { name: 'host' }), processRow(2, { name: 'child', parentKey: keyOf(1) })])
    send(bridge, {
      kind: 'usage',
      revision: 2,
      timeMs: 1000,
      entries: [{ key: keyOf(1), cpuPercent: 38.25, workingSetBytes: 412 * 1024 * 1024, threadCount: 34 }],
    })
    expect(rowOf(1)?.getAttribute('aria-expanded')).toBe('true')
    expect(rowOf(2)?.getAttribute('aria-level')).toBe('3')
    expect(rowOf(1)?.textContent).toContain('38.3')
    expect(rowOf(1)?.textContent).toContain('412')
    expect(rowOf(2)?.textContent).toContain('–')
  })

  it('is navigated, opened and copied by keyboard alone', async () => {
    const { copied, user } = show([processRow(1, { name: 'alpha' }), processRow(2, { name: 'beta' })])
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}')
    expect(state().selectedProcessKey).toBe(keyOf(2))
    await user.keyboard('{Control>}c{/Control}')
    expect(copied[0]).toMatch(/^beta\t2\t/)
    await user.keyboard('{Enter}')
    expect(state().documents.at(-1)).toMatchObject({ kind: 'live', liveTarget: { pid: 2, name: 'beta' } })
  })

  it('folds a branch and a group by keyboard', async () => {
    const { user } = show([processRow(1), processRow(2, { parentKey: keyOf(1) })])
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Home}{ArrowDown}{ArrowLeft}')
    expect(listed()).toEqual(['1'])
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(listed()).toEqual([])
    await user.keyboard('{ArrowRight}')
    expect(listed()).toEqual(['1'])
  })

  it('goes to a row by the first letters of its name', async () => {
    const { user } = show([processRow(1, { name: 'orders' }), processRow(2, { name: 'reports' })])
    screen.getByRole('treegrid').focus()
    await user.keyboard('re')
    expect(state().selectedProcessKey).toBe(keyOf(2))
  })

  it('finds by command line and keeps the ancestors of what it found', async () => {
    const { user } = show([
      processRow(1, { name: 'host' }),
      processRow(2, { parentKey: keyOf(1), commandLine: 'dotnet Orders.dll --urls' }),
      processRow(3),
    ])
    await user.type(screen.getByRole('searchbox'), 'orders.dll')
    expect(listed()).toEqual(['1', '2'])
    expect(screen.getByText('1 process found')).toBeTruthy()
  })

  it('says that nothing was found and offers the way back', async () => {
    const { user } = show([processRow(1)])
    await user.type(screen.getByRole('searchbox'), 'zzz')
    expect(screen.getByText('No matching processes')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Show all processes' }))
    expect(listed()).toEqual(['1'])
  })

  it('hides tool processes until asked', async () => {
    const { user } = show([processRow(1), processRow(2, { isTool: true }), processRow(3, { isTool: true })])
    expect(listed()).toEqual(['1'])
    await user.click(screen.getByRole('switch', { name: 'Show 2 tool processes' }))
    expect(listed()).toEqual(['1', '2', '3'])
  })

  it('orders by a column, and back', async () => {
    const { user } = show([processRow(1, { name: 'b' }), processRow(2, { name: 'a' })])
    const head = screen.getByRole('button', { name: 'PID' })
    await user.click(head)
    expect(listed()).toEqual(['1', '2'])
    expect(screen.getByRole('columnheader', { name: 'PID' }).getAttribute('aria-sort')).toBe('ascending')
    await user.click(head)
    expect(listed()).toEqual(['2', '1'])
  })

  it('says why a foreign process cannot be used, and what to do, by Enter on its row', async () => {
    const problem = { kind: 'foreign-owner', owner: 'svc-pay', path: '/tmp/x' } as const
    const { user } = show([processRow(1402, { state: 'no-permission', problem })])
    expect(rowOf(1402)?.textContent).toContain('Owned by svc-pay. Run Pipescope as svc-pay')
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Home}{ArrowDown}{Enter}')
    expect(within(await screen.findByRole('dialog')).getByText('sudo -u svc-pay pipescope')).toBeTruthy()
    expect(state().documents).toHaveLength(1)
  })

  it('offers to open a foreign process of another machine with sudo', async () => {
    const machine = { id: 'ssh:web03', name: 'web03' }
    const problem = { kind: 'foreign-owner', owner: 'svc-pay', path: 'ssh://web03/tmp/x' } as const
    const { bridge, user } = show([processRow(1402, { state: 'no-permission', problem, machine })], true, {
      'machines.openWithSudo': () => null,
    })
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Home}{ArrowDown}{Enter}')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Open with sudo' }))
    expect(bridge.requestsOf('machines.openWithSudo')).toHaveLength(1)
  })

  it('resumes a suspended process and asks a silent one again', async () => {
    const { bridge, user } = show([
      processRow(1, {
        state: 'suspended',
        problem: { kind: 'suspended-at-start', isDefaultPort: true, addresses: [] },
      }),
      processRow(2, { state: 'silent', problem: { kind: 'silent', waitedMs: 1000 } }),
    ])
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(bridge.requestsOf('processes.resume')).toEqual([{ key: keyOf(1) }])
    expect(bridge.requestsOf('processes.retry')).toEqual([{ key: keyOf(2) }])
  })

  it('shows a failed action as a notice', async () => {
    const { user } = show([processRow(1, { name: 'job', state: 'suspended' })], true, {
      'processes.resume': () => {
        throw new DiagnosticsError({ kind: 'process-gone', pid: 1 })
      },
    })
    await user.click(screen.getByRole('button', { name: 'Resume' }))
    expect(state().notices[0]).toMatchObject({ title: 'Couldn’t resume job', error: { kind: 'process-gone' } })
  })

  it('highlights a new process, and keeps one that has exited, with how it ended', () => {
    // On a busy machine the next second begins before the row is read.
    vi.setSystemTime(Date.now())
    onTestFinished(() => void vi.useRealTimers())
    const { bridge } = show([processRow(1, { name: 'price-importer' })])
    send(bridge, { kind: 'changes', revision: 2, upserted: [processRow(2)], removed: [] })
    expect(rowOf(2)?.className).toMatch(/new/)
    expect(rowOf(1)?.className).not.toMatch(/new/)
    const problem = { kind: 'exited', exitCode: 134, signal: 'SIGABRT' } as const
    const gone = processRow(1, { name: 'price-importer', state: 'exited', exitedAtMs: Date.now() - 18_000, problem })
    send(bridge, { kind: 'changes', revision: 3, upserted: [gone], removed: [] })
    expect(rowOf(1)?.textContent).toContain('Exited 18 s ago with code 134 (SIGABRT).')
    send(bridge, { kind: 'changes', revision: 4, upserted: [], removed: [keyOf(1)] })
    expect(listed()).toEqual(['2'])
  })

  it('opens the context menu of the selected row by keyboard', async () => {
    const { bridge, user } = show([processRow(1)])
    screen.getByRole('treegrid').focus()
    await user.keyboard('{Home}{ArrowDown}{Shift>}{F10}{/Shift}')
    await user.click(await screen.findByRole('menuitem', { name: /Pin/ }))
    expect(bridge.requestsOf('processes.pin')).toEqual([{ key: keyOf(1), isPinned: true }])
  })

  it('offers its actions as commands', () => {
    const { bridge } = show([processRow(1)])
    act(() => state().selectProcess(keyOf(1)))
    expect(commands.run('processes.pin')).toBe(true)
    expect(bridge.requestsOf('processes.pin')).toHaveLength(1)
    act(() => void commands.run('processes.search'))
    expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  })

  it('lists what ran before, but not what runs', async () => {
    const running = processRow(1)
    const application = `${running.entryAssembly}\n${running.commandLine}`
    const entry = { runtimeVersion: '10.0.3', lastSeenMs: Date.now() - 7_200_000, isPinned: false }
    show([running], true, {
      'processes.seen': () => [
        { ...entry, application, name: 'running-one' },
        { ...entry, application: 'other', name: 'orders-migrate' },
      ],
    })
    await act(async () => Promise.resolve())
    const pane = screen.getByRole('region', { name: 'Seen before' })
    expect(within(pane).getByText('orders-migrate')).toBeTruthy()
    expect(within(pane).queryByText('running-one')).toBeNull()
  })
})

describe('process list without rows', () => {
  beforeEach(() => {
    giveLayout()
    resetStore()
  })

  it('says that it is searching', () => {
    show([], false)
    expect(screen.getByRole('status', { name: 'Looking for .NET processes' })).toBeTruthy()
  })

  it('explains itself and starts a demo process, which is selected when it comes', async () => {
    const { bridge, user } = show([])
    expect(screen.getByText('No .NET process with an open diagnostic port')).toBeTruthy()
    expect(await screen.findByText('Checked: no port of another user in /tmp.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Start a demo process' }))
    expect(bridge.requestsOf('demo.start')).toHaveLength(1)
    send(bridge, { kind: 'changes', revision: 2, upserted: [processRow(900, { isDemo: true })], removed: [] })
    expect(state().selectedProcessKey).toBe(keyOf(900))
    expect(rowOf(900)?.textContent).toContain('Demo')
  })

  it('says when the demo process did not start', async () => {
    const { user } = show([], true, {
      'demo.start': () => {
        throw new DiagnosticsError({ kind: 'io', operation: 'listen', path: '/tmp', code: 'ENOSPC' })
      },
    })
    await user.click(screen.getByRole('button', { name: 'Start a demo process' }))
    expect(screen.getByText('Couldn’t start the demo process')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Start a demo process' })).toBeTruthy()
  })

  it('shows why the list cannot be had', async () => {
    const bridge = installFakeBridge(handlers)
    bridge.refuseStream('processes.rows', { kind: 'internal', reference: 'abc' })
    renderUi(<ProcessesScreen />)
    expect(await screen.findByText('Couldn’t list processes')).toBeTruthy()
  })

  it('answers why a process is not listed', async () => {
    const problem = { kind: 'diagnostics-disabled', variable: 'DOTNET_EnableDiagnostics=0' } as const
    const unlisted = [{ pid: processRow(2277).pid, name: 'media-index', userName: 'mara', problem }]
    const { user } = show([processRow(1)], true, { 'processes.explain': () => ({ ...nothingUnlisted, unlisted }) })
    await user.click(screen.getByRole('button', { name: 'Not listed?' }))
    const dialog = await screen.findByRole('dialog', { name: 'Why is my process not listed?' })
    expect(await within(dialog).findByText('Diagnostics are turned off by DOTNET_EnableDiagnostics=0.')).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'What to do about media-index' }))
    expect(within(dialog).getByText('DOTNET_EnableDiagnostics=1')).toBeTruthy()
  })
})
