import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { canBuildSamples } from '../samples/start-target.ts'
import { test } from './fixture/live-page.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { clickNotification, collectedNotifications, collectNotifications } from './fixture/notifications.ts'
import { takePictures } from './fixture/pictures.ts'
import { launchApp, type RunningApp } from './fixture/running-app.ts'
import { places } from './fixture/shell-steps.ts'
import { expect, inFullTest } from './fixture/test.ts'

/** In the command line of the process that the rule is about: other tests run beside it on the same machine. */
const mark = `background-${String(process.pid)}`

const filesOf = (home: string) =>
  fs.promises
    .readdir(path.join(home, 'Pipescope'), { recursive: true })
    .then((names) => names.filter((name) => /\.nettrace/.test(name)))

/** A rule about exceptions in the sample with this word in its command line. */
async function armOnExceptions(page: Page, application: RunningApp['application'], word: string): Promise<void> {
  await answerQuestions(application, 'agree')
  await places(page).getByRole('button', { name: 'Rules' }).click()
  await page.getByRole('button', { name: /^Exceptions of one type/ }).click()
  await page.getByRole('textbox', { name: 'Exception type' }).fill('System.*')
  await page.getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
  await page.getByRole('textbox', { name: 'Command line contains' }).fill(word)
  await page.getByRole('textbox', { name: 'Free disk space' }).fill('0')
  await page.getByRole('button', { name: 'Save rule' }).click()
  await page.getByRole('button', { name: 'Arm…' }).click()
  await expect(page.getByText('Armed', { exact: true })).toBeVisible()
}

test.describe('armed rules without a window', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('keep working when the last window is closed, open one from their notification, and are armed again when started at login', async ({
    app,
    start,
  }) => {
    const { page, application } = app
    await armOnExceptions(page, application, mark)
    const keeps = page.getByRole('switch', { name: 'Keep running when the last window is closed' })
    await keeps.click()
    // Main has heard of it.
    await expect(keeps).toBeChecked()
    const entry = path.join(app.folders.home, '.config', 'autostart', 'pipescope.desktop')
    const starts = page.getByRole('switch', { name: 'Start at login, without a window' })
    await starts.click()
    await expect(starts).toBeChecked()
    expect(fs.readFileSync(entry, 'utf8')).toMatch(/^Exec=.* "--background"$/m)
    await collectNotifications(application)
    // The window is closed after its page has crashed: rules live in main.
    await application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    const title = () => application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())
    await expect.poll(title).toBe('Pipescope: window stopped')
    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()))
    const windowCount = () => application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)
    await expect.poll(windowCount).toBe(0)
    await start(app, { args: ['throw', '--', mark] })
    await expect
      .poll(() => collectedNotifications(application), { timeout: 120_000 })
      .toContainEqual(expect.objectContaining({ title: 'Exceptions of one type' }))
    expect(await windowCount()).toBe(0)
    // A click on it shows a window again, and what happened without one.
    const opened = application.waitForEvent('window')
    await clickNotification(application, 'Exceptions of one type')
    const window = await opened
    await places(window).getByRole('button', { name: 'Rules' }).click()
    await expect(window.getByRole('region', { name: 'Fired' }).getByText('Done')).toBeVisible({ timeout: 120_000 })
    // What only the rule keeps is no reason to ask.
    await app.close()
    expect(await filesOf(app.folders.home)).toHaveLength(1)
    // As at login; a second start shows a window.
    const again = await launchApp({ folders: app.folders, arguments: ['--background'], isHidden: true })
    await places(again.page).getByRole('button', { name: 'Rules' }).click()
    await expect(again.page.getByText('Armed', { exact: true })).toBeVisible()
    await again.page.getByRole('switch', { name: 'Start at login, without a window' }).click()
    await expect.poll(() => fs.existsSync(entry)).toBe(false)
    await again.close()
  })

  inFullTest(() => {
    test('capture nothing twice beside a copy of the user folder, which takes over at the end', async ({
      app,
      launch,
      start,
    }) => {
      const { page, application, folders } = app
      const both = `both-${mark}`
      await armOnExceptions(page, application, both)
      // What is armed is on disk within a second or two.
      const rules = path.join(folders.userData, 'rules.json')
      await expect.poll(() => fs.existsSync(rules) && fs.readFileSync(rules, 'utf8')).toMatch(/"isArmed": true/)
      const copy = { ...folders, home: path.join(folders.top, 'h2'), userData: path.join(folders.top, 'u2') }
      fs.mkdirSync(copy.home)
      fs.cpSync(folders.userData, copy.userData, { recursive: true, filter: (name) => !/Singleton|run-/.test(name) })
      const second = await launch({ folders: copy, size: { width: 1440, height: 900 } })
      await places(second.page).getByRole('button', { name: 'Rules' }).click()
      await expect(second.page.getByText('Armed elsewhere')).toBeVisible()
      const holder = await application.evaluate(() => process.pid)
      await expect(second.page.getByRole('status').filter({ hasText: `PID ${String(holder)}` })).toBeVisible()
      await takePictures(second, 'rules-armed-elsewhere')
      await start(app, { args: ['throw', '--', both] })
      await expect(page.getByRole('region', { name: 'Fired' }).getByText('Done')).toBeVisible({ timeout: 120_000 })
      await app.close()
      await expect(second.page.getByText('Armed', { exact: true })).toBeVisible()
      expect(await filesOf(folders.home)).toHaveLength(1)
      await second.close()
    })
  })
})
