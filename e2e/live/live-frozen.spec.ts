import { canBuildSamples } from '../../samples/start-target.ts'
import { expect } from '../fixture/expect.ts'
import { answerProcessSearch, colourCount, liveView, openLive, takePicture } from '../fixture/live-page.ts'
import { test } from '../fixture/shared-app.ts'

test.describe('a frozen live view', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('keeps a mark visible, and says that a process added now has no data in it', async ({ app, start }) => {
    const [first, second] = [await start(app, { args: ['busy'] }), await start(app, { args: ['idle'] })]
    const { page } = app
    await openLive(app, first)
    await expect.poll(() => colourCount(page.getByTestId('live-chart').first())).toBeGreaterThan(4)
    await page.getByRole('button', { name: /^Freeze/ }).click()
    // So that the mark is of a time that the frozen view does not have.
    await page.waitForTimeout(1500)
    await page.getByRole('button', { name: /^Mark/ }).click()
    const lanes = liveView(page).getByRole('group', { name: 'Events' })
    const mark = lanes.getByRole('button', { name: 'Mark 1' })
    await expect(mark).toBeVisible()
    await expect(lanes).toContainText(/Marks\s*1/)
    const plot = await lanes.getByTestId('live-lanes').boundingBox()
    const box = await mark.boundingBox()
    expect(box!.x + box!.width).toBeLessThanOrEqual(plot!.x + plot!.width)
    expect(box!.width).toBeGreaterThan(30)
    await page.keyboard.press('C')
    await answerProcessSearch(page, second.pid)
    const bar = page.getByTestId('compared-bar')
    await expect(bar).toContainText('no data yet in this view')
    await takePicture(page, 'live-frozen-compared')
    await bar.getByRole('button', { name: 'Show latest' }).click()
    await expect(bar).not.toContainText('no data yet')
    await expect(liveView(page).getByText('Frozen')).toHaveCount(0)
  })
})
