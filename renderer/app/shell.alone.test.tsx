import { act, createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { menuCommandIds } from '../../shared/model/menu-commands.ts'
import { commands } from '../commands/registry.ts'
import { appStore } from '../store/create-store.ts'
import { FakeBridge, installFakeBridge } from '../testing/fake-bridge.ts'
import { giveLayout } from '../testing/layout.ts'
import { renderUi, resetStore } from '../testing/render.tsx'
import { testRow } from '../testing/rows.ts'
import { useOverlays } from './overlays.ts'
import { Shell } from './shell.tsx'
import { startPage } from './start-page.ts'

vi.mock('./screens.tsx', () => ({
  screenOf: (tab: { readonly kind: string; readonly title: string }) => {
    if (tab.title === 'broken · live') throw new Error('this screen is broken')
    return <p>{`screen of ${tab.kind}`}</p>
  },
  inspectorOf: (tab: { readonly kind: string }) => (tab.kind === 'processes' ? <p>card</p> : null),
}))

const broken = vi.hoisted(() => ({ isStatusBar: false }))
vi.mock('./frame/status-bar.tsx', async (original) => {
  const { StatusBar } = await original<typeof import('./frame/status-bar.tsx')>()
  return {
    StatusBar: () => {
      if (broken.isStatusBar) throw new Error('this bar is broken')
      return <StatusBar />
    },
  }
})

let bridge: FakeBridge

beforeEach(() => {
  giveLayout()
  resetStore()
  useOverlays.setState(useOverlays.getInitialState(), true)
  bridge = installFakeBridge({
    'traces.open': ({ path }) => {
      if (path === '/dropped/bad.nettrace') {
        throw new DiagnosticsError({
          kind: 'malformed',
          what: 'file',
          offset: 0,
          expected: 'Nettrace',
          found: 'something else',
        })
      }
      return {
        documentId: 'trace-7',
        path: path ?? '',
        name: 'good.nettrace',
        sizeBytes: 5,
        holds: 'trace' as const,
        presetId: null,
      }
    },
  })
})

function start() {
  startPage()
  return renderUi(<Shell />)
}

/** As if it were the only process, and picked in the list. */
function select(row: ProcessRow) {
  act(() => {
    appStore.getState().receiveProcesses({ kind: 'snapshot', revision: 1, rows: [row], isScanComplete: true })
    appStore.getState().selectProcess(row.key)
  })
}

const documents = () => screen.getByRole('navigation', { name: 'Documents' })

const openLive = (number: number) =>
  act(() => {
    const { key, pid } = testRow(number)
    appStore.getState().openLive({ kind: 'process', processKey: key, pid, name: 'orders', isDemo: false })
  })

const liveTabs = () =>
  within(documents())
    .getAllByRole('button', { name: /live/ })
    .map((button) => button.getAttribute('aria-label') ?? button.textContent)

describe('the shell', () => {
  it('shows only places that work: Live comes with the first live document', () => {
    start()
    const rail = within(screen.getByRole('navigation', { name: 'Places' }))
    expect(rail.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
      'Processes',
      'Files',
      'Startup and ports',
      'Rules',
      'Connections',
      'Settings',
    ])
    act(() => {
      const row = testRow(1)
      appStore
        .getState()
        .openLive({ kind: 'process', processKey: row.key, pid: row.pid, name: row.name, isDemo: false })
    })
    expect(rail.getByRole('button', { name: 'Live' }).getAttribute('aria-current')).toBe('page')
  })

  it('offers Record and Dump for a process that takes them only, and each goes there', async () => {
    const { user } = start()
    const rail = within(screen.getByRole('navigation', { name: 'Places' }))
    for (const state of ['no-permission', 'exited', 'silent'] as const) {
      select(testRow(5, { state }))
      expect(rail.queryByRole('button', { name: /Record|Dump/ })).toBeNull()
    }
    select(testRow(5, { state: 'stopped' }))
    expect(rail.queryByRole('button', { name: 'Record' })).toBeNull()
    await user.click(rail.getByRole('button', { name: 'Dump' }))
    expect(rail.getByRole('button', { name: 'Dump' }).getAttribute('aria-current')).toBe('page')
    act(() => {
      appStore.getState().activateDocument('processes')
    })
    select(testRow(6))
    await user.click(rail.getByRole('button', { name: 'Record' }))
    expect(rail.getByRole('button', { name: 'Record' }).getAttribute('aria-current')).toBe('page')
  })

  it('distinguishes documents with the same name by the PIDs of their processes', () => {
    start()
    openLive(1)
    expect(liveTabs()).toEqual(['orders · live', 'Close orders · live'])
    openLive(2)
    const [first, second] = [testRow(1).pid, testRow(2).pid].map(String)
    expect(liveTabs()).toEqual([
      `orders · live${first ?? ''}`,
      `Close orders · live ${first ?? ''}`,
      `orders · live${second ?? ''}`,
      `Close orders · live ${second ?? ''}`,
    ])
  })

  it('opens, cycles, closes and reopens documents by keys alone', async () => {
    const { user } = start()
    await user.keyboard('{Control>},{/Control}')
    expect(within(documents()).getByRole('button', { name: 'Settings' }).getAttribute('aria-current')).toBe('page')
    await user.keyboard('{Control>}{Tab}{/Control}')
    expect(within(documents()).getByRole('button', { name: 'Processes' }).getAttribute('aria-current')).toBe('page')
    await user.keyboard('{Control>}{Tab}{/Control}')
    await user.keyboard('{Control>}w{/Control}')
    expect(within(documents()).queryByRole('button', { name: 'Settings' })).toBeNull()
    await user.keyboard('{Control>}{Shift>}T{/Shift}{/Control}')
    expect(within(documents()).getByRole('button', { name: 'Settings' })).toBeTruthy()
  })

  it('keeps a hidden document mounted', async () => {
    const { user } = start()
    await user.keyboard('{Control>},{/Control}')
    expect(screen.getByText('screen of processes')).toBeTruthy()
    expect(screen.getByText('screen of settings')).toBeTruthy()
  })

  it('closes a document by its cross and by Delete', async () => {
    const { user } = start()
    await user.keyboard('{Control>},{/Control}')
    await user.click(within(documents()).getByRole('button', { name: 'Close Settings' }))
    expect(within(documents()).queryByRole('button', { name: 'Settings' })).toBeNull()
    act(() => {
      appStore.getState().openPage('diagnostics')
    })
    within(documents()).getByRole('button', { name: 'Pipescope diagnostics' }).focus()
    await user.keyboard('{Delete}')
    expect(within(documents()).queryByRole('button', { name: 'Pipescope diagnostics' })).toBeNull()
  })

  it('keeps a pane that throws from taking anything else with it, and mounts it again', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const { user } = start()
    act(() => {
      const row = testRow(1)
      appStore
        .getState()
        .openLive({ kind: 'process', processKey: row.key, pid: row.pid, name: 'broken', isDemo: false })
    })
    expect(await screen.findByText(/stopped working/)).toBeTruthy()
    expect(within(documents()).getByRole('button', { name: 'Processes' })).toBeTruthy()
    expect(bridge.requestsOf('log.write').some((record) => record.event === 'pane-failed')).toBe(true)
    await user.click(screen.getByRole('button', { name: 'Reload pane' }))
    expect(await screen.findByText(/stopped working/)).toBeTruthy()
  })

  it('keeps working when a part of its frame throws, and remounts that part', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    broken.isStatusBar = true
    const { user } = start()
    expect(within(documents()).getByRole('button', { name: 'Processes' })).toBeTruthy()
    expect(screen.getByText('screen of processes')).toBeTruthy()
    broken.isStatusBar = false
    await user.click(screen.getByRole('button', { name: 'Status bar stopped. Reload' }))
    expect(screen.getByRole('contentinfo', { name: 'Status' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the palette', () => {
  it('opens with Ctrl+K, finds a command and runs it', async () => {
    const { user } = start()
    await user.keyboard('{Control>}k{/Control}')
    const field = await screen.findByRole('combobox', { name: 'Search commands and processes' })
    await user.type(field, 'theme dark')
    expect(screen.getByRole('option', { name: /Theme: dark/ }).getAttribute('aria-selected')).toBe('true')
    await user.keyboard('{Enter}')
    expect(appStore.getState().settings.theme).toBe('dark')
    await waitFor(() => {
      expect(screen.queryByRole('combobox')).toBeNull()
    })
  })

  it('has the focus before the next frame, so that what is typed right after Ctrl+P is not lost', async () => {
    const { user } = start()
    const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(1)
    await user.keyboard('{Control>}p{/Control}7')
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Search processes' }).value).toBe('7')
    frames.mockRestore()
  })

  it('gives the focus back where it was, and keys to the page when it was nowhere', async () => {
    const { user } = start()
    for (const before of [document.body, screen.getByRole('button', { name: 'Settings' })]) {
      before.focus()
      await user.keyboard('{Control>}k{/Control}')
      await user.keyboard('{Escape}')
      await waitFor(() => {
        expect(screen.queryByRole('combobox')).toBeNull()
      })
      expect(document.activeElement).toBe(before)
    }
  })

  it('leaves keys to the page while it fades out', async () => {
    const { user } = start()
    const fading = new AbortController()
    const finished = new Promise((resolve) => fading.signal.addEventListener('abort', resolve))
    Object.assign(Element.prototype, { getAnimations: () => [{ finished, pending: false }] })
    await user.keyboard('{Control>}k{/Control}{Escape}')
    expect(screen.getByRole('combobox').closest('[data-closed]')).toBeTruthy()
    await user.keyboard('?')
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
    Reflect.deleteProperty(Element.prototype, 'getAnimations')
    fading.abort()
  })

  it('goes to a process with Ctrl+P and Enter, and opens it in Live with Ctrl+Enter', async () => {
    const { user } = start()
    const row = testRow(4121, { name: 'orders-api' })
    act(() => {
      appStore
        .getState()
        .receiveProcesses({ kind: 'snapshot', revision: 1, rows: [row, testRow(7)], isScanComplete: true })
    })
    await user.keyboard('{Control>}p{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search processes' }), 'orders{Enter}')
    expect(appStore.getState().selectedProcessKey).toBe(row.key)
    expect(screen.getByRole('button', { name: /Target: orders-api, 4121/ })).toBeTruthy()
    await waitFor(() => {
      expect(screen.queryByRole('combobox')).toBeNull()
    })
    await user.keyboard('{Control>}p{/Control}')
    await user.type(await screen.findByRole('combobox', { name: 'Search processes' }), 'orders')
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(within(documents()).getByRole('button', { name: 'orders-api · live' })).toBeTruthy()
  })
})

describe('the shortcut sheet', () => {
  it('lists the keys that do something and closes with Escape', async () => {
    const { user } = start()
    await user.keyboard('?')
    const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }))
    expect(sheet.getByText('Reopen closed document')).toBeTruthy()
    await user.keyboard('{Escape}')
    await waitFor(() => {
      expect(screen.queryByRole('dialog')).toBeNull()
    })
  })
})

describe('jobs and notices', () => {
  it('say that nothing is running', async () => {
    const { user } = start()
    await user.click(screen.getByRole('button', { name: /No jobs/ }))
    expect(await screen.findByText(/No jobs are running/)).toBeTruthy()
  })

  it('show a notice as a toast, then in the center', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const { user } = start()
    act(() => {
      appStore.getState().addNotice({ tone: 'ok', title: 'Export saved', text: '3 MiB' })
    })
    expect(screen.getByTestId('toast')).toBeTruthy()
    expect(screen.getByText('Export saved')).toBeTruthy()
    await act(async () => {
      await vi.advanceTimersByTimeAsync(6100)
    })
    expect(screen.queryByText('Export saved')).toBeNull()
    vi.useRealTimers()
    await user.click(screen.getByRole('button', { name: 'Notices, 1 unread' }))
    expect(await screen.findByText('Export saved')).toBeTruthy()
  })
})

/** A file from outside, let go at a place of the window. */
function drop(x: number, name: string): void {
  const event = createEvent.drop(document.body, { dataTransfer: { types: ['Files'], files: [new File([], name)] } })
  Object.defineProperty(event, 'clientX', { value: x })
  fireEvent(document.body, event)
}

describe('files', () => {
  it('are opened by the command, and a bad one gives the reason', async () => {
    start()
    const { openFile } = await import('./open-documents.ts')
    act(() => {
      openFile('/dropped/good.nettrace')
    })
    await within(documents()).findByRole('button', { name: 'good.nettrace' })
    act(() => {
      openFile('/dropped/bad.nettrace')
    })
    await screen.findByText('Couldn’t open bad.nettrace')
    expect(appStore.getState().notices[0]?.error?.kind).toBe('malformed')
  })

  it('dropped on the right half of a recording are what it is compared with, elsewhere they open', async () => {
    bridge = installFakeBridge({
      'traces.open': ({ path }) => ({
        documentId: path ?? '',
        path: path ?? '',
        name: path ?? '',
        sizeBytes: 5,
        holds: 'trace' as const,
        presetId: null,
      }),
    })
    start()
    drop(900, 'first.nettrace')
    await waitFor(() => expect(appStore.getState().activeDocumentId).toBe('trace-/dropped/first.nettrace'))
    expect(appStore.getState().baselines).toEqual({})
    drop(900, 'second.nettrace')
    await waitFor(() =>
      expect(appStore.getState().baselines['/dropped/first.nettrace']?.documentId).toBe('/dropped/second.nettrace'),
    )
    expect(appStore.getState().activeDocumentId).toBe('trace-/dropped/first.nettrace')
    drop(10, 'third.nettrace')
    await waitFor(() => expect(appStore.getState().activeDocumentId).toBe('trace-/dropped/third.nettrace'))
  })
})

describe('messages from main to every window', () => {
  it('knows every command that the menu of main runs', () => {
    start()
    const known = new Set(commands.all().map(({ id }) => id))
    expect(menuCommandIds.filter((id) => !known.has(id))).toEqual([])
  })

  it('is obeyed: settings, commands, disk, processes to open', () => {
    start()
    const messages = bridge.stream('app.messages')
    const row = testRow(99)
    act(() => {
      messages.send({ kind: 'disk', freeBytes: 1024 ** 3 })
      messages.send({ kind: 'command', id: 'app.settings' })
      messages.send({ kind: 'open-process', pid: 99, isLive: true })
      appStore.getState().receiveProcesses({ kind: 'snapshot', revision: 1, rows: [row], isScanComplete: true })
      messages.send({ kind: 'settings', settings: { ...appStore.getState().settings, timeDisplay: 'utc' } })
    })
    expect(screen.getByText('free', { exact: false })).toBeTruthy()
    expect(within(documents()).getByRole('button', { name: 'Settings' })).toBeTruthy()
    expect(within(documents()).getByRole('button', { name: 'app-99 · live' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'UTC' })).toBeTruthy()
  })
})
