import { beforeEach, describe, expect, it } from 'vitest'
import { DiagnosticsError } from '../../shared/base/errors.ts'
import { defaultSettings } from '../../shared/model/settings.ts'
import { installFakeBridge } from '../testing/fake-bridge.ts'
import { resetStore } from '../testing/render.tsx'
import { appStore } from './create-store.ts'
import { selectRunningJobCount } from './jobs-slice.ts'
import { selectUnreadCount } from './notices-slice.ts'

beforeEach(() => {
  resetStore()
})

describe('settings', () => {
  it('change at once on screen and are sent to main', () => {
    const bridge = installFakeBridge()
    appStore.getState().changeSettings({ theme: 'dark' })
    expect(appStore.getState().settings.theme).toBe('dark')
    expect(bridge.requestsOf('settings.update')).toEqual([{ theme: 'dark' }])
  })

  it('go back with a notice when main could not keep them', async () => {
    installFakeBridge({
      'settings.update': () => {
        throw new DiagnosticsError({ kind: 'io', operation: 'write', path: '/x', code: 'ENOSPC' })
      },
    })
    appStore.getState().changeSettings({ density: 'compact' })
    await expect.poll(() => appStore.getState().settings.density).toBe('normal')
    expect(appStore.getState().notices[0]).toMatchObject({ tone: 'bad', error: { kind: 'io' } })
  })

  it('are what main says, whatever was shown before', () => {
    appStore.getState().receiveSettings({ ...defaultSettings, theme: 'hc' })
    expect(appStore.getState()).toMatchObject({ areSettingsLoaded: true, settings: { theme: 'hc' } })
  })
})

describe('notices', () => {
  it('are toasts first, then entries of the center, newest first', () => {
    const { addNotice, retireToast } = appStore.getState()
    const first = addNotice({ tone: 'ok', title: 'one' })
    addNotice({ tone: 'bad', title: 'two' })
    retireToast(first)
    expect(appStore.getState().notices.map(({ title, isToast }) => [title, isToast])).toEqual([
      ['two', true],
      ['one', false],
    ])
  })

  it('are shown once when repeated; the notice center has both', () => {
    const { addNotice } = appStore.getState()
    addNotice({ tone: 'ok', title: 'Path copied' })
    addNotice({ tone: 'ok', title: 'Path copied' })
    addNotice({ tone: 'ok', title: 'Path copied', text: 'of another file' })
    expect(appStore.getState().notices.map(({ isToast }) => isToast)).toEqual([true, true, false])
  })

  it('count as unread until the center was looked at', () => {
    const { addNotice, readNotices } = appStore.getState()
    addNotice({ tone: 'ok', title: 'one' })
    expect(selectUnreadCount(appStore.getState())).toBe(1)
    readNotices()
    expect(selectUnreadCount(appStore.getState())).toBe(0)
  })

  it('are kept up to a limit', () => {
    for (let index = 0; index < 150; index += 1) appStore.getState().addNotice({ tone: 'ok', title: String(index) })
    expect(appStore.getState().notices).toHaveLength(100)
    expect(appStore.getState().notices[0]?.title).toBe('149')
  })
})

describe('jobs', () => {
  it('keep every running one and the newest finished ones', () => {
    const { startJob, updateJob } = appStore.getState()
    const running = startJob({ title: 'export', phase: 'Writing' })
    for (let index = 0; index < 30; index += 1) {
      updateJob(startJob({ title: `job ${String(index)}`, phase: 'x' }), { state: 'done' })
    }
    const { jobs } = appStore.getState()
    expect(jobs.some((job) => job.id === running)).toBe(true)
    expect(jobs.filter((job) => job.state === 'done')).toHaveLength(20)
    expect(selectRunningJobCount(appStore.getState())).toBe(1)
  })

  it('can be dismissed only when they have ended', () => {
    const { startJob, updateJob, dismissJob } = appStore.getState()
    const id = startJob({ title: 'export', phase: 'Writing' })
    dismissJob(id)
    expect(appStore.getState().jobs).toHaveLength(1)
    updateJob(id, { state: 'failed' })
    dismissJob(id)
    expect(appStore.getState().jobs).toHaveLength(0)
  })
})
