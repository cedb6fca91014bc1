import path from 'node:path'
import type { Page } from 'playwright/test'
import { recordService } from '../../fixtures/recording/record-service.ts'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expectAccessible } from '../fixture/accessible.ts'
import { colourCount, openByDialog } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import { dragAcross, rangeChip as rangeChipOf, selectTime } from '../fixture/trace-steps.ts'
import { setPageSize } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'
import { expect } from '../fixture/test.ts'

/** The timeline of a recorded service under load, by mouse and by keys. */

const info = (page: Page) => page.getByTestId('trace-info')
const plot = (page: Page) => info(page).getByRole('application', { name: 'Timeline' })
const rowsOf = (page: Page) => info(page).getByRole('table', { name: 'Rows of the timeline' })
const rangeChip = (page: Page) => rangeChipOf(info(page))
const thread = (page: Page) =>
  info(page)
    .getByRole('button', { name: /^Pool worker \d+$/ })
    .first()

test.describe('timeline of a recording', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows threads and tracks, and selects time and threads for every tab', async ({ app }) => {
    const { page } = app
    const file = path.join(app.folders.top, 'service.nettrace')
    await recordService({ fault: 'none', preset: 'everything', file, milliseconds: 3000 })
    await openByDialog(app, file)
    for (const name of ['All threads', 'GC', 'Requests', 'Allocations', 'Pool threads', 'Log messages'])
      await expect(rowsOf(page).getByRole('rowheader', { name, exact: true })).toBeAttached()
    await expect(thread(page)).toBeVisible()
    await expect.poll(() => colourCount(plot(page))).toBeGreaterThan(8)
    await takePictures(app, 'trace-timeline')
    await expectAccessible(page)

    const sum = info(page).getByText(/samples selected/)
    const before = (await sum.textContent()) ?? ''
    await selectTime(info(page), 0.3, 0.6)
    await expect(sum).not.toHaveText(before)
    await takePictures(app, 'trace-timeline-range')
    const first = (await rangeChip(page).getAttribute('aria-label')) ?? ''
    // An end of the range is moved by its edge.
    await dragAcross(info(page), 0.6, 0.8)
    await expect(rangeChip(page)).not.toHaveAttribute('aria-label', first)

    await plot(page).focus()
    await page.keyboard.press('f')
    const { x, y, width } = (await plot(page).boundingBox())!
    await page.mouse.move(x + width / 2, y + 65)
    await expect(page.getByTestId('timeline-tooltip')).toContainText(/^[\d.]+\ss/)
    await page.mouse.wheel(0, -400)
    await expect.poll(() => colourCount(plot(page))).toBeGreaterThan(8)

    await thread(page).click()
    await expect(info(page).getByRole('button', { name: /^Remove Thread \d+$/ })).toBeVisible()
    await plot(page).focus()
    await page.keyboard.press('Escape')
    await expect(rangeChip(page)).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(info(page).getByText('Whole recording')).toBeVisible()

    await page.keyboard.press('ArrowDown')
    await page.keyboard.down('Shift')
    for (let step = 0; step < 5; step++) await page.keyboard.press('ArrowRight')
    await page.keyboard.up('Shift')
    await expect(rangeChip(page)).toBeVisible()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(info(page).getByText('Whole recording')).toBeVisible()
    await plot(page).focus()
    await page.keyboard.press(' ')
    await expect(info(page).getByRole('button', { name: /^Remove Thread \d+$/ })).toBeVisible()
  })

  test('finds, pins and folds threads', async ({ app }) => {
    const { page } = app
    const file = path.join(app.folders.top, 'threads.nettrace')
    await recordService({ fault: 'none', preset: 'time', file, milliseconds: 2000 })
    await setPageSize(app.application, { width: 900, height: 600 })
    await openByDialog(app, file)
    await info(page)
      .getByRole('button', { name: /other threads$/ })
      .click()
    await expect(info(page).getByRole('button', { name: /other threads$/ })).toBeHidden()
    const last = rowsOf(page)
      .getByRole('rowheader', { name: /^(?:Timer|Sockets|Pool gate)$/ })
      .last()
    const name = (await last.textContent()) ?? ''
    await info(page).getByRole('button', { name: 'Find threads' }).click()
    await expect(info(page).getByRole('searchbox', { name: 'Find threads' })).toBeFocused()
    await page.keyboard.type(name)
    await expect(rowsOf(page).getByRole('rowheader', { name: /^Pool worker/ })).toHaveCount(0)
    await info(page)
      .getByRole('button', { name: `Pin ${name}` })
      .first()
      .click()
    await info(page).getByRole('button', { name: 'Show every thread' }).click()
    await expect(rowsOf(page).getByRole('rowheader').nth(1)).toHaveText(name)
    await info(page).getByRole('button', { name: 'Timeline options' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Fold to one row' }).click()
    await page.keyboard.press('Escape')
    await expect(rowsOf(page).getByRole('rowheader')).toHaveText(['All threads'])
  })
})
