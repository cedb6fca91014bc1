import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import { recordService } from '../../fixtures/recording/record-service.ts'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expectAccessible } from '../fixture/accessible.ts'
import { takePictures } from '../fixture/pictures.ts'
import { makeFolders, type RunningApp } from '../fixture/running-app.ts'
import { runCommand } from '../fixture/shell-steps.ts'
import { expect, test } from '../fixture/test.ts'

/** Rules of Just my code, by keys alone, on a service that burns its time in a regular expression. */

const info = (page: Page) => page.getByTestId('trace-info')
const methods = (page: Page) => info(page).getByRole('grid', { name: 'Methods' })
const methodRow = (page: Page, name: string | RegExp) => methods(page).getByRole('row').filter({ hasText: name })
const graph = (page: Page) => info(page).getByRole('tree', { name: 'Flame graph' })
const focused = (page: Page) => graph(page).getByRole('treeitem', { selected: true })
const rules = (page: Page) => page.getByRole('dialog', { name: 'Rules of Just my code' })
const chip = (page: Page, name: string) => info(page).getByRole('button', { name: `Remove ${name}`, exact: true })

async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < 60; step++) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('Tab does not reach it')
}

async function openRules(app: RunningApp): Promise<void> {
  await runCommand(app, 'Edit the rules of Just my code')
  await expect(rules(app.page)).toBeVisible()
}

async function press(page: Page, button: string): Promise<void> {
  await tabTo(page, rules(page).getByRole('button', { name: button, exact: true }))
  await page.keyboard.press('Enter')
}

test.describe('rules of just my code', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('take a module out of every view and bring one in, are undone, reset, and kept for the next start', async ({
    launch,
  }) => {
    const folders = makeFolders()
    const file = path.join(folders.top, 'regex.nettrace')
    await recordService({ fault: 'hot-regex', preset: 'time', file, milliseconds: 2500 })
    const start = { folders, arguments: [file], size: { width: 1440, height: 900 } }
    const app = await launch(start)
    const { page } = app
    await expect(info(page).getByRole('tab', { name: 'Methods' })).toBeVisible()
    await page.keyboard.press('5')
    await expect(methods(page)).toBeFocused()
    await page.keyboard.press('j')
    await expect(chip(page, 'Just my code')).toBeVisible()
    await expect(methodRow(page, 'SkuValidator.MatchBacktracking')).toBeVisible()

    await test.step('a module that is typed goes from Methods and Flame', async () => {
      await openRules(app)
      await expect(rules(page).getByRole('checkbox', { name: 'Pipescope.Service' })).toBeChecked()
      await takePictures(app, 'own-code-rules')
      await expectAccessible(page)
      await tabTo(page, rules(page).getByRole('textbox', { name: 'Not my code' }))
      await page.keyboard.type('Pipescope.dll')
      await expect(rules(page).getByRole('alert')).toHaveText('Pipescope.dll has an extension; leave it out')
      await takePictures(app, 'own-code-rules-fault')
      for (let count = 0; count < '.dll'.length; count++) await page.keyboard.press('Backspace')
      await page.keyboard.type('.*')
      await expect(rules(page).getByRole('checkbox', { name: 'Pipescope.Service' })).not.toBeChecked()
      await takePictures(app, 'own-code-rules-typed')
      await page.keyboard.press('Enter')
      await expect(rules(page)).toBeHidden()
      await expect(chip(page, 'Just my code, 1 rule')).toBeVisible()
      await expect(methodRow(page, 'Other code')).toBeVisible()
      await expect(methodRow(page, 'SkuValidator')).toHaveCount(0)
      await page.keyboard.press('2')
      // Keys may come before the new graph, and lead nowhere in the old one.
      await expect(async () => {
        await page.keyboard.press('ArrowDown')
        await expect(focused(page)).toContainText('Other code, 100.0%', { timeout: 1000 })
      }).toPass()
    })

    await test.step('Back undoes it in both', async () => {
      await page.keyboard.press('Alt+ArrowLeft')
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(methodRow(page, 'SkuValidator.MatchBacktracking')).toBeVisible()
      await page.keyboard.press('2')
      await page.keyboard.press('ArrowDown')
      await expect(focused(page)).not.toContainText('Other code')
      await page.keyboard.press('Alt+ArrowLeft')
    })

    await test.step('the rules are reset, and a module of .NET becomes mine in the list', async () => {
      await openRules(app)
      await press(page, 'Use saved rules')
      await expect(rules(page).getByRole('textbox', { name: 'Not my code' })).toHaveValue('Pipescope.*')
      await press(page, 'Reset to defaults')
      await expect(rules(page).getByRole('textbox', { name: 'Not my code' })).toHaveValue('')
      await tabTo(page, rules(page).getByRole('checkbox', { name: 'System.Text.RegularExpressions' }))
      await page.keyboard.press('Space')
      await expect(rules(page).getByRole('textbox', { name: 'Always my code' })).toHaveValue(
        'System.Text.RegularExpressions',
      )
      await tabTo(page, rules(page).getByRole('checkbox', { name: /^Use these rules/ }))
      await page.keyboard.press('Space')
      await press(page, 'Apply')
      await expect(methodRow(page, /Regex/).first()).toBeVisible()
      await expect(methodRow(page, 'SkuValidator.MatchBacktracking')).toBeVisible()
    })
    await app.close()

    await test.step('after a restart a recording is opened with the rules that were kept', async () => {
      const again = await launch(start)
      await expect(info(again.page).getByRole('tab', { name: 'Methods' })).toBeVisible()
      await again.page.keyboard.press('5')
      await expect(methods(again.page)).toBeFocused()
      await again.page.keyboard.press('j')
      await expect(chip(again.page, 'Just my code, 1 rule')).toBeVisible()
      await expect(methodRow(again.page, /Regex/).first()).toBeVisible()
    })
  })
})
