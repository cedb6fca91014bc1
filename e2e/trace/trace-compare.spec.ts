import type { Page } from 'playwright/test'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expectAccessible } from '../fixture/accessible.ts'
import { test } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import { startRecording, stopAndOpen } from '../fixture/recording-steps.ts'
import { expectReachable } from '../fixture/tab-walk.ts'
import { expect } from '../fixture/test.ts'

/** Two recordings beside each other, and two parts of one. */

const info = (page: Page) => page.locator('[data-testid="trace-info"]:visible')
const changes = (page: Page) => info(page).getByRole('grid', { name: 'Changes by function' })
const flame = (page: Page) => info(page).getByRole('tree', { name: 'Differential flame graph' })
const focused = (page: Page) => flame(page).getByRole('treeitem', { selected: true })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

test.describe('comparing recordings', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows by how much each function takes more or less, and what only samples explain', async ({ app, start }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await test.step('a first recording asks for one to compare with', async () => {
      await startRecording(app, target.pid)
      await stopAndOpen(app, 'HotMethod')
      await info(page).getByRole('tab', { name: 'Compare' }).click()
      await expect(info(page).getByText('Open a second recording or drop one here')).toBeVisible()
      await takePictures(app, 'trace-compare-choice')
    })

    await test.step('the same is recorded again', async () => {
      await page.keyboard.press('Control+3')
      await result(page).getByRole('button', { name: 'Record again' }).click()
      await page.keyboard.press('Control+Enter')
      await stopAndOpen(app, 'HotMethod')
    })

    await test.step('the two are compared by function, in a table and in a flame graph', async () => {
      await info(page).getByRole('tab', { name: 'Compare' }).click()
      await info(page)
        .getByRole('button', { name: /^Pipescope\.Sample_.*\.nettrace$/ })
        .click()
      await expect(changes(page).getByRole('row').nth(1)).toBeVisible()
      await expect(focused(page)).toContainText(/ → .* %/)
      await flame(page).focus()
      while (!((await focused(page).textContent()) ?? '').startsWith('Planted.HotMethod')) {
        const before = await focused(page).textContent()
        await page.keyboard.press('ArrowDown')
        await expect(focused(page)).not.toHaveText(before ?? '')
      }
      await takePictures(app, 'trace-compare')
      await expectReachable(page)
    })

    await test.step('the flame graph zooms by keys, and shows one side or the time', async () => {
      await flame(page).focus()
      await page.keyboard.press('Enter')
      await expect(info(page).getByRole('button', { name: 'Zoom out' })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(info(page).getByRole('button', { name: 'Zoom out' })).toBeHidden()
      await info(page).getByRole('radio', { name: 'A', exact: true }).click()
      await expect(focused(page)).toContainText('Planted.HotMethod')
      await expectAccessible(page)
      await info(page).getByRole('radio', { name: 'Time', exact: true }).click()
      await expect(info(page).getByText(/ → .* ms$/)).toBeVisible()
    })

    await test.step('a function is found in both', async () => {
      // The table begins with what has changed most, which none of them may have.
      for (const name of ['Planted.HotMethod', 'Planted.WarmMethod']) {
        // oxlint-disable-next-line no-await-in-loop -- one after the other
        await info(page).getByRole('searchbox', { name: 'Find functions in both' }).fill(name.toLowerCase())
        // oxlint-disable-next-line no-await-in-loop -- as above
        await expect(changes(page).getByRole('row').filter({ hasText: name })).toBeVisible()
        // oxlint-disable-next-line no-await-in-loop -- as above
        await expect(changes(page).getByRole('row')).toHaveCount(2)
      }
    })

    await test.step('events, collections and requests are compared, and what was not recorded is said', async () => {
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
    })

    await test.step('the sides are swapped, and the recording is compared with something else', async () => {
      const sides = info(page).locator('strong').filter({ hasText: '.nettrace' })
      const [first, second] = await sides.allTextContents()
      await info(page).getByRole('button', { name: 'Swap A and B' }).click()
      await expect(sides).toHaveText([second ?? '', first ?? ''])

      await info(page).getByRole('button', { name: 'Compare with something else' }).click()
      await expect(info(page).getByText('It becomes B. Choose what it is compared with.')).toBeVisible()
    })
  })
})
