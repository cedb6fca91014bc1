import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DiagnosticsError } from '../../../shared/base/errors.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { appStore } from '../../store/create-store.ts'
import { processesDocumentId } from '../../store/navigation-slice.ts'
import { installFakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { keyOf, processRow } from './model/process-row.test-support.ts'
import { ProcessInspector } from './process-inspector.tsx'
import { usageFeed } from './usage-feed.ts'

const handlers: FakeHandlers = {
  'processes.details': ({ key }) => ({
    key: processRow(1, { key: key as ProcessRow['key'] }).key,
    capabilities: [
      { id: 'counters', isAvailable: true, neededVersion: null, reason: null },
      { id: 'lossless', isAvailable: false, neededVersion: '11.0', reason: 'version' },
    ],
    commandsAnswered: [2, 3],
  }),
  'processes.environment': () => [
    { name: 'REDIS__PASSWORD', valueLength: 9, plainValue: null },
    { name: 'ASPNETCORE_ENVIRONMENT', valueLength: 11, plainValue: 'Development' },
  ],
  'processes.reveal': ({ name }) => ({ value: `value of ${name}` }),
}

function receive(rows: readonly ProcessRow[]): void {
  appStore.getState().receiveProcesses({ kind: 'snapshot', revision: 1, rows, isScanComplete: true })
}

async function show(row: ProcessRow, more: FakeHandlers = {}) {
  const bridge = installFakeBridge({ ...handlers, ...more })
  receive([row])
  appStore.getState().selectProcess(row.key)
  const { user } = renderUi(<ProcessInspector />)
  await act(async () => Promise.resolve())
  return { bridge, user }
}

const variable = (name: string) => document.querySelector(`[data-name="${name}"]`)?.textContent

const commandLineLength = () => screen.getByTestId('command-line').textContent.length

const nextFrame = () => act(async () => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))))
const sample = (timeMs: number): void => usageFeed.accept({ kind: 'usage', revision: 1, timeMs, entries: [] })

describe('card of a process', () => {
  beforeEach(resetStore)

  it('says what to do while nothing is selected', () => {
    installFakeBridge(handlers)
    renderUi(<ProcessInspector />)
    expect(screen.getByText('No process selected')).toBeTruthy()
  })

  it('draws its figures while it can be seen only, and the newest when one comes back', async () => {
    const row = processRow(7)
    await show(row)
    const asked = vi.spyOn(HTMLCanvasElement.prototype, 'clientWidth', 'get')
    await act(async () => appStore.getState().openPage('rules'))
    await nextFrame()
    asked.mockClear()
    sample(1000)
    await nextFrame()
    expect(asked).not.toHaveBeenCalled()
    await act(async () => appStore.getState().activateDocument(processesDocumentId))
    await nextFrame()
    expect(asked).toHaveBeenCalled()
    asked.mockRestore()
  })

  it('opens the live view', async () => {
    const { user } = await show(processRow(7, { name: 'orders-api' }))
    await user.click(screen.getByRole('button', { name: /Live/ }))
    expect(appStore.getState().documents.at(-1)).toMatchObject({ kind: 'live', liveTarget: { name: 'orders-api' } })
  })

  it('shows what the runtime can do and why not', async () => {
    await show(processRow(1))
    expect(screen.getByText('Counters')).toBeTruthy()
    expect(screen.getByText('Lossless: .NET 11')).toBeTruthy()
    expect(screen.getByText('2 of 3 commands answered')).toBeTruthy()
  })

  it('checks again what the runtime can do when it turns out to be another kind', async () => {
    const { bridge } = await show(processRow(1, { runtimeFlavour: 'unknown' }))
    expect(bridge.requestsOf('processes.details')).toHaveLength(1)
    await act(async () => receive([processRow(1, { runtimeFlavour: 'nativeaot' })]))
    expect(bridge.requestsOf('processes.details')).toHaveLength(2)
    expect(bridge.requestsOf('processes.environment')).toHaveLength(1)
  })

  it('masks the environment, reveals one value at a time and hides it again', async () => {
    const { bridge, user } = await show(processRow(1))
    expect(variable('ASPNETCORE_ENVIRONMENT')).toContain('Development')
    expect(variable('REDIS__PASSWORD')).toContain('masked')
    expect(bridge.requestsOf('processes.reveal')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Reveal value of REDIS__PASSWORD' }))
    expect(variable('REDIS__PASSWORD')).toContain('value of REDIS__PASSWORD')
    await user.click(screen.getByRole('button', { name: 'Hide value of REDIS__PASSWORD' }))
    expect(variable('REDIS__PASSWORD')).toContain('masked')
  })

  it('forgets a revealed value when another process is selected', async () => {
    const { user } = await show(processRow(1))
    await user.click(screen.getByRole('button', { name: 'Reveal value of REDIS__PASSWORD' }))
    act(() => receive([processRow(1), processRow(2)]))
    await act(async () => appStore.getState().selectProcess(keyOf(2)))
    await act(async () => appStore.getState().selectProcess(keyOf(1)))
    expect(variable('REDIS__PASSWORD')).toContain('masked')
  })

  it('copies a value without showing it', async () => {
    const { bridge, user } = await show(processRow(1))
    await user.click(screen.getByRole('button', { name: 'Copy value of REDIS__PASSWORD' }))
    expect(bridge.requestsOf('clipboard.writeText')).toEqual([{ text: 'value of REDIS__PASSWORD' }])
    expect(variable('REDIS__PASSWORD')).toContain('masked')
  })

  it('searches variables', async () => {
    const { user } = await show(processRow(1))
    await user.click(screen.getByRole('button', { name: 'Search variables' }))
    await user.keyboard('redis')
    expect(variable('ASPNETCORE_ENVIRONMENT')).toBeUndefined()
    expect(variable('REDIS__PASSWORD')).toBeDefined()
  })

  it('says why the environment cannot be read and asks again', async () => {
    const { bridge, user } = await show(processRow(1), {
      'processes.environment': () => {
        throw new DiagnosticsError({ kind: 'timeout', operation: 'ProcessEnvironment', timeoutMs: 1000 })
      },
    })
    expect(screen.getByText('Couldn’t read the environment')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(bridge.requestsOf('processes.environment')).toHaveLength(2)
  })

  it('masks secrets of the command line until revealed, also in copies', async () => {
    const { bridge, user } = await show(processRow(1, { commandLine: 'app --password hunter2' }))
    expect(screen.getByTestId('command-line').textContent).toBe('app --password ••••••••')
    await user.click(screen.getByRole('button', { name: 'Copy command line' }))
    await user.click(screen.getByRole('button', { name: 'Reveal secrets' }))
    expect(screen.getByTestId('command-line').textContent).toBe('app --password hunter2')
    await user.click(screen.getByRole('button', { name: 'Copy command line' }))
    expect(bridge.requestsOf('clipboard.writeText').map(({ text }) => text)).toEqual([
      'app --password ••••••••',
      'app --password hunter2',
    ])
  })

  it('folds a very long command line', async () => {
    const { user } = await show(processRow(1, { commandLine: `app ${'x'.repeat(32_600)}` }))
    expect(commandLineLength()).toBeLessThan(700)
    await user.click(screen.getByRole('button', { name: 'Show all 32\u2009604 characters' }))
    expect(commandLineLength()).toBe(32_604)
  })

  it('shows the problem and what to do for a row that is not ready', async () => {
    const problem = { kind: 'command-line-too-long', sizeBytes: 32_610 } as const
    await show(processRow(1, { state: 'limited', problem }))
    expect(screen.getByText('Not queried, for its own safety: its command line is 32 610 bytes long.')).toBeTruthy()
  })

  it('offers no action on a process that has exited', async () => {
    await show(processRow(1, { state: 'exited', exitedAtMs: Date.now() }))
    expect(screen.queryByRole('button', { name: /Live/ })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pin' })).toBeNull()
  })
})
