import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { offerChecklist, openedCase, packagesIn, plan, shownCase, step } from './fixture/case-steps.ts'
import { answerProcessSearch, goToProcess, liveView, openLive, test } from './fixture/live-page.ts'
import { answerQuestions, askedQuestions, whenAskedAgain } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import { setPageSize } from './fixture/running-app.ts'
import { places, runCommand, selectReadyProcess } from './fixture/shell-steps.ts'
import { mountSmallDisk } from './fixture/small-disk.ts'
import { expect, inFullTest } from './fixture/test.ts'

const collectingMs = 60_000

test.describe('a case', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('is collected from the process card, exported, and opened on another machine', async ({
    app,
    start,
    launch,
  }) => {
    const { page } = app
    const target = await start(app, { args: ['throw', 'busy', '--per-second=100'] })
    await openLive(app, target)
    await page.getByRole('button', { name: /^Mark/ }).click()
    await expect(liveView(page).getByRole('button', { name: 'Mark 1' })).toBeVisible()
    await places(page).getByRole('button', { name: 'Processes' }).click()
    await selectReadyProcess(page, target.pid)
    await page.getByRole('button', { name: /^Case…/ }).click()
    await expect(plan(page).getByRole('checkbox', { name: 'Dump' })).not.toBeChecked()
    await expect(plan(page).getByRole('checkbox', { name: 'Heap graph' })).not.toBeChecked()
    await takePictures(app, 'case-plan')
    await expectAccessible(page)
    await offerChecklist(app)
    await plan(page).getByRole('button', { name: 'Import…' }).click()
    await expect(plan(page).getByRole('combobox', { name: 'Checklist' })).toHaveText('Quick look')
    await plan(page).getByRole('textbox', { name: 'Ticket' }).fill('2291')
    await plan(page).getByRole('textbox', { name: 'Is it slow now?' }).fill('Since Monday')
    await plan(page).getByRole('button', { name: 'Start' }).click()
    const question = shownCase(page).getByRole('textbox', { name: 'Is it slow now?' })
    await expect(question).toHaveValue('Since Monday')
    await question.fill('Since Monday, after the deploy')
    await expect(step(page, 'trace')).toHaveAttribute('data-state', 'running', { timeout: collectingMs })
    await takePictures(app, 'case-running')
    await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
    const made = shownCase(page).getByRole('region', { name: 'Package', exact: true })
    await expect(made).toContainText('Verified: every hash matches and every file opens')
    await takePictures(app, 'case-packed')
    await expectAccessible(page)
    await expect(shownCase(page).getByText('Changed after the package was written')).toHaveCount(0)
    await shownCase(page).getByRole('textbox', { name: 'Notes' }).fill('Asked again on Tuesday')
    await expect(shownCase(page).getByText('Changed after the package was written')).toBeVisible()
    await shownCase(page).getByRole('button', { name: 'Copy message for the ticket' }).click()
    const copied = () => app.application.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(copied).toContain('# Case 2291')
    const message = await copied()
    expect(message).toContain('- Is it slow now?\n  > Since Monday, after the deploy')
    expect(message).toMatch(/## Marks\n\nSet in Live, times in UTC\.\n\n- \S+Z Mark 1\n/)

    const [zip] = packagesIn(app)
    const other = await launch({ arguments: [zip!], size: { width: 1440, height: 900 } })
    const there = openedCase(other.page)
    await expect(there.getByText('Verified', { exact: true })).toBeVisible()
    await expect(there.getByRole('tabpanel')).toContainText('Where to start')
    await expect(there.getByRole('region', { name: 'Marks' })).toContainText('Mark 1')
    await takePictures(other, 'case-opened')
    await expectAccessible(other.page)
    await there.getByRole('tab', { name: 'Stacks' }).click()
    await expect(there.getByRole('tabpanel')).toContainText('Pipescope.Samples')
    await there.getByRole('tab', { name: /^Counters/ }).click()
    await expect(there.getByRole('region', { name: 'Counters' })).toContainText('cpu-usage')
    await takePictures(other, 'case-opened-counters')
    await there.getByRole('tab', { name: /^Files/ }).click()
    await takePictures(other, 'case-opened-files')
    await there.getByRole('button', { name: 'Open recording: trace.nettrace' }).click()
    const recording = other.page.locator('[data-testid="trace-info"]:visible')
    await expect(recording).toBeVisible()
    await other.page.keyboard.press('Control+Shift+Tab')
    await there.getByRole('tab', { name: /^Findings/ }).click()
    await takePictures(other, 'case-opened-findings')
    await there
      .getByRole('button', { name: /^Show in trace\.nettrace/ })
      .first()
      .click()
    await expect(recording.getByRole('tab', { name: /^Exceptions/ })).toHaveAttribute('aria-selected', 'true')
  })

  inFullTest(() => {
    test('is built by keys, with a preview of what is masked, and says exactly what was changed in a package', async ({
      app,
      start,
    }) => {
      const { page } = app
      const target = await start(app, { args: ['idle'], env: { SHOP_PASSWORD: 'hunter2hunter2' } })
      await goToProcess(page, target.pid)
      await offerChecklist(app)
      await runCommand(app, 'Case: everything about the selected process in one package')
      const imports = plan(page).getByRole('button', { name: 'Import…' })
      await imports.focus()
      await page.keyboard.press('Enter')
      await expect(plan(page).getByRole('combobox', { name: 'Checklist' })).toHaveText('Quick look')
      await plan(page).getByRole('checkbox', { name: 'Dump' }).focus()
      await page.keyboard.press('Space')
      await plan(page).getByRole('checkbox', { name: 'Export the package when collected' }).focus()
      await page.keyboard.press('Space')
      await plan(page).getByRole('button', { name: 'Start' }).focus()
      await page.keyboard.press('Enter')
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'collected', { timeout: collectingMs })
      expect(await askedQuestions(app.application)).toEqual([])

      await shownCase(page).getByRole('button', { name: 'Preview masking' }).focus()
      await page.keyboard.press('Enter')
      const preview = shownCase(page).getByRole('region', { name: 'Masking preview' })
      await expect(preview).toContainText('Environment values')
      await takePictures(app, 'case-collected')
      await preview.getByRole('button', { name: 'Show masked lines' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toContainText('‹environment-')
      expect(await page.getByRole('dialog').textContent()).not.toContain('hunter2')
      await page.keyboard.press('Escape')

      // A dump goes along only when it is ticked, and main asks.
      await shownCase(page)
        .getByRole('checkbox', { name: /dump_mini/ })
        .focus()
      await page.keyboard.press('Space')
      const exporting = shownCase(page).getByRole('button', { name: 'Export package' })
      await exporting.focus()
      await page.keyboard.press('Enter')
      await expect
        .poll(async () => (await askedQuestions(app.application)).map(({ message }) => message))
        .toEqual(['Include a dump in the case package?'])
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'collected')
      expect(packagesIn(app)).toEqual([])
      await answerQuestions(app.application, 'agree')
      await whenAskedAgain(app.application)
      await exporting.focus()
      await page.keyboard.press('Enter')
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })

      const [zip] = packagesIn(app)
      const changed = path.join(app.folders.top, 'changed.zip')
      const bytes = fs.readFileSync(zip!)
      const at = bytes.indexOf('counters.csv') + 200
      bytes[at] = bytes[at]! ^ 0xff
      fs.writeFileSync(changed, bytes)
      await app.application.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
      }, changed)
      await page.keyboard.press('Control+O')
      await expect(openedCase(page).getByText('Not verified')).toBeVisible()
      await expect(openedCase(page).getByRole('status')).toContainText('counters.csv')
      await setPageSize(app.application, { width: 1440, height: 900 })
      await takePictures(app, 'case-changed')
    })

    test('keeps what it has when the process ends, and tries a step again', async ({ app, start }) => {
      const { page } = app
      const target = await start(app, { args: ['busy'] })
      await selectReadyProcess(page, target.pid)
      await page.getByRole('button', { name: /^Case…/ }).click()
      await offerChecklist(app, {
        steps: [
          { kind: 'counters', seconds: 2 },
          { kind: 'trace', seconds: 30, items: ['samples', 'names'] },
        ],
      })
      await plan(page).getByRole('button', { name: 'Import…' }).click()
      await plan(page).getByRole('checkbox', { name: 'Heap graph' }).click()
      await plan(page).getByRole('button', { name: 'Start' }).click()
      await expect(step(page, 'trace')).toHaveAttribute('data-state', 'running', { timeout: collectingMs })
      await page.waitForTimeout(2000)
      process.kill(target.pid, 'SIGKILL')
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
      await expect(step(page, 'trace')).toHaveAttribute('data-state', 'partial')
      await expect(step(page, 'heap-graph')).toHaveAttribute('data-state', 'failed')
      await expect(step(page, 'counters')).toHaveAttribute('data-state', 'done')
      await takePictures(app, 'case-failed')
      await expectAccessible(page)
      const before = packagesIn(app)
      await shownCase(page).getByRole('button', { name: 'Try again: Recording' }).click()
      await expect.poll(() => packagesIn(app).length, { timeout: collectingMs }).toBe(before.length + 1)
      // The second try made nothing: the recording of the first one is still there.
      await expect(shownCase(page).getByRole('region', { name: 'Files' }).first()).toContainText('trace.nettrace')
    })

    test('has what a flight recorder held before it, and several processes', async ({ app, start }) => {
      const { page } = app
      const first = await start(app, { args: ['busy'] })
      const second = await start(app, { args: ['idle'] })
      await selectReadyProcess(page, first.pid)
      await page.keyboard.press('Control+3')
      await page.getByRole('combobox', { name: 'What is kept' }).click()
      await page.getByRole('option', { name: 'Flight recorder' }).click()
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await expect(page.getByRole('region', { name: 'Top functions' })).toBeVisible()
      await runCommand(app, 'Case: everything about the selected process in one package')
      await offerChecklist(app)
      await plan(page).getByRole('button', { name: 'Import…' }).click()
      await expect(plan(page).getByRole('checkbox', { name: 'Flight recording' })).toBeChecked()
      await plan(page).getByRole('button', { name: 'Add process' }).click()
      await answerProcessSearch(page, second.pid)
      await expect(plan(page).getByText(`Pipescope.Sample · ${String(second.pid)}`)).toBeVisible()
      await plan(page).getByRole('button', { name: 'Start' }).click()
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
      await expect(step(page, 'flight').first()).toHaveAttribute('data-state', 'done')
      await expect(step(page, 'flight').last()).toHaveAttribute('data-state', 'not-applicable')
      await takePictures(app, 'case-several')
      const files = shownCase(page).getByRole('region', { name: 'Files' }).first()
      await expect(files).toContainText(`pipescope.sample_${String(first.pid)}/flight.nettrace`)
      await expect(files).toContainText(`pipescope.sample_${String(second.pid)}/trace.nettrace`)
      await shownCase(page).getByRole('button', { name: 'Open', exact: true }).click()
      await expect(openedCase(page).getByText('Verified', { exact: true })).toBeVisible()
    })

    test('waits for room when the disk is full, and is exported then', async ({ app, start }) => {
      const disk = mountSmallDisk(256)
      test.skip(disk === null, 'needs to mount a small disk')
      const { page } = app
      fs.symlinkSync(disk!.folder, path.join(app.folders.home, 'Pipescope'))
      try {
        const target = await start(app, { args: ['busy'] })
        await selectReadyProcess(page, target.pid)
        await page.getByRole('button', { name: /^Case…/ }).click()
        await offerChecklist(app)
        await plan(page).getByRole('button', { name: 'Import…' }).click()
        await plan(page).getByRole('checkbox', { name: 'Export the package when collected' }).click()
        await plan(page).getByRole('button', { name: 'Start' }).click()
        await expect(shownCase(page)).toHaveAttribute('data-phase', 'collected', { timeout: collectingMs })
        disk!.shrink(8192)
        await shownCase(page).getByRole('button', { name: 'Export package' }).click()
        await expect(shownCase(page).getByRole('status').filter({ hasText: 'No package was written' })).toBeVisible()
        await takePictures(app, 'case-disk-full')
        expect(packagesIn(app)).toEqual([])
        disk!.grow(64)
        await shownCase(page).getByRole('button', { name: 'Export package' }).click()
        await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
      } finally {
        disk!.dispose()
      }
    })

    test('cut off by a kill of Pipescope is finished by the next run', async ({ launch, start }) => {
      const app = await launch({ size: { width: 1440, height: 900 } })
      const { page } = app
      const target = await start(app, { args: ['busy'] })
      await selectReadyProcess(page, target.pid)
      await page.getByRole('button', { name: /^Case…/ }).click()
      await offerChecklist(app, { steps: [{ kind: 'trace', seconds: 60, items: ['samples', 'names'] }] })
      await plan(page).getByRole('button', { name: 'Import…' }).click()
      await plan(page).getByRole('button', { name: 'Start' }).click()
      await expect(step(page, 'trace')).toHaveAttribute('data-state', 'running', { timeout: collectingMs })
      await page.waitForTimeout(2500)
      process.kill(app.application.process().pid!, 'SIGKILL')
      await app.close().catch(() => undefined)

      const again = await launch({ folders: app.folders, size: { width: 1440, height: 900 } })
      await again.page.keyboard.press('Control+J')
      await again.page.getByRole('button', { name: 'Show', exact: true }).first().click()
      await expect(shownCase(again.page)).toContainText('Pipescope exited while collecting this case')
      await expect(step(again.page, 'trace')).toHaveAttribute('data-state', 'interrupted')
      await shownCase(again.page).getByRole('button', { name: 'Export package' }).click()
      await expect(shownCase(again.page)).toHaveAttribute('data-phase', 'packed', { timeout: collectingMs })
      await expect(shownCase(again.page).getByRole('region', { name: 'Files' }).first()).toContainText('trace.nettrace')
    })
  })
})
