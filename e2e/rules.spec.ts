import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { openLive, test } from './fixture/live-page.ts'
import { answerQuestions, askedQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import { places } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** In the command line of the process that the rule is about: other tests run beside it on the same machine. */
const mark = `rules-${String(process.pid)}`

const editor = (page: Page) => page.getByRole('group', { name: 'Rule', exact: true })

async function openRules(page: Page): Promise<void> {
  await places(page).getByRole('button', { name: 'Rules' }).click()
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await editor(page).getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test.describe('rules', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('an armed rule saves what led up to an exception, and says what it did', async ({ app, start }) => {
    const { page } = app
    await start(app, { args: ['throw', '--', mark] })
    await openRules(page)
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
    await takePictures(app, 'rules-empty')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Exceptions of one type/ }).click()
    await editor(page).getByRole('textbox', { name: 'Exception type' }).fill('System.*')
    await editor(page).getByRole('textbox', { name: 'Application' }).fill('Pipescope.Sample')
    await editor(page).getByRole('textbox', { name: 'Command line contains' }).fill(mark)
    await editor(page).getByRole('textbox', { name: 'Free disk space' }).fill('0')
    await takePictures(app, 'rules-editor')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await answerQuestions(app.application, 'agree')
    await page.getByRole('button', { name: 'Arm…' }).click()
    const [question] = await askedQuestions(app.application)
    expect(question?.message).toBe('Arm the rule “Exceptions of one type”?')
    expect(question?.detail).toContain('• Save the last 60 s. Records continuously while the rule is armed.')
    const fired = page.getByRole('region', { name: 'Fired' })
    await expect(fired.getByText('Done')).toBeVisible({ timeout: 120_000 })
    await expect(fired.getByRole('button', { name: /_rule.*\.nettrace$/ })).toBeVisible()
    await takePictures(app, 'rules-fired')
    await expectAccessible(page)
    // Any edit disarms.
    await editor(page).getByRole('textbox', { name: 'Times per day' }).fill('5')
    await page.getByRole('button', { name: 'Save and disarm' }).click()
    await expect(page.getByText('Disarmed')).toBeVisible()
  })

  test('is written by keys, tried over a live view, removed and brought back', async ({ app, start }) => {
    const { page } = app
    await openLive(app, await start(app, { args: ['busy'] }))
    await page.keyboard.press('Control+7')
    await page.getByRole('button', { name: 'New rule' }).click()
    await page.getByRole('menuitem', { name: 'Memory above 1 GiB' }).click()
    await choose(page, 'Condition', 'a counter')
    await choose(page, 'Counter', 'Thread-pool threads')
    await editor(page).getByRole('textbox', { name: 'Limit', exact: true }).fill('-1')
    await choose(page, 'How long', 'an instant')
    const dryRun = page.getByRole('region', { name: 'Dry run' })
    await dryRun.getByRole('button', { name: 'Choose what to try it on' }).click()
    await page.getByRole('menuitem', { name: /^Live history/ }).click()
    await expect(dryRun).toContainText('Would have fired once')
    await takePictures(app, 'rules-dry-run')
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('button', { name: 'Remove rule' }).click()
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeVisible()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect(page.getByRole('heading', { name: 'No rules yet' })).toBeHidden()
  })

  test('is exported to a file and imported from it, disarmed', async ({ app }) => {
    const { page } = app
    const file = path.join(app.folders.top, 'shared.rule.json')
    await app.application.evaluate(({ dialog }, chosen) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen })
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, file)
    await openRules(page)
    await page.getByRole('button', { name: /^Long GC pauses/ }).click()
    await page.getByRole('button', { name: 'Save rule' }).click()
    await page.getByRole('button', { name: 'Export to a file' }).click()
    await expect(page.getByText('Rule exported')).toBeVisible()
    expect(JSON.parse(fs.readFileSync(file, 'utf8'))).toMatchObject({ format: 'pipescope-rule', version: 1 })
    await page.getByRole('button', { name: 'Import…' }).click()
    await expect(page.getByText('0 of 2 armed')).toBeVisible()
    fs.writeFileSync(file, '{"format":"pipescope-rule","version":1,"shell":"rm -rf /"}')
    await page.getByRole('button', { name: 'Import…' }).click()
    await expect(page.getByText('Couldn’t import the rule')).toBeVisible()
  })
})
