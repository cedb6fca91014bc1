import { connectToFar, farRow } from '../fixture/far-steps.ts'
import { test } from '../fixture/far-test.ts'
import { selectProcess } from '../fixture/live-page.ts'
import { takePictures } from '../fixture/pictures.ts'
import { expect } from '../fixture/test.ts'

test.describe('heaps of one program on two machines', () => {
  test('are compared, and the page says which is which', async ({ far, launch, start }) => {
    const there = await far.target({ args: ['cache', '--orders=1000'] })
    const app = await launch({ size: { width: 1440, height: 900 }, environment: far.environment })
    const here = await start(app, { args: ['cache', '--orders=9000'] })
    const { page } = app
    await connectToFar(app)
    const capture = async (): Promise<void> => {
      await page.getByRole('button', { name: /^Heap graph(?! of)/ }).click()
      await page.getByRole('button', { name: 'Capture heap graph' }).click()
      await expect(page.getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
      await page.getByRole('button', { name: 'Open the heap graph' }).click()
      await expect(page.locator('[data-testid="heap-document"]:visible')).toBeVisible()
    }
    await farRow(page, there.pid).click()
    await capture()
    await page.keyboard.press('Control+1')
    await selectProcess(page, here.pid)
    await capture()

    const heap = page.locator('[data-testid="heap-document"]:visible')
    await heap.getByRole('tab', { name: 'Compare' }).click()
    await heap.getByRole('button', { name: new RegExp(`-far_${String(there.pid)}_`) }).click()
    await expect(heap.getByRole('grid', { name: 'Changes by type' })).toBeVisible()
    await expect(heap.getByText(new RegExp(`-far_${String(there.pid)}_.*_heap`)).first()).toBeVisible()
    for (const { pid } of [there, here])
      await expect(heap.getByText(new RegExp(`^Pipescope\\.Sample \\(${String(pid)}\\), `))).toBeVisible()
    await expect(heap.getByText('Difference', { exact: true })).toBeVisible()
    await expect(heap.getByRole('region', { name: 'Growth' })).toHaveCount(0)
    await takePictures(app, 'heap-compare-machines')
  })
})
