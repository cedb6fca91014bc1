import { describe, expect, it, vi } from 'vitest'
import { onPlatform } from '../os/testing/on-platform.ts'
import { needsHeadlessStart } from './case-command.ts'
import { windowFrameFor } from './facts.ts'
import { endsWithLastWindow } from './window/last-window.ts'
import { loginItem } from './login-item.ts'
import { endWithSession } from './quit/session-end.ts'

const listeners = vi.hoisted(() => new Map<string, (event?: { preventDefault(): void }) => void>())
vi.mock('electron', () => ({
  app: {},
  powerMonitor: { on: (name: string, listener: () => void) => listeners.set(name, listener) },
}))

type App = Parameters<typeof loginItem>[0] & Parameters<typeof endWithSession>[0]

it('the window keeps the buttons of macOS, and draws its own frame elsewhere', () => {
  expect([windowFrameFor('darwin'), windowFrameFor('win32'), windowFrameFor('linux')]).toEqual([
    'inset',
    'overlay',
    'overlay',
  ])
})

it('the app outlives its last window on macOS, and everywhere while rules are armed', () => {
  expect(endsWithLastWindow('darwin', false)).toBe(false)
  expect(endsWithLastWindow('win32', false)).toBe(true)
  expect(endsWithLastWindow('linux', true)).toBe(false)
})

it('a case without a window is started once more on Linux, where Chromium wants a display', () => {
  expect(needsHeadlessStart('linux', ['pipescope', '--case'])).toBe(true)
  expect(needsHeadlessStart('linux', ['pipescope', '--ozone-platform=headless', '--case'])).toBe(false)
  expect(needsHeadlessStart('win32', ['pipescope', '--case'])).toBe(false)
  expect(needsHeadlessStart('darwin', ['pipescope', '--case'])).toBe(false)
})

describe('on macOS and Windows', () => {
  it('starting at login is a setting of the system', async () => {
    const set: object[] = []
    const app = {
      isPackaged: true,
      getLoginItemSettings: () => ({ openAtLogin: true }),
      setLoginItemSettings: (settings: object) => set.push(settings),
    } as unknown as App
    const item = await onPlatform('darwin', () => loginItem(app))
    expect(item.startsAtLogin()).toBe(true)
    expect(item.setStartsAtLogin(false)).toMatchObject({ ok: true })
    expect(set).toEqual([{ openAtLogin: false, args: ['--background'] }])
  })

  it('a shutdown is not asked to wait, and everything is saved all the same', async () => {
    const app = { whenReady: () => Promise.resolve(), on: () => undefined } as unknown as App
    let ended = 0
    let prevented = 0
    endWithSession(app, () => void ended++)
    await Promise.resolve()
    const shutdown = (): void => listeners.get('shutdown')?.({ preventDefault: () => void prevented++ })
    await onPlatform('darwin', shutdown)
    expect([ended, prevented]).toEqual([1, 0])
    await onPlatform('linux', shutdown)
    expect([ended, prevented]).toEqual([2, 1])
  })
})
