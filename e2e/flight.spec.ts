import fs from 'node:fs'
import path from 'node:path'
import { buildSample, canBuildSamples, tryBuild } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { test } from './fixture/live-page.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import { processRow } from './fixture/shell-steps.ts'
import { expect, inFullTest } from './fixture/test.ts'

test.describe('flight recorders', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('of several processes are started from the list, say what they keep and cost, and are saved with one key', async ({
    app,
    start,
  }) => {
    const { page } = app
    const targets = [await start(app, { args: ['busy'] }), await start(app, { args: ['throw'] })]
    const rows = targets.map(({ pid }) => processRow(page, pid))
    for (const row of rows) await expect(row).toHaveAttribute('data-state', 'ready')
    await rows[0]!.click()
    await rows[1]!.click({ modifiers: ['Control'] })
    await takePictures(app, 'flight-marked')
    await page.getByRole('button', { name: 'Keep the last seconds of 2…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Keep the last seconds' })
    await dialog.getByRole('combobox', { name: 'Keep the last' }).click()
    await page.getByRole('option', { name: '10 s' }).click()
    await takePictures(app, 'flight-dialog')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Start 2 recorders' }).click()
    const list = page.getByRole('list', { name: 'Flight recorders' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    // Whoever looks joins what has been going on for a while.
    await expect(list.getByText('Lost events').first().locator('xpath=following-sibling::dd')).toHaveText(/^0/)
    await takePictures(app, 'flight-page')
    await expectAccessible(page)
    const saved = (): number => fs.readdirSync(folder).filter((name) => /^[^.].*\.nettrace$/.test(name)).length
    const folder = path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')
    await page.keyboard.press('Control+Shift+S')
    await expect.poll(saved).toBe(2)
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await list.getByRole('button', { name: 'Save and stop' }).first().click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await expect.poll(saved).toBe(3)
    await answerQuestions(app.application, 'agree')
    await list.getByRole('button', { name: /^Discard/ }).click()
    await expect(page.getByRole('heading', { name: 'No flight recorder is running' })).toBeVisible()
    await takePictures(app, 'flight-empty')
    // One that begins with a launch is saved by the same key, wherever the person is, and has the rest when its process ends.
    await page.keyboard.press('Control+6')
    await page.getByRole('textbox', { name: 'Command' }).fill(`"${buildSample('net10')}" busy`)
    await page.getByRole('combobox', { name: 'What is kept' }).click()
    await page.getByRole('option', { name: 'Keep the last 1 min' }).click()
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    const runtime = page.locator('[data-testid="runtime"][data-phase="running"]')
    await expect(runtime).toContainText('Recorded from startup')
    await page.keyboard.press('Control+Shift+S')
    await expect.poll(saved).toBe(4)
    await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    // One that had no time to say its names at its end leaves those that were known beside the file.
    await expect.poll(saved).toBeGreaterThan(4)
  })

  inFullTest(() => {
    test('of .NET Core 3.1 says how long nothing was recorded between its sessions', async ({ app, start }) => {
      test.skip(tryBuild('net31') === null, 'the .NET Core 3.1 sample cannot be built here')
      const { page } = app
      const target = await start(app, { variant: 'net31', args: ['busy'] })
      const row = processRow(page, target.pid)
      await expect(row).toHaveAttribute('data-state', 'limited')
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Keep the last seconds…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Keep the last seconds' })
      await dialog.getByRole('button', { name: /^Start/ }).click()
      const recorder = page.getByRole('list', { name: 'Flight recorders' }).getByRole('listitem')
      const folder = path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')
      const saved = (): number => fs.readdirSync(folder).filter((name) => /^[^.].*\.nettrace$/.test(name)).length
      const gap = recorder.getByText(
        /^\.NET Core 3 ends its session with each save: .* between them were not recorded\.$/,
      )
      await expect(recorder.getByText('Lost events').locator('xpath=following-sibling::dd')).toHaveText(/^0/)
      await expect(gap).toHaveCount(0)
      await recorder.getByRole('button', { name: 'Save now' }).click()
      await expect.poll(saved).toBe(1)
      await expect(gap).toBeVisible()
      const first = await gap.textContent()
      // It keeps what there was before the save, too, and no more than that.
      await expect(recorder.getByText('Keeps').locator('xpath=following-sibling::dd').first()).not.toHaveText(/^60/)
      await takePictures(app, 'flight-gap')
      await recorder.getByRole('button', { name: 'Save now' }).click()
      await expect.poll(saved).toBe(2)
      // It adds up.
      await expect(gap).not.toHaveText(first ?? '')
      expect(target.child.exitCode).toBeNull()
    })
  })
})
