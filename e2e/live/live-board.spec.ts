import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expect } from '../fixture/expect.ts'
import { liveView, openLive, tile, tree } from '../fixture/live-page.ts'
import { answerSaveDialog, saveFromMenu } from '../fixture/save-steps.ts'
import { test } from '../fixture/shared-app.ts'
import { runCommand } from '../fixture/shell-steps.ts'

test.describe('a live view operated by a user', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('instruments are dragged, thresholds moved, pictures taken, a recording saved and opened again', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['busy', 'gc'] })
    const { page } = app
    await openLive(app, target)
    const charts = page.getByTestId('live-chart')
    await expect(charts).toHaveCount(4)

    await test.step('an instrument dropped onto a chart is a line of it; between two, or by key, a chart of its own', async () => {
      await page.getByRole('searchbox', { name: 'Filter instruments' }).fill('thread_pool.thread')
      const row = tree(page).getByText('thread_pool.thread.count').first()
      await row.dragTo(page.getByRole('group', { name: 'dotnet.process.cpu.time' }))
      await expect(page.getByRole('img', { name: /Chart of dotnet\.?.*user.*thread/ })).toBeVisible()
      await expect(charts).toHaveCount(4)
      await row.dragTo(page.getByRole('group', { name: 'dotnet.gc.heap.total_allocated' }), {
        targetPosition: { x: 600, y: 5 },
      })
      await expect(charts).toHaveCount(5)
      await tree(page).focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(charts).toHaveCount(6)
    })

    const heap = page.getByRole('group', { name: 'dotnet.gc.last_collection.heap.size' })
    const threshold = heap.getByRole('slider', { name: 'Threshold' })
    const valueNow = async () => Number(await threshold.getAttribute('aria-valuenow'))
    await test.step('a threshold is set in its dialog', async () => {
      await heap.getByRole('button', { name: /^Menu for/ }).click()
      await page.getByRole('menuitem', { name: 'Add threshold…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add threshold' })
      await dialog.getByRole('textbox').press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByRole('menu'), 'the key that ends the dialog opens nothing').toHaveCount(0)
    })

    await test.step('it moves by key and by pointer, and stays under the pointer while samples come', async () => {
      const asked = await valueNow()
      await threshold.focus()
      await page.keyboard.press('ArrowUp')
      await expect.poll(valueNow).toBeGreaterThan(asked)
      const byKey = await valueNow()
      // A sample may change the scale, and move the line, between the look and the press.
      let [x, y] = [0, 0]
      await expect(async () => {
        await page.mouse.up()
        const box = await threshold.boundingBox()
        if (box !== null) [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
        await page.mouse.move(x, y)
        await page.mouse.down()
        await expect(threshold).toHaveAttribute('data-dragged', '', { timeout: 1000 })
      }).toPass()
      await page.mouse.move(x, y + 12, { steps: 4 })
      // New samples are painted meanwhile; the line stays under the pointer.
      await page.waitForTimeout(1200)
      const held = await threshold.boundingBox()
      expect(Math.abs((held?.y ?? 0) + (held?.height ?? 0) / 2 - (y + 12))).toBeLessThan(6)
      await page.mouse.up()
      await expect.poll(valueNow).toBeLessThan(byKey)
      await threshold.focus()
      await page.keyboard.press('Delete')
      await expect(threshold).toHaveCount(0)
    })

    await test.step('a chart that was removed comes back by key', async () => {
      await charts.last().click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Remove chart' }).click()
      await expect(charts).toHaveCount(5)
      await page.keyboard.press('ControlOrMeta+Z')
      await expect(charts).toHaveCount(6)
    })

    await test.step('pictures go to the clipboard and into files', async () => {
      const menuEntry = async (name: string) => {
        await heap.getByRole('button', { name: /^Menu for/ }).click()
        await page.getByRole('menuitem', { name: 'Picture' }).hover()
        await page.getByRole('menuitem', { name }).click()
      }
      await menuEntry('Copy as PNG')
      await expect(page.getByTestId('toast').filter({ hasText: 'Chart copied as PNG' })).toBeVisible()
      // The clipboard's calls were synchronous up to some Electron; the types know the newer ones only.
      const formats = await app.application.evaluate(({ clipboard }) =>
        (clipboard as unknown as { availableFormats(): string[] }).availableFormats(),
      )
      expect(formats).toContain('image/png')
      const svg = path.join(app.folders.home, 'chart.svg')
      await answerSaveDialog(app, svg)
      await menuEntry('Save as SVG…')
      await expect.poll(() => fs.existsSync(svg)).toBe(true)
      await expect.poll(() => fs.readFileSync(svg, 'utf8')).toContain('dotnet.gc.last_collection.heap.size')
      const png = path.join(app.folders.home, 'chart.png')
      await answerSaveDialog(app, png)
      await menuEntry('Save as PNG…')
      await expect.poll(() => (fs.existsSync(png) ? fs.readFileSync(png).subarray(1, 4).toString() : '')).toBe('PNG')
    })

    await test.step('what was exported opens again', async () => {
      const recording = path.join(app.folders.home, 'kept.nettrace')
      await saveFromMenu(app, {
        within: liveView(page),
        button: 'Export',
        entry: 'Save as .nettrace',
        file: recording,
      })
      await app.application.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
      }, recording)
      await runCommand(app, 'Open a recording in Live')
      await expect(liveView(page)).toHaveAttribute('data-phase', 'file')
      await expect(tile(page, 'working-set')).toContainText(/\d\s*MiB/)
    })
  })
})
