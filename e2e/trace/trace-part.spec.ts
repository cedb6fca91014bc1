import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { recordSession } from '../../fixtures/recording/record-session.ts'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expectAccessible } from '../fixture/accessible.ts'
import { openByDialog } from '../fixture/live-page.ts'
import { answerSaveDialog } from '../fixture/save-steps.ts'
import { takePictures } from '../fixture/pictures.ts'
import { setPageSize } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'
import { selectTime } from '../fixture/trace-steps.ts'
import { expect } from '../fixture/test.ts'

/** A part of a recording as a file of its own, with its secrets masked. */

const secret = 'Zq7Kp2xWsecret'
const info = (page: Page) => page.getByTestId('trace-info').last()
const dialog = (page: Page) => page.getByRole('dialog')
const summary = (page: Page) => dialog(page).getByTestId('part-summary')

function holdsSecret(file: string): boolean {
  const bytes = fs.readFileSync(file)
  return bytes.includes(Buffer.from(secret, 'utf16le')) || bytes.includes(Buffer.from(secret, 'utf8'))
}

test.describe('a part of a recording', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('is saved for a selected time with secrets masked, and opens', async ({ app }) => {
    const { page, folders } = app
    const file = path.join(folders.top, 'whole.nettrace')
    // Streams carry the paths of what they are of.
    const neutralFolder = path.join(folders.top, secret)
    await recordSession({ variant: 'net10', shape: 'sampling', file, milliseconds: 2000, neutralFolder })
    expect(holdsSecret(file)).toBe(true)
    const before = fs.readFileSync(file)
    const part = path.join(folders.top, 'part.nettrace')
    await openByDialog(app, file)

    await test.step('a time is selected by mouse, and the part of it is estimated', async () => {
      await selectTime(info(page), 0.4, 0.6)
      await info(page).getByRole('button', { name: 'Save part' }).click()
      await expect(dialog(page).getByRole('checkbox', { name: /^Only the selected time/ })).toBeChecked()
      await expect(summary(page)).toContainText(/^[\d,\s]+ of [\d,\s]+ events, and [\d,\s]+ with symbols/)
      const few = await summary(page).textContent()
      await dialog(page)
        .getByRole('checkbox', { name: /^Only the selected time/ })
        .click()
      await expect(summary(page)).not.toHaveText(few ?? '')
      await expect(summary(page)).toContainText(/^[\d,\s]+ of/)
      await dialog(page)
        .getByRole('checkbox', { name: /^Only the selected time/ })
        .click()
    })

    await test.step('what is masked is chosen by keys, and a wrong expression is said', async () => {
      await dialog(page).getByRole('checkbox', { name: 'All of these' }).focus()
      await page.keyboard.press('Space')
      await expect(dialog(page).getByRole('checkbox', { name: /^Command lines/ })).toBeChecked()
      const expression = dialog(page).getByRole('textbox', { name: 'Regular expression to mask' })
      await expression.focus()
      await page.keyboard.type('Zq7(')
      await expect(dialog(page).getByRole('alert')).toBeVisible()
      await page.keyboard.press('Backspace')
      await page.keyboard.type('\\w+')
      await page.keyboard.press('Enter')
      await expect(dialog(page).getByRole('button', { name: 'Remove Zq7\\w+' })).toBeVisible()
      await expect(summary(page)).toContainText(/texts masked/)
      await takePictures(app, 'trace-part')
      await expectAccessible(page)
    })

    await test.step('the part is saved without the secret, and the recording stays as it was', async () => {
      await answerSaveDialog(app, part)
      await dialog(page).getByRole('button', { name: 'Save…' }).click()
      await expect(dialog(page).getByText('Part saved')).toBeVisible()
      await expect(dialog(page).getByRole('list', { name: 'What was masked' })).toContainText('Expression 1')
      await takePictures(app, 'trace-part-saved')
      expect(holdsSecret(part)).toBe(false)
      expect(fs.readFileSync(file)).toEqual(before)
      expect(fs.readdirSync(folders.top).filter((name) => name.endsWith('.part'))).toEqual([])
      await dialog(page).getByRole('button', { name: 'Open', exact: true }).click()
    })

    await test.step('the part opens with the names and stacks of the whole recording', async () => {
      await expect(dialog(page)).toBeHidden()
      // Until it is there the last one is that of the recording.
      await expect(page.getByTestId('trace-info')).toHaveCount(2)
      await info(page)
        .getByRole('tab', { name: /^Methods/ })
        .click()
      await expect(info(page).getByRole('grid').last()).toContainText('HotMethod')
      await info(page).getByRole('tab', { name: 'Info' }).click()
      await expect(info(page)).toContainText('‹')
      // Of the part, although names are from all of the recording.
      await expect(info(page).getByText('Duration').locator('..')).toContainText(/Duration\s*\d{3}\s*ms/)
      await expect(info(page)).not.toContainText(secret)
    })
  })

  test('is not written over the recording, nor by a link to it', async ({ app }) => {
    const { page, folders } = app
    const file = path.join(folders.top, 'linked.nettrace')
    fs.copyFileSync(path.join(import.meta.dirname, '../../fixtures/nettrace/net10-counters.nettrace'), file)
    const link = path.join(folders.top, 'link.nettrace')
    fs.linkSync(file, link)
    const before = fs.readFileSync(file)
    await setPageSize(app.application, { width: 900, height: 600 })
    await openByDialog(app, file)
    await info(page).getByRole('button', { name: 'Save part' }).click()
    await takePictures(app, 'trace-part-small')
    await answerSaveDialog(app, link)
    await dialog(page).getByRole('button', { name: 'Save…' }).click()
    await expect(dialog(page).getByRole('alert')).toContainText('Couldn’t save the part.')
    expect(fs.readFileSync(file)).toEqual(before)
    expect(fs.statSync(link).ino).toBe(fs.statSync(file).ino)
  })
})
