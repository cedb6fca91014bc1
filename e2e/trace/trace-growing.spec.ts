import type { Page } from 'playwright/test'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expectAccessible } from '../fixture/accessible.ts'
import { takePictures } from '../fixture/pictures.ts'
import { startRecording } from '../fixture/recording-steps.ts'
import { test } from '../fixture/shared-app.ts'
import { expect } from '../fixture/test.ts'

/** A recording that is opened while it runs: the same document, growing. */

const info = (page: Page) => page.getByTestId('trace-info')
const bar = (page: Page) => info(page).getByRole('group', { name: 'Recording in progress' })

async function eventCount(page: Page): Promise<number> {
  const text = await bar(page)
    .getByText(/ events$/)
    .textContent()
  return Number((text ?? '').replaceAll(/\D/g, ''))
}

test.describe('a recording in progress', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('is open while it runs, with names, and stays as it is when it is stopped', async ({ app, start }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await startRecording(app, target.pid)
    await page.getByRole('button', { name: 'Open now' }).click()
    await expect(bar(page)).toBeVisible()
    const first = await eventCount(page)
    await expect.poll(() => eventCount(page)).toBeGreaterThan(first)

    // Symbols come while it records, by a short session beside it.
    await info(page).getByRole('tab', { name: 'Methods' }).click()
    const methods = info(page).getByRole('grid', { name: 'Methods' })
    await expect(methods.getByRole('row').nth(1)).toContainText('Planted.HotMethod')
    await info(page).getByRole('tab', { name: 'Call tree' }).click()
    const tree = info(page).getByRole('treegrid', { name: 'Call tree' })
    await expect(tree).toContainText('Planted.RunHot')
    await info(page).getByRole('tab', { name: 'Flame' }).click()
    await expect(info(page).getByRole('tree', { name: 'Flame graph' })).toBeVisible()
    await bar(page).getByRole('radio', { name: 'Last 10 s' }).click()
    await takePictures(app, 'trace-growing')
    await expectAccessible(page)
    const before = await eventCount(page)
    await expect.poll(() => eventCount(page)).toBeGreaterThan(before)

    // Newest first, every row moves with each look at the file, and the event that somebody looks at stays.
    await bar(page).getByRole('radio', { name: 'All so far' }).click()
    await info(page)
      .getByRole('tab', { name: /^Events/ })
      .click()
    const events = info(page).getByRole('grid', { name: 'Events' })
    await events.getByRole('columnheader', { name: 'Time' }).click()
    await events.getByRole('row').nth(1).click()
    const picked = info(page).getByRole('complementary', { name: 'Event' }).getByRole('definition').first()
    const time = (await picked.textContent()) ?? ''
    const shown = await eventCount(page)
    await expect.poll(() => eventCount(page)).toBeGreaterThan(shown)
    await expect(events.getByRole('row').nth(1)).toHaveAttribute('aria-selected', 'false')
    await expect(picked).toHaveText(time)
    await info(page).getByRole('tab', { name: 'Flame' }).click()

    await bar(page).getByRole('button', { name: 'Stop' }).click()
    await expect(bar(page)).toBeHidden()
    await expect(info(page).getByRole('tab', { name: 'Flame' })).toHaveAttribute('aria-selected', 'true')
    await info(page).getByRole('tab', { name: 'Info' }).click()
    await expect(info(page).getByText('Yes', { exact: true })).toBeVisible()
  })

  test('ends with the process, and keeps what it has', async ({ app, start }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await startRecording(app, target.pid)
    await page.getByRole('button', { name: 'Open now' }).click()
    await expect.poll(() => eventCount(page)).toBeGreaterThan(1000)
    process.kill(target.pid, 'SIGKILL')
    await expect(bar(page)).toBeHidden()
    await info(page)
      .getByRole('tab', { name: /^Events/ })
      .click()
    await expect(info(page).getByRole('grid', { name: 'Events' }).getByRole('row').nth(1)).toBeVisible()
  })
})
