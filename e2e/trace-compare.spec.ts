import type { Page } from 'playwright/test'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { test } from './fixture/live-page.ts'
import { takePictures } from './fixture/pictures.ts'
import { startRecording } from './fixture/recording-steps.ts'
import { expect } from './fixture/test.ts'

/** Two recordings beside each other, and two parts of one. */

const info = (page: Page) => page.locator('[data-testid="trace-info"]:visible')
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

test.describe('comparing recordings', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows by how much each function takes more or less, and what only samples explain', async ({ app, start }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await startRecording(app, target.pid)
    await expect(page.getByRole('region', { name: 'Top functions' }).getByRole('row').nth(1)).toContainText('HotMethod')
    await page.keyboard.press('Control+.')
    await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
    await result(page).getByRole('button', { name: 'Open', exact: true }).click()
    await info(page).getByRole('tab', { name: 'Compare' }).click()
    await expect(info(page).getByText('Open a second recording or drop one here')).toBeVisible()
    await takePictures(app, 'trace-compare-choice')

    await page.keyboard.press('Control+3')
    await result(page).getByRole('button', { name: 'Record again' }).click()
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('region', { name: 'Top functions' }).getByRole('row').nth(1)).toContainText('HotMethod')
    await page.keyboard.press('Control+.')
    await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
    await result(page).getByRole('button', { name: 'Open', exact: true }).click()
    await info(page).getByRole('tab', { name: 'Compare' }).click()
    await info(page)
      .getByRole('button', { name: /^Pipescope\.Sample_.*\.nettrace$/ })
      .click()
    const changes = info(page).getByRole('grid', { name: 'Changes by function' })
    await expect(changes.getByRole('row').filter({ hasText: 'Planted.HotMethod' })).toBeVisible()
    const flame = info(page).getByRole('tree', { name: 'Differential flame graph' })
    const focused = flame.getByRole('treeitem', { selected: true })
    await expect(focused).toContainText(/ → .* %/)
    await flame.focus()
    while (!((await focused.textContent()) ?? '').startsWith('Planted.HotMethod')) {
      const before = await focused.textContent()
      await page.keyboard.press('ArrowDown')
      await expect(focused).not.toHaveText(before ?? '')
    }
    await takePictures(app, 'trace-compare')
    await flame.focus()
    await page.keyboard.press('Enter')
    await expect(info(page).getByRole('button', { name: 'Zoom out' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(info(page).getByRole('button', { name: 'Zoom out' })).toBeHidden()
    await info(page).getByRole('radio', { name: 'A', exact: true }).click()
    await expect(focused).toContainText('Planted.HotMethod')
    await expectAccessible(page)
    await info(page).getByRole('radio', { name: 'Time', exact: true }).click()
    await expect(info(page).getByText(/ → .* ms$/)).toBeVisible()
    await info(page).getByRole('searchbox', { name: 'Find functions in both' }).fill('warmmethod')
    await expect(changes.getByRole('row')).toHaveCount(2)

    await info(page).getByRole('radio', { name: 'Events', exact: true }).click()
    await expect(info(page).getByRole('region', { name: 'Events of both, per second' })).toContainText('GC pauses')
    const events = info(page).getByRole('grid', { name: 'Changes by event' })
    await expect(events.getByRole('columnheader', { name: 'Type' })).toBeVisible()
    await info(page).getByRole('radio', { name: 'Collections', exact: true }).click()
    await expect(events.getByRole('columnheader', { name: 'Generation and reason' })).toBeVisible()
    await takePictures(app, 'trace-compare-events')
    await info(page).getByRole('radio', { name: 'Requests', exact: true }).click()
    await expect(info(page).getByText('Requests were not recorded in A and B.')).toBeVisible()
    await expectAccessible(page)
    await info(page).getByRole('radio', { name: 'Self', exact: true }).click()

    const sides = info(page).locator('strong').filter({ hasText: '.nettrace' })
    const [first, second] = await sides.allTextContents()
    await info(page).getByRole('button', { name: 'Swap A and B' }).click()
    await expect(sides).toHaveText([second ?? '', first ?? ''])

    await info(page).getByRole('button', { name: 'Compare with something else' }).click()
    await expect(info(page).getByText('It becomes B. Choose what it is compared with.')).toBeVisible()
  })
})
