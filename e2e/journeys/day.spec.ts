import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../../samples/start-target.ts'
import { must } from '../../shared/base/assert.ts'
import { readyMade } from '../../shared/rules/ready-made.ts'
import { usualLimits, type Rule } from '../../shared/rules/rule.ts'
import type { Checklist } from '../../shared/case/checklist.ts'
import { offerChecklist, openedCase, packagesIn, plan, shownCase, step, textsOf } from '../fixture/case-steps.ts'
import { goToProcess, test } from '../fixture/live-page.ts'
import { answerQuestions } from '../fixture/native-questions.ts'
import { takePictures } from '../fixture/pictures.ts'
import { npmRun } from '../fixture/npm-command.ts'
import { makeFolders, type RunningApp } from '../fixture/running-app.ts'
import { places, runCommand, selectReadyProcess } from '../fixture/shell-steps.ts'
import { expect, type Fixtures, inFullTest } from '../fixture/test.ts'
import { canBeUnprivileged, unprivilegedUser } from '../fixture/unprivileged.ts'

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

/** By the window, before anything happens. */
async function armShared({ page, application, folders }: RunningApp): Promise<void> {
  const file = path.join(folders.top, 'team.rule.json')
  fs.writeFileSync(file, JSON.stringify(shared))
  await application.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, file)
  await places(page).getByRole('button', { name: 'Rules' }).click()
  await page.getByRole('button', { name: 'Import…' }).click()
  await answerQuestions(application, 'agree')
  await page.getByRole('button', { name: 'Arm…' }).click()
  await expect(page.getByText('Armed', { exact: true })).toBeVisible()
}

/** What a support engineer collects after the alarm: seconds of what the fault is made of. */
const steps: Checklist['steps'] = [
  { kind: 'counters', seconds: 3 },
  { kind: 'stacks', count: 1, secondsApart: 1 },
  { kind: 'trace', seconds: 6, items: ['thread-pool', 'waits', 'contention', 'samples', 'names', 'runtime-counters'] },
]
const secret = 'hunter2-of-the-day'
const stall = 'The thread pool runs out of threads'
const culprit = 'Starve.BlockPoolThread'

/** The app of somebody else: another user with a home of its own where the test may do that, else another home only. */
async function openElsewhere(launch: Fixtures['launch'], zip: string): Promise<RunningApp> {
  const folders = makeFolders()
  const received = path.join(folders.home, path.basename(zip))
  fs.copyFileSync(zip, received)
  if (canBeUnprivileged) fs.chownSync(received, unprivilegedUser.id, unprivilegedUser.id)
  const size = { width: 1440, height: 900 }
  return launch({ folders, size, arguments: [received], isUnprivileged: canBeUnprivileged })
}

function expectMasked(texts: ReadonlyMap<string, Buffer>): void {
  for (const [name, bytes] of texts)
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect([name, bytes.includes(Buffer.from(secret, encoding))]).toEqual([name, false])
}

test.describe('a day of an armed rule, cut short', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('has evidence of a stall and a leak before anybody looked, and what it saved names both', async ({
    app,
    start,
  }) => {
    const { page } = app
    await armShared(app)
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
    await expect(trace.getByRole('article')).toContainText(`taken, most of all by ${culprit}`)
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

  inFullTest(() => {
    test('ends as one masked package that another user opens, collected by mouse, by keys and by command line', async ({
      app,
      start,
      launch,
    }) => {
      test.setTimeout(400_000)
      const { page } = app
      await armShared(app)
      const args = ['cache', 'starve', '--', shared.applications.commandLine]
      const target = await start(app, { args, env: { ORDERS_PASSWORD: secret } })
      const leak = must(target.facts.leak, 'what leaks')
      const fired = page.getByRole('region', { name: 'Fired' })
      await expect(fired.getByText('Done')).toBeVisible({ timeout: 120_000 })

      // By mouse, with what the rule had saved before anybody looked.
      await places(page).getByRole('button', { name: 'Processes' }).click()
      await selectReadyProcess(page, target.pid)
      await page.getByRole('button', { name: /^Case…/ }).click()
      await offerChecklist(app, { steps })
      await plan(page).getByRole('button', { name: 'Import…' }).click()
      await plan(page).getByRole('checkbox', { name: 'Heap graph' }).click()
      await plan(page).getByRole('checkbox', { name: 'Export the package when collected' }).click()
      await plan(page).getByRole('textbox', { name: 'Ticket' }).fill('4711')
      await plan(page).getByRole('button', { name: 'Start' }).click()
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'collected', { timeout: 120_000 })
      await expect(step(page, 'flight')).toHaveAttribute('data-state', 'done')
      await shownCase(page).getByRole('button', { name: 'Add from Files' }).click()
      await page
        .getByRole('menuitem', { name: /_rule.*\.nettrace$/ })
        .first()
        .click()
      await shownCase(page).getByRole('button', { name: 'Export package' }).click()
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: 120_000 })
      await takePictures(app, 'day-case')
      const byMouse = must(packagesIn(app)[0], 'a package')
      const texts = await textsOf(byMouse)
      expectMasked(texts)
      expect([...texts.keys()].filter((name) => /^added\/.*_rule.*\.nettrace$/.test(name))).toHaveLength(1)
      const summary = texts.get('SUMMARY.md')?.toString('utf8')
      expect(summary).toContain(stall)
      // By now the runtime has compiled the wait into its caller.
      expect(summary).toContain(culprit)

      // By keys.
      await goToProcess(page, target.pid)
      await runCommand(app, 'Case: everything about the selected process in one package')
      await shownCase(page).getByRole('button', { name: 'New case' }).focus()
      await page.keyboard.press('Enter')
      await plan(page).getByRole('button', { name: 'Import…' }).focus()
      await page.keyboard.press('Enter')
      await expect(plan(page).getByRole('combobox', { name: 'Checklist' })).toHaveText('Quick look')
      await plan(page).getByRole('button', { name: 'Start' }).focus()
      await page.keyboard.press('Enter')
      await expect(shownCase(page)).toHaveAttribute('data-phase', 'packed', { timeout: 120_000 })
      expect(packagesIn(app)).toHaveLength(2)

      // By command line, and checked by it.
      const out = path.join(app.folders.top, 'cases')
      const checklist = path.join(app.folders.top, 'quick.checklist.json')
      const words = ['--pid', String(target.pid), '--checklist', checklist, '--out', out, '--heap']
      const collected = await npmRun('case', words, app.folders.top)
      expect(collected).toMatchObject({ exitCode: 0 })
      const byCommand = must(collected.stdout.trimEnd().split('\n').at(-1), 'a path')
      expectMasked(await textsOf(byCommand))
      expect(await npmRun('case', ['--verify', byMouse], app.folders.top)).toMatchObject({ exitCode: 0 })

      const other = await openElsewhere(launch, byMouse)
      const there = openedCase(other.page)
      await expect(there.getByText('Verified', { exact: true })).toBeVisible()
      await there.getByRole('tab', { name: /^Findings/ }).focus()
      await other.page.keyboard.press('Enter')
      await expect(there.getByRole('tabpanel')).toContainText(stall)
      await takePictures(other, 'day-elsewhere')
      await there.getByRole('tab', { name: /^Files/ }).click()
      await there.getByRole('button', { name: 'Open heap graph: heap.gcdump' }).click()
      const heap = other.page.locator('[data-testid="heap-document"]:visible')
      await heap.getByRole('tab', { name: 'Findings' }).click()
      await expect(heap.getByTestId('finding').first()).toContainText(leak.owner)
    })
  })
})
