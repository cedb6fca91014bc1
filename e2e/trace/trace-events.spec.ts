import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expectAccessible } from '../fixture/accessible.ts'
import { takePictures } from '../fixture/pictures.ts'
import { startRecording, stopAndOpen } from '../fixture/recording-steps.ts'
import { saveFromMenu } from '../fixture/save-steps.ts'
import { test } from '../fixture/shared-app.ts'
import { expect } from '../fixture/test.ts'

/** The events of a recording: filtered by a typed language, counted over time, looked at one by one and measured. */

const info = (page: Page) => page.getByTestId('trace-info')
const filter = (page: Page) => info(page).getByRole('combobox', { name: 'Filter events' })
const grid = (page: Page) => info(page).getByRole('grid', { name: 'Events' })
const event = (page: Page) => info(page).getByRole('complementary', { name: 'Event' })
const span = (page: Page) => info(page).getByRole('group', { name: 'From A to B' })
const found = (page: Page) => info(page).getByText(/^[\d\s]+ of [\d\s]+ events$/)

test.describe('events of a trace', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('are filtered with completion, shown with their fields, and measured from one to another', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await startRecording(app, target.pid)
    await stopAndOpen(app, 'HotMethod')
    await info(page)
      .getByRole('tab', { name: /^Events/ })
      .click()
    await expect(found(page)).toBeVisible()

    await test.step('a field and its value are completed while they are typed', async () => {
      await filter(page).focus()
      await page.keyboard.type('eve')
      await expect(page.getByRole('option', { name: 'event field' })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(filter(page)).toHaveValue('event ')
      await page.keyboard.type('= thread/sa')
      await expect(page.getByRole('option', { name: /^Thread\/Sample/ })).toBeVisible()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect(filter(page)).toHaveValue('event = Thread/Sample')
      await expect(found(page)).not.toHaveText(/^([\d\s]+) of \1 events$/)
      await expect(grid(page).getByRole('row').nth(1)).toContainText('Thread/Sample')
      await expect(info(page).getByRole('img', { name: /events over/ })).toBeVisible()
    })

    await test.step('what is wrong is said where it is wrong, and the rows of the last filter stay', async () => {
      // At once: a pause between two keys would let a filter that is right so far, and finds nothing, be the last one.
      await page.keyboard.insertText(' and Tpye = 1')
      await expect(info(page).getByRole('alert')).toContainText(
        'Column 27: No event in this recording has a field “Tpye”.',
      )
      await expect(grid(page).getByRole('row').nth(1)).toContainText('Thread/Sample')
      await takePictures(app, 'trace-events-fault')
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(filter(page)).toHaveValue('')
      await filter(page).fill('event = Thread/Sample and Type = Managed')
      await page.keyboard.press('Escape')
      await expect(info(page).getByRole('alert')).toBeHidden()
      await expect(grid(page).getByRole('row').nth(1)).toContainText('Type=Managed')
    })

    await test.step('an event is shown with its fields, and measured to another one', async () => {
      await grid(page).getByRole('row').nth(2).click()
      await expect(event(page)).toContainText('Thread/Sample')
      await expect(event(page).getByRole('listitem').first()).toBeVisible()
      await event(page).getByRole('button', { name: 'Set as A' }).click()
      await event(page).getByRole('button', { name: 'Next event' }).click()
      await event(page).getByRole('button', { name: 'Next event' }).click()
      await event(page).getByRole('button', { name: 'Next event' }).click()
      await expect(span(page)).toContainText('Set B on another event')
      await event(page).getByRole('button', { name: 'Set as B' }).click()
      await expect(span(page)).toContainText('2 matching events in between')
    })

    await test.step('the bars are saved as a picture that says what they count', async () => {
      const file = path.join(app.folders.home, 'bars.svg')
      await saveFromMenu(app, { within: info(page), button: 'Picture of the bars', entry: 'Save as SVG…', file })
      const svg = fs.readFileSync(file, 'utf8')
      expect(svg).toContain('event = Thread/Sample and Type = Managed')
      expect(svg).toMatch(/[\d\s]+ events over /)
    })

    await test.step('a field becomes a column', async () => {
      await event(page).getByRole('button', { name: 'Show Type as a column' }).click()
      await expect(grid(page).getByRole('columnheader', { name: 'Type' })).toBeVisible()
      await expect(grid(page).getByRole('row').nth(1).getByText('Managed', { exact: true })).toBeVisible()
      await takePictures(app, 'trace-events')
      await expectAccessible(page)
    })

    await test.step('the time between two events is selected, and given back', async () => {
      await span(page).getByRole('button', { name: 'Select range' }).click()
      await expect(found(page)).toHaveText(/^3 of /)
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(found(page)).not.toHaveText(/^3 of /)
    })

    await test.step('the column goes, and the event is closed', async () => {
      await info(page).getByRole('button', { name: 'Columns' }).click()
      await page.getByRole('menuitemcheckbox', { name: 'Type' }).click()
      await expect(grid(page).getByRole('columnheader', { name: 'Type' })).toBeHidden()
      await page.keyboard.press('Escape')
      await event(page).getByRole('button', { name: 'Close event' }).click()
      await expect(event(page)).toBeHidden()
    })

    await test.step('a view is saved under a name, and found again from another tab', async () => {
      await filter(page).fill('event = GC/Stop')
      await page.keyboard.press('Escape')
      await info(page).getByRole('button', { name: 'Saved views' }).click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await page.getByRole('textbox', { name: 'View name' }).fill('Collections')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toBeHidden()
      await filter(page).fill('')
      await page.keyboard.press('Escape')
      await info(page).getByRole('tab', { name: 'Methods' }).click()
      await info(page).getByRole('button', { name: 'Saved views' }).click()
      await takePictures(app, 'trace-views')
      await page.getByRole('menuitem', { name: 'Collections' }).click()
      await expect(filter(page)).toHaveValue('event = GC/Stop')
      await expect(grid(page).getByRole('row').nth(1)).toContainText('GC/Stop')
    })

    await test.step('events are counted by type', async () => {
      await info(page).getByRole('radio', { name: 'By type' }).click()
      await expect(info(page).getByRole('grid', { name: 'Events by type' })).toContainText('Thread/Sample')
    })
  })
})
