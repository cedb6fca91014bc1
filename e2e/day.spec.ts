import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../samples/start-target.ts'
import { must } from '../shared/base/assert.ts'
import { readyMade } from '../shared/rules/ready-made.ts'
import { usualLimits, type Rule } from '../shared/rules/rule.ts'
import { test } from './fixture/live-page.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import { places } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** What a team shares: when work waits, keep what led up to it, record what blocks, and capture what fills the heap. */
const shared: Rule = {
  ...readyMade[0]!.rule,
  name: 'Work is waiting',
  // Other tests run beside it on the same machine.
  applications: { name: 'Pipescope.Sample', commandLine: `day-${String(process.pid)}`, allUsers: false },
  conditions: [{ kind: 'thread-pool-queue', value: 3, forMs: 0 }],
  actions: [
    { kind: 'save-flight', lastMs: 10_000 },
    { kind: 'record', durationMs: 6000, preset: 'starvation' },
    { kind: 'heap-graph' },
  ],
  limits: { ...usualLimits, perHour: 1, perDay: 1, leastFreeBytes: 0 },
}

test.describe('a day of an armed rule, cut short', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('has evidence of a stall and a leak before anybody looked, and what it saved names both', async ({
    app,
    start,
  }) => {
    const { page, application } = app
    const file = path.join(app.folders.top, 'team.rule.json')
    fs.writeFileSync(file, JSON.stringify(shared))
    await application.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, file)
    await places(page).getByRole('button', { name: 'Rules' }).click()
    await page.getByRole('button', { name: 'Import…' }).click()
    await answerQuestions(application, 'agree')
    await page.getByRole('button', { name: 'Arm…' }).click()
    await expect(page.getByText('Armed', { exact: true })).toBeVisible()
    const target = await start(app, { args: ['cache', 'starve', '--', shared.applications.commandLine] })
    const leak = must(target.facts.leak, 'what leaks')

    const fired = page.getByRole('region', { name: 'Fired' })
    await expect(fired.getByText('Done')).toBeVisible({ timeout: 120_000 })
    await takePictures(app, 'day-fired')
    // Two of one second have a number.
    const files = fired.getByRole('button', { name: /_(?:rule|heap)(?:-\d)?\.nettrace$/ })
    await expect(files).toHaveCount(3)

    await files.nth(1).click()
    const trace = page.getByTestId('trace-info')
    await trace.getByRole('tab', { name: 'Findings' }).click()
    await expect(trace.getByRole('article')).toContainText('taken, most of all by Starve.BlockPoolThread')
    await takePictures(app, 'day-stall')

    await places(page).getByRole('button', { name: 'Rules' }).click()
    await files.nth(0).click()
    const kept = page.locator('[data-testid="trace-info"]:visible')
    await kept.getByRole('tab', { name: 'Methods' }).click()
    await expect(kept.getByRole('grid', { name: 'Methods' }).getByRole('row').nth(1)).toBeVisible()

    await places(page).getByRole('button', { name: 'Rules' }).click()
    await files.nth(2).click()
    const heap = page.locator('[data-testid="heap-document"]:visible')
    await heap.getByRole('tab', { name: 'Findings' }).click()
    await expect(heap.getByTestId('finding').first()).toContainText(leak.owner)
    await takePictures(app, 'day-leak')
  })
})
