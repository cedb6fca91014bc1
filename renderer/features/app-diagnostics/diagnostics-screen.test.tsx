import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import type { LogRecord } from '../../../shared/model/app.ts'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge, type FakeHandlers } from '../../testing/fake-bridge.ts'
import { giveLayout } from '../../testing/layout.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { DiagnosticsScreen } from './diagnostics-screen.tsx'
import { fieldsText, filterLog } from './log-model.ts'

const records: readonly LogRecord[] = [
  { timeMs: 1, level: 'debug', event: 'socket-read', fields: { bytes: 12 } },
  { timeMs: 2, level: 'info', event: 'app-ready', fields: { version: '1' } },
  { timeMs: 3, level: 'warn', event: 'session-slow', fields: {} },
  { timeMs: 4, level: 'error', event: 'session-failed', fields: { kind: 'timeout' } },
]

const handlers: FakeHandlers = {
  'diagnostics.queues': () => [
    {
      name: 'live.frames',
      owner: 'window 1',
      limit: 1_048_576,
      fill: 524_288,
      peak: 786_432,
      droppedCount: 3,
      unit: 'bytes',
    },
  ],
  'diagnostics.log': () => records,
  'diagnostics.saveReport': () => ({ path: '/home/test/report.json', sizeBytes: 2048 }),
}

beforeEach(() => {
  giveLayout()
  resetStore()
  appStore.getState().openPage('diagnostics')
})

describe('filterLog', () => {
  it('shows the newest first, at or above the level', () => {
    expect(filterLog(records, 'warn', '').map((row) => row.event)).toEqual(['session-failed', 'session-slow'])
  })

  it('searches event and fields', () => {
    expect(filterLog(records, 'debug', 'timeout').map((row) => row.event)).toEqual(['session-failed'])
    expect(filterLog(records, 'debug', 'BYTES=12').map((row) => row.event)).toEqual(['socket-read'])
  })

  it('writes fields as name=value', () => {
    expect(fieldsText(records[0])).toBe('bytes=12')
    expect(fieldsText(undefined)).toBe('')
  })
})

describe('Pipescope diagnostics', () => {
  it('shows each queue with limit, fill, peak and drops', async () => {
    installFakeBridge(handlers)
    renderUi(<DiagnosticsScreen />)
    const row = await screen.findByRole('row', { name: /live\.frames/ })
    const cells = within(row)
      .getAllByRole('gridcell')
      .map((cell) => cell.textContent?.replaceAll('\u2009', ' '))
    expect(cells).toEqual(['live.frames', 'window 1', 'bytes', '1 MiB', '512 KiB', '', '768 KiB', '3'])
  })

  it('filters the log by level', async () => {
    installFakeBridge(handlers)
    const { user } = renderUi(<DiagnosticsScreen />)
    expect(await screen.findByText('app-ready')).toBeTruthy()
    expect(screen.queryByText('socket-read')).toBeNull()
    await user.click(screen.getByRole('radio', { name: 'Errors' }))
    expect(screen.queryByText('app-ready')).toBeNull()
    expect(screen.getByText('session-failed')).toBeTruthy()
  })

  it('saves a problem report and offers to show it', async () => {
    installFakeBridge(handlers)
    const { user } = renderUi(<DiagnosticsScreen />)
    await user.click(screen.getByRole('button', { name: 'Save problem report' }))
    await expect.poll(() => appStore.getState().notices[0]?.title).toBe('Problem report saved')
    expect(appStore.getState().notices[0]?.action?.label).toBe('Show file')
  })

  it('says why it has nothing to show', async () => {
    installFakeBridge()
    renderUi(<DiagnosticsScreen />)
    expect(await screen.findByText(/Not found: diagnostics/)).toBeTruthy()
  })
})
