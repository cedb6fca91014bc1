import path from 'node:path'
import { canBuildSamples } from '../../samples/start-target.ts'
import { root } from '../../scripts/setup/paths.mjs'
import { expect } from '../fixture/expect.ts'
import { colourCount, liveView, openLive, takePicture, test as alone, tile, tree } from '../fixture/live-page.ts'
import { setPageSize } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'

alone('opens a recorded file in Live, with its values on the axis of their time', async ({ launch }) => {
  const file = path.join(root, 'fixtures', 'nettrace', 'net10-meters.nettrace')
  const app = await launch({ arguments: ['--live', file], size: { width: 1440, height: 900 } })
  await expect(liveView(app.page)).toHaveAttribute('data-phase', 'file')
  await expect(app.page.getByTestId('live-chart').first()).toBeVisible()
  await expect.poll(() => colourCount(app.page.getByTestId('live-chart').first())).toBeGreaterThan(4)
  await takePicture(app.page, 'live-file')
})

test.describe('live values', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('charts a real process: tiles, charts, collections, and instruments with names nobody knew before', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['busy', 'gc', 'throw', 'meters'] })
    const { page } = app
    await openLive(app, target)
    await expect(liveView(page)).toHaveAttribute('data-pid', String(target.pid))
    await expect(tile(page, 'cpu')).toContainText(/\d\s*%/)
    await expect(tile(page, 'working-set')).toContainText(/\d\s*MiB/)
    await expect(tile(page, 'heap')).toContainText(/\d/)
    await expect(page.getByTestId('live-chart')).toHaveCount(4)
    await expect.poll(() => colourCount(page.getByTestId('live-chart').nth(1))).toBeGreaterThan(4)

    const before = await tile(page, 'cpu').textContent()
    await expect.poll(() => tile(page, 'cpu').textContent()).not.toBe(before)

    const [meter = ''] = target.facts.meters ?? []
    const instrument = target.facts.instruments?.find((one) => one.meter === meter)
    await page.getByRole('searchbox', { name: 'Filter instruments' }).fill(meter)
    await expect(
      tree(page)
        .getByText(instrument?.name ?? 'the made-up instrument')
        .first(),
    ).toBeVisible()
  })

  test('is used by keyboard alone: mark, freeze, interval, instrument, table, range', async ({ app, start }) => {
    const target = await start(app, { args: ['busy', 'gc'] })
    const { page } = app
    await openLive(app, target)

    await page.keyboard.press('m')
    const mark = page.getByRole('button', { name: 'Mark 1', exact: true })
    await expect(mark).toBeVisible()

    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Freeze' })).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('f')
    await expect(page.getByRole('button', { name: 'Freeze' })).toHaveAttribute('aria-pressed', 'false')

    await page.keyboard.press('a')
    await expect(page.getByRole('searchbox', { name: 'Filter instruments' })).toBeFocused()
    await page.keyboard.type('timer.count')
    await expect(tree(page).getByRole('treeitem').last()).toContainText('timer.count')
    await tree(page).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page.getByTestId('live-chart')).toHaveCount(5)

    await page.keyboard.press('t')
    await expect(page.getByRole('region', { name: 'Values as table' })).toContainText('dotnet.timer.count')
    await page.keyboard.press('t')

    await page.getByRole('slider', { name: 'Time cursor' }).focus()
    for (let step = 0; step < 5; step++) await page.keyboard.press('Shift+ArrowLeft')
    await expect(page.getByRole('group', { name: 'Selected range' })).toContainText('Selected')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('group', { name: 'Selected range' })).toHaveCount(0)

    await page.keyboard.press('+')
    await expect(page.getByRole('radio', { name: '5 s', exact: true })).toBeChecked()
    await page.keyboard.press('-')
    await expect(page.getByRole('radio', { name: '1 s', exact: true })).toBeChecked()
  })

  test('keeps the data of a process that has exited, reports the exit, and can still export it', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['busy', 'gc'] })
    const { page } = app
    await openLive(app, target)
    await expect(tile(page, 'working-set')).toContainText(/\d\s*MiB/)
    target.send('exit 3')
    await target.whenEnded
    await expect(liveView(page)).toHaveAttribute('data-phase', 'exited')
    await expect(page.getByText(/^Exited at/)).toBeVisible()
    await expect.poll(() => colourCount(page.getByTestId('live-chart').first())).toBeGreaterThan(4)
    await page.keyboard.press('e')
    await expect(page.getByRole('menuitem', { name: 'Save as .nettrace' })).toBeVisible()
  })

  alone('remembers the board of an application', async ({ launch, start }) => {
    const app = await launch({ size: { width: 1440, height: 900 } })
    const target = await start(app, { args: ['busy'] })
    const { page } = app
    await openLive(app, target)
    await page.getByRole('button', { name: /^Menu for dotnet.process.cpu.time/ }).click()
    await page.getByRole('menuitem', { name: 'Remove chart' }).click()
    await expect(page.getByRole('group', { name: 'dotnet.process.cpu.time' })).toHaveCount(0)
    const { folders } = app
    await app.close()
    const again = await launch({ folders, size: { width: 1440, height: 900 } })
    await openLive(again, target)
    await expect(again.page.getByTestId('live-chart').first()).toBeVisible()
    await expect(again.page.getByRole('group', { name: 'dotnet.process.cpu.time' })).toHaveCount(0)
  })

  test('looks right in every theme and at 900 x 600', async ({ app, start }) => {
    const target = await start(app, { args: ['busy', 'gc', 'throw', 'meters'] })
    const { page } = app
    await openLive(app, target)
    await page.keyboard.press('m')
    await expect(page.getByTestId('live-chart').first()).toBeVisible()
    const wantedPictures = process.env['PIPESCOPE_PICTURES']
    // A picture wants lines in its charts.
    if (wantedPictures !== undefined) await page.waitForTimeout(8000)
    for (const theme of ['light', 'dark', 'hc'] as const) {
      await page.evaluate(async (chosen) => {
        const { bridge } = window as unknown as { bridge: import('../../shared/contract/index.ts').Bridge }
        await bridge.invoke('settings.update', { theme: chosen })
      }, theme)
      for (const [width, height] of [
        [1440, 900],
        [900, 600],
      ] as const) {
        await setPageSize(app.application, { width, height })
        await page.waitForFunction((wanted) => innerWidth === wanted, width)
        if (wantedPictures !== undefined) {
          await page.waitForTimeout(1500)
          await takePicture(page, `live-${theme}-${width}x${height}`)
        }
        // A frame or two after the window has its size.
        await expect
          .poll(() => liveView(page).evaluate((view) => view.scrollWidth - view.clientWidth), `cut at ${width}`)
          .toBeLessThanOrEqual(0)
        const lastButton = async () => {
          const last = await liveView(page).getByRole('button', { name: 'Export' }).boundingBox()
          return (last?.x ?? 0) + (last?.width ?? width)
        }
        await expect.poll(lastButton, `end of the toolbar at ${width}`).toBeLessThanOrEqual(width)
      }
      await setPageSize(app.application, { width: 1440, height: 900 })
    }
  })
})
