import type { Page } from 'playwright/test'
import { canBuildSamples, startTarget, type SampleTarget } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { takePictures } from './fixture/pictures.ts'
import { runCommand, whenShellIsReady } from './fixture/shell-steps.ts'
import { expect, test } from './fixture/test.ts'

/** A heap graph of a process that runs, from the click to the opened document. */

const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

test.describe('capturing a heap graph', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')
  let target: SampleTarget
  test.beforeAll(async () => {
    target = await startTarget({ args: ['leak'] })
  })
  test.afterAll(() => target.dispose())

  test('says what it costs, shows the result and opens it, by mouse and by keys', async ({ app }) => {
    const { page } = app
    await whenShellIsReady(page)
    await page.getByRole('row', { name: new RegExp(String(target.pid)) }).click()
    await page.getByRole('button', { name: /^Heap graph/ }).click()
    await expect(page.getByRole('region', { name: 'Impact' })).toContainText('Full GC')
    await takePictures(app, 'heap-capture-before')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Capture heap graph' }).click()
    await expect(result(page).getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
    await expect(page.getByTestId('heap-capture-objects')).toHaveText(/^[1-9]/)
    await takePictures(app, 'heap-capture-after')
    await expectAccessible(page)

    await result(page).getByRole('button', { name: 'Take another' }).click()
    await page.getByRole('button', { name: 'Capture heap graph' }).focus()
    await page.keyboard.press('Enter')
    await result(page).getByRole('button', { name: 'Open the heap graph' }).focus()
    await page.keyboard.press('Enter')
    await expect(heap(page).getByRole('grid', { name: 'Types' }).getByRole('row').nth(1)).toBeVisible()

    await runCommand(app, 'Files')
    const kept = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: '_heap.nettrace' })
    await expect(kept).toHaveCount(2)
    await expect(kept.first().getByRole('button', { name: 'Open', exact: true })).toBeEnabled()
  })
})
