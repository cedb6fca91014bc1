import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../../samples/start-target.ts'
import { expect } from '../fixture/expect.ts'
import { liveView, openLive, takePicture, tile } from '../fixture/live-page.ts'
import { saveFromMenu } from '../fixture/save-steps.ts'
import { test } from '../fixture/shared-app.ts'
import { findProcess } from '../fixture/shell-steps.ts'

test.describe('two processes on one time axis', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('are charted together, distinguishable, exported together, and one stays when the other exits', async ({
    app,
    start,
  }) => {
    const first = await start(app, { args: ['busy', 'gc'] })
    const second = await start(app, { args: ['busy', 'gc'] })
    const { page } = app
    await expect(await findProcess(page, second.pid)).toHaveAttribute('data-state', 'ready')
    await openLive(app, first)

    const bar = page.getByTestId('compared-bar')
    const cpu = page.getByRole('group', { name: 'dotnet.process.cpu.time' }).getByRole('list')
    const valueOfB = cpu.getByRole('listitem').filter({ hasText: 'B user' }).locator('[data-line]')
    await test.step('the second is searched and added by keys, and each has its letter', async () => {
      await page.keyboard.press('c')
      const question = page.getByRole('combobox', { name: 'Search processes' })
      await question.fill(String(second.pid))
      await expect(page.getByRole('option')).toHaveCount(1)
      await page.keyboard.press('Enter')
      await expect(bar.locator('[data-letter="A"]')).toHaveAttribute('data-pid', String(first.pid))
      await expect(bar.locator('[data-letter="B"]')).toHaveAttribute('data-pid', String(second.pid))
    })

    await test.step('their lines are told apart, in charts and in the table', async () => {
      for (const line of ['A user', 'B user', 'A system', 'B system']) {
        await expect(cpu.getByText(line, { exact: true })).toBeVisible()
      }
      await expect(valueOfB).toHaveText(/\d/)
      // Lines of some length, for whoever looks at the picture.
      if (process.env['PIPESCOPE_PICTURES'] !== undefined) await page.waitForTimeout(3000)
      await takePicture(page, 'compare')

      await page.keyboard.press('t')
      await expect(page.getByRole('columnheader', { name: 'Process' })).toBeVisible()
      await page.keyboard.press('t')
    })

    await test.step('instruments and key figures are those of the chosen one', async () => {
      await page.getByRole('radio', { name: 'B', exact: true }).click()
      await expect(page.getByRole('tree', { name: 'Instruments of this process' })).toContainText('System.Runtime')
      await expect(tile(page, 'heap')).toHaveText(/\d/)
    })

    await test.step('both are exported into one file', async () => {
      const file = path.join(app.folders.home, 'compared.csv')
      await saveFromMenu(app, { within: liveView(page), button: 'Export', entry: 'CSV, one row per value', file })
      const [header = '', ...rows] = fs.readFileSync(file, 'utf8').trimEnd().split('\r\n')
      expect(header.split(',')[0]).toBe('target')
      const pids = new Set(rows.map((row) => Number(row.split(',')[0]?.split(' ').at(-1))))
      expect(pids).toEqual(new Set([first.pid, second.pid]))
    })

    await test.step('one ends, and the other continues, on the same axis', async () => {
      first.send('exit 0')
      await first.whenEnded
      await expect(liveView(page)).toHaveAttribute('data-phase', 'exited')
      const before = await valueOfB.textContent()
      await expect.poll(() => valueOfB.textContent()).not.toBe(before)
    })

    await test.step('without the second the view is that of one process', async () => {
      await bar.getByRole('button', { name: /^Stop comparing with/ }).click()
      await expect(bar).toHaveCount(0)
      await expect(cpu.getByText('user', { exact: true })).toBeVisible()
      await expect(tile(page, 'working-set')).toContainText(/\d/)
    })
  })
})
