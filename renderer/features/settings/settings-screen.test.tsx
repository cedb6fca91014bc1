import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { appStore } from '../../store/create-store.ts'
import { installFakeBridge, type FakeBridge } from '../../testing/fake-bridge.ts'
import { renderUi, resetStore } from '../../testing/render.tsx'
import { testFacts } from '../../testing/test-facts.ts'
import { SettingsScreen } from './settings-screen.tsx'

let bridge: FakeBridge

beforeEach(() => {
  resetStore()
  bridge = installFakeBridge({ 'files.reveal': () => null })
})

describe('the settings', () => {
  it('take effect at once and are sent to main one by one', async () => {
    const { user } = renderUi(<SettingsScreen />)
    await user.click(screen.getByRole('radio', { name: 'High contrast' }))
    await user.click(screen.getByRole('radio', { name: '150 %' }))
    await user.click(screen.getByRole('radio', { name: 'Reduced' }))
    await user.click(screen.getByRole('switch', { name: 'Show in the process list' }))
    expect(bridge.requestsOf('settings.update')).toEqual([
      { theme: 'hc' },
      { fontSizePercent: 150 },
      { reducedMotion: 'on' },
      { showToolProcesses: true },
    ])
    expect(appStore.getState().settings).toMatchObject({ theme: 'hc', fontSizePercent: 150 })
  })

  it('check for updates only when that is turned on, and show what was found', async () => {
    bridge = installFakeBridge({
      'updates.state': () => ({ kind: 'off' }),
      'updates.check': () => ({ kind: 'newer', version: '2.0.0', checkedMs: 0 }),
    })
    const { user } = renderUi(<SettingsScreen />)
    const toggle = screen.getByRole('switch', { name: 'Check for updates' })
    expect(toggle.getAttribute('aria-checked')).toBe('false')
    expect(bridge.requestsOf('updates.check')).toEqual([])
    await user.click(toggle)
    expect(await screen.findByText(/^Version 2\.0\.0 is available/)).toBeTruthy()
    expect(bridge.requestsOf('settings.update')).toEqual([{ isUpdateCheckOn: true }])
  })

  it('cannot turn on the check for updates in a build without an address', async () => {
    installFakeBridge({ 'updates.state': () => ({ kind: 'unavailable' }) })
    renderUi(<SettingsScreen />)
    expect(await screen.findByText('This build has no address to check.')).toBeTruthy()
    expect(screen.getByRole('switch', { name: 'Check for updates' }).hasAttribute('data-disabled')).toBe(true)
  })

  it('keep the folder and the name of recordings', async () => {
    bridge = installFakeBridge({ 'recordings.chooseFolder': () => ({ folder: '/data/traces' }) })
    const { user } = renderUi(<SettingsScreen />)
    await user.click(screen.getByRole('button', { name: 'Choose folder' }))
    expect(await screen.findByRole('button', { name: 'Reset to the default folder' })).toBeTruthy()
    const name = screen.getByRole('textbox', { name: 'File name' })
    await user.clear(name)
    // Braces are keys for the one who types here.
    await user.type(name, '{{process}-{{preset}{Enter}')
    expect(appStore.getState().settings.recordings).toEqual({
      folder: '/data/traces',
      nameTemplate: '{process}-{preset}',
      savesGcDump: false,
    })
  })

  it('show where files are only once it is known, and open the folder', async () => {
    const { user } = renderUi(<SettingsScreen />)
    expect(screen.queryByRole('region', { name: 'Files' })).toBeNull()
    appStore.getState().receiveFacts(testFacts)
    await user.click(await screen.findByRole('button', { name: 'Show folder' }))
    expect(bridge.requestsOf('files.reveal')).toEqual([{ path: testFacts.userFolder }])
  })
})
