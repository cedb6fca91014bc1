import path from 'node:path'
import { recordService } from '../../fixtures/recording/record-service.ts'
import { canBuildSamples } from '../../samples/start-target.ts'
import { openByDialog } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import { test } from '../fixture/shared-app.ts'
import { expectReachable } from '../fixture/tab-walk.ts'
import { expect } from '../fixture/test.ts'

test.describe('requests of a recorded service', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('show where their time went, and a part of one becomes the selection', async ({ app }) => {
    const { page } = app
    const file = path.join(app.folders.top, 'requests.nettrace')
    const extraItems = ['samples', 'names', 'tasks', 'waits', 'contention', 'gc']
    await recordService({ fault: 'lock-convoy', preset: 'requests', extraItems, file, milliseconds: 3000 })
    await openByDialog(app, file)
    const info = page.getByTestId('trace-info')
    await info.getByRole('tab', { name: /^Requests/ }).click()
    await info.getByRole('radio', { name: 'Requests' }).click()
    const table = info.getByRole('grid', { name: 'Requests' })
    await info.getByRole('searchbox', { name: 'Search' }).fill('GET /quotes')
    // Rows come a few in a frame: that none is of another route says nothing yet, and the table is made anew with what was found.
    await expect(info.getByRole('status').filter({ hasText: /^\d+ of / })).toBeVisible()
    await expect(table.getByRole('row').filter({ hasText: 'GET /orders' })).toHaveCount(0)
    const duration = table.getByRole('columnheader', { name: 'Duration' })
    await duration.click()
    await expect(duration).toHaveAttribute('aria-sort', 'descending')
    // The rows are of the new order once the first is slower than one that has the lock to itself.
    await expect(table.getByRole('row').nth(1)).toContainText(/\d{2,3}(?:\.\d)?\sms/)

    // By keyboard: the slowest request, its waterfall, where it sleeps while it holds the lock.
    const waterfall = info.getByTestId('request-waterfall')
    // With many clients the first row of the old order is as slow: keys may come before the new rows, and open nothing.
    await expect(async () => {
      await table.focus()
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect(waterfall.getByRole('heading', { name: /^GET \/quotes/ })).toBeVisible({ timeout: 3000 })
    }).toPass()
    const parts = waterfall.getByRole('list', { name: 'Parts' })
    await expect(parts).toContainText('Blocked')
    await expect(parts).toContainText('Unknown')
    const chart = waterfall.getByRole('grid', { name: 'Waterfall' })
    await expect(chart.getByRole('gridcell').first()).toBeFocused()
    await page.keyboard.press('ArrowRight')
    await expect(chart.getByRole('gridcell').nth(1)).toBeFocused()
    // A part of microseconds, in front of it perhaps, has no sample.
    await chart
      .getByRole('gridcell', { name: /^Blocked, [\d.]+\sms/ })
      .first()
      .focus()
    await page.keyboard.press('Enter')
    const selected = waterfall.getByRole('complementary', { name: 'Selected part' })
    await expect(selected).toContainText('QuoteCache.RecalculateUnderLock')
    await takePictures(app, 'waterfall-lock')
    await expectReachable(page)

    await selected.getByRole('button', { name: 'Select this time' }).click()
    await expect(info.getByRole('tab', { name: 'Flame' })).toHaveAttribute('aria-selected', 'true')
    await expect(info.getByRole('tree', { name: 'Flame graph' }).getByRole('treeitem').first()).toBeAttached()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(info.getByRole('tab', { name: /^Requests/ })).toHaveAttribute('aria-selected', 'true')
  })
})
