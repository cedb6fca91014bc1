import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../samples/start-target.ts'
import { test } from './fixture/live-page.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { launchApp } from './fixture/running-app.ts'
import { places } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** In the command line of the process that the rule is about: other tests run beside it on the same machine. */
const mark = `background-${String(process.pid)}`

const filesOf = (home: string) =>
  fs.promises
    .readdir(path.join(home, 'Pipescope'), { recursive: true })
    .then((names) => names.filter((name) => /\.nettrace/.test(name)))

test.describe('armed rules without a window', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('keep working when the last window is closed, and are armed again after a restart', async ({ app, start }) => {
    const { page, application } = app
    await answerQuestions(application, 'agree')
    await places(page).getByRole('button', { name: 'Rules' }).click()
    await page.getByRole('button', { name: /^Exceptions of one type/ }).click()
    await page.getByRole('textbox', { name: 'Exception type' }).fill('System.*')
    await page.getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
    await page.getByRole('textbox', { name: 'Command line contains' }).fill(mark)
    await page.getByRole('textbox', { name: 'Free disk space' }).fill('0')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('switch', { name: 'Keep running when the last window is closed' }).click()
    await page.getByRole('button', { name: 'Arm…' }).click()
    await expect(page.getByText('Armed', { exact: true })).toBeVisible()
    const closed = page.waitForEvent('close')
    await application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().forEach((window) => window.close()))
    await closed
    await start(app, { args: ['throw', '--', mark] })
    // A second start shows a window again, and what happened without one.
    const opened = application.waitForEvent('window')
    await application.evaluate(({ app: electron }) => electron.emit('activate'))
    const window = await opened
    await places(window).getByRole('button', { name: 'Rules' }).click()
    await expect(window.getByRole('region', { name: 'Fired' }).getByText('Done')).toBeVisible({ timeout: 120_000 })
    // What only the rule keeps is no reason to ask.
    await app.close()
    expect(await filesOf(app.folders.home)).toHaveLength(1)
    const again = await launchApp({ folders: app.folders })
    await places(again.page).getByRole('button', { name: 'Rules' }).click()
    await expect(again.page.getByText('Armed', { exact: true })).toBeVisible()
    await again.close()
  })
})
