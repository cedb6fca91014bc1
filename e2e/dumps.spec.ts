import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Page } from 'playwright/test'
import { askDumpOracle, tryBuildDumpOracle } from '../samples/run-dump-oracle.ts'
import { buildSample, canBuildSamples, type SampleTarget, type SampleVariant } from '../samples/start-target.ts'
import { holdDumpWriter } from './fixture/dump-writer.ts'
import { goToProcess, type Start } from './fixture/live-page.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { test } from './fixture/shared-app.ts'
import { processRow } from './fixture/shell-steps.ts'
import { mountSmallDisk } from './fixture/small-disk.ts'
import { expect } from './fixture/test.ts'

const row = (page: Page, target: SampleTarget) => processRow(page, target.pid)
const checks = (page: Page) => page.getByRole('region', { name: 'Checks before the dump' })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })
const takeButton = (page: Page) => page.getByRole('button', { name: /^Take dump/ })

/** By mouse: the row's menu. */
async function openDump({ page }: RunningApp, target: SampleTarget): Promise<void> {
  await expect(row(page, target)).toHaveAttribute('data-state', /ready|limited/)
  await row(page, target).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Dump' }).click()
  await expect(page.getByRole('heading', { name: /^Dump / })).toBeVisible()
}

function dumpFolder(app: RunningApp): string {
  const folder = path.join(app.folders.home, 'dumps')
  fs.mkdirSync(folder, { recursive: true })
  return folder
}

/** Null while it is written. */
function unpacked(file: string): Buffer | null {
  try {
    return gunzipSync(fs.readFileSync(file))
  } catch {
    return null
  }
}

const folderField = (page: Page) => page.getByRole('textbox', { name: 'Folder (path as the process sees it)' })
const oracle = process.platform === 'linux' ? tryBuildDumpOracle() : null
const variants: readonly SampleVariant[] =
  process.env['PIPESCOPE_FULL'] === '1' ? ['net10', 'net9', 'net8', 'net31'] : ['net10']

test.describe('dumps', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')
  // They go to folders of the test, which nobody chose in a dialog.
  test.beforeEach(({ app }) => answerQuestions(app.application, 'agree'))

  test('are checked first, written, verified, and never overwritten', async ({ app, start }) => {
    const target = await start(app, { args: ['idle'] })
    const { page } = app
    await openDump(app, target)
    const folder = dumpFolder(app)
    await page.getByRole('radio', { name: 'Mini' }).click()
    await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill(path.join(folder, 'nowhere'))
    await expect(checks(page)).toContainText('doesn’t exist in the process’s file system')
    await expect(takeButton(page)).toHaveAttribute('aria-disabled', 'true')
    await takePictures(app, 'dump-blocked')
    await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill(folder)
    await page.getByRole('textbox', { name: 'File name' }).fill('first.dmp')
    await page.getByRole('combobox', { name: 'Crash report' }).click()
    await page.getByRole('option', { name: 'Dump and crash report' }).click()
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    await takePictures(app, 'dump-plan')
    await takeButton(page).click()
    await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
    const file = path.join(folder, 'first.dmp')
    const bytes = fs.readFileSync(file)
    expect(bytes.subarray(0, 4).toString('latin1')).toBe('\u007fELF')
    await expect(page.getByTestId('dump-sha256')).toHaveText(createHash('sha256').update(bytes).digest('hex'))
    await page.getByRole('button', { name: 'With gzip' }).click()
    await expect(page.getByText('Compressed copy: first.dmp.gz')).toBeVisible()
    await expect.poll(() => unpacked(`${file}.gz`)?.equals(bytes)).toBe(true)
    const report = page.getByRole('region', { name: 'Crash report' })
    await expect(report.locator('summary').first()).toContainText('Thread')
    await takePictures(app, 'dump-done')

    // The same name again: only when a person says so.
    await page.getByRole('button', { name: 'Take another dump' }).click()
    await page.getByRole('textbox', { name: 'File name' }).fill('first.dmp')
    await expect(checks(page)).toContainText('A file with this name already exists')
    await expect(takeButton(page)).toHaveAttribute('aria-disabled', 'true')
    await checks(page).getByRole('button', { name: 'Replace the file' }).click()
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+5')
    await expect(page.getByRole('list', { name: 'Files' })).toContainText('first.dmp')
  })

  test('can be taken by keys alone, of .NET Core 3.1 too', async ({ app, start }) => {
    const target = await start(app, { variant: 'net31', args: ['idle'] })
    const { page } = app
    await expect(row(page, target)).toHaveAttribute('data-state', /ready|limited/)
    await goToProcess(page, target.pid)
    await page.keyboard.press('Control+4')
    await expect(page.getByRole('heading', { name: /^Dump / })).toBeVisible()
    await page.getByRole('radio', { name: 'Heap' }).focus()
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByRole('radio', { name: 'Mini' })).toBeChecked()
    await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).focus()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(dumpFolder(app))
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Control+Enter')
    await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
    // .NET Core 3.1 leaves it readable for everybody; the page says what was done about that.
    await expect(result(page)).toContainText('Pipescope restricted it')
    await expect(result(page)).toContainText('passwords, keys and personal data')
    for (const name of fs.readdirSync(dumpFolder(app)))
      if (name.endsWith('.dmp')) expect(fs.statSync(path.join(dumpFolder(app), name)).mode & 0o077).toBe(0)
  })

  test('that fail offer another try, and removal of what was left', async ({ app, start }) => {
    const source = path.dirname(buildSample('net10sc'))
    const copy = path.join(app.folders.top, 'failing')
    fs.cpSync(source, copy, { recursive: true })
    const createdump = path.join(copy, 'createdump')
    fs.renameSync(createdump, `${createdump}.real`)
    const folder = path.join(app.folders.home, 'failing')
    fs.mkdirSync(folder)
    const file = path.join(folder, 'again.dmp')
    fs.writeFileSync(createdump, `#!/bin/sh\nprintf half > '${file}'\necho '[createdump] out of luck' >&2\nexit 1\n`, {
      mode: 0o755,
    })
    const target = await start(app, { program: path.join(copy, path.basename(buildSample('net10sc'))), args: ['idle'] })
    const { page } = app
    await openDump(app, target)
    await page.getByRole('radio', { name: 'Mini' }).click()
    await folderField(page).fill(folder)
    await page.getByRole('textbox', { name: 'File name' }).fill('again.dmp')
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    await takeButton(page).click()
    await expect(result(page)).toHaveAttribute('data-verdict', 'failed')
    await takePictures(app, 'dump-failed')
    // Another file of that name stays.
    fs.renameSync(file, `${file}.kept`)
    fs.writeFileSync(file, 'of somebody else')
    await page.getByRole('button', { name: 'Remove partial file' }).click()
    await expect(page.getByText('Couldn’t remove the partial file')).toBeVisible()
    expect(fs.readFileSync(file, 'utf8')).toBe('of somebody else')
    fs.renameSync(`${file}.kept`, file)
    await page.getByRole('button', { name: 'Remove partial file' }).click()
    await expect(page.getByRole('button', { name: 'Remove partial file' })).toHaveCount(0)
    expect(fs.existsSync(file)).toBe(false)
    fs.renameSync(`${createdump}.real`, createdump)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
  })

  test('are blocked with the reason when createdump is not executable', async ({ app, start }) => {
    const source = path.dirname(buildSample('net10sc'))
    const copy = path.join(app.folders.top, 'copy')
    fs.cpSync(source, copy, { recursive: true })
    fs.chmodSync(path.join(copy, 'createdump'), 0o644)
    const program = path.join(copy, path.basename(buildSample('net10sc')))
    const target = await start(app, { program, args: ['idle'] })
    const { page } = app
    await openDump(app, target)
    await expect(checks(page)).toContainText('can’t execute')
    await expect(checks(page)).toContainText('chmod +x')
    await expect(takeButton(page)).toHaveAttribute('aria-disabled', 'true')
    fs.chmodSync(path.join(copy, 'createdump'), 0o755)
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(checks(page)).not.toContainText('chmod +x')
  })

  test('wait while the process is stopped, and can be taken once it runs again, without pressing anything', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['idle'] })
    const { page } = app
    await openDump(app, target)
    await folderField(page).fill(dumpFolder(app))
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    target.child.kill('SIGSTOP')
    try {
      await expect(takeButton(page)).toHaveAttribute('aria-disabled', 'true')
      await expect(page.getByText('Resolve 1 blocker to take the dump.')).toBeVisible()
    } finally {
      target.child.kill('SIGCONT')
    }
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  })

  for (const variant of oracle === null ? [] : variants)
    test(`of each type are read by Microsoft’s ClrMD, threads and heap: ${variant}`, async ({ app, start }) => {
      const target = await start(app, { variant, args: ['planted'] })
      const { page } = app
      await openDump(app, target)
      const folder = dumpFolder(app)
      await folderField(page).fill(folder)
      for (const type of ['Triage', 'Mini', 'Heap', 'Full']) {
        await page.getByRole('radio', { name: type }).click()
        await page.getByRole('textbox', { name: 'File name' }).fill(`${type}.dmp`)
        await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
        await takeButton(page).click()
        await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
        const file = path.join(folder, `${type}.dmp`)
        const answer = await askDumpOracle(oracle ?? '', file)
        expect([type, answer.pid, answer.stackCount > 5]).toEqual([type, target.pid, true])
        // Of .NET Core 3.1 ClrMD names the methods of the framework and none of the program. A thread that computes is stopped at any instruction, and
        // of .NET 9 ClrMD can't walk the stack from each of them.
        const isOld = variant === 'net31'
        const computing = variant === 'net9' ? 'Pipescope.Samples.Program.Main' : 'Pipescope.Samples.Planted.RunHot'
        const names = isOld ? ['System.IO.StreamReader.ReadLine'] : [computing, 'Pipescope.Samples.Planted.WaitForLock']
        expect(answer.frames).toEqual(expect.arrayContaining(names))
        if (type === 'Heap' || type === 'Full')
          expect(isOld ? answer.objectCount : answer.types['Pipescope.Samples.PlantedRecord']).toBeGreaterThan(1000)
        fs.rmSync(file)
        await page.getByRole('button', { name: 'Take another dump' }).click()
      }
    })

  // The dump writer is found and held through /proc.
  const isHeld = process.platform === 'linux' && process.env['PIPESCOPE_FULL'] === '1'
  const interrupted = isHeld ? ['the process is killed, or the disk is full'] : []
  for (const what of interrupted)
    test(`say so when ${what}, while they are written`, ({ app, start }) => interrupt(app, start))
})

async function interrupt(app: RunningApp, start: Start): Promise<void> {
  const { page } = app
  const victim = await start(app, { args: ['leak', '--mb-per-second=60'] })
  await openDump(app, victim)
  const folder = dumpFolder(app)
  await page.getByRole('radio', { name: 'Heap' }).click()
  await folderField(page).fill(folder)
  await page.getByRole('textbox', { name: 'File name' }).fill('killed.dmp')
  await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
  await takeButton(page).click()
  const held = await holdDumpWriter(victim.pid, path.join(folder, 'killed.dmp'))
  victim.child.kill('SIGKILL')
  held.release()
  await expect(result(page)).toHaveAttribute('data-verdict', /failed|partial/)
  await expect(result(page)).toContainText('The process has exited')
  await takePictures(app, 'dump-killed')
  await page.keyboard.press('Control+W')

  const disk = mountSmallDisk(600)
  if (disk === null) return
  try {
    // Slowly: a dump that the disk has no room for isn't taken at all.
    const target = await start(app, { args: ['leak', '--mb-per-second=4'] })
    await page.keyboard.press('Control+1')
    await openDump(app, target)
    await page.getByRole('radio', { name: 'Heap' }).click()
    await folderField(page).fill(disk.folder)
    await page.getByRole('textbox', { name: 'File name' }).fill('full-disk.dmp')
    await expect(takeButton(page)).not.toHaveAttribute('aria-disabled', 'true')
    await takeButton(page).click()
    const writer = await holdDumpWriter(target.pid, path.join(disk.folder, 'full-disk.dmp'))
    disk.shrink(64 * 1024)
    writer.release()
    await expect(result(page)).toHaveAttribute('data-verdict', /failed|partial/)
    await expect(result(page)).toContainText('No space left on device')
    expect(target.child.exitCode).toBeNull()
    await takePictures(app, 'dump-full-disk')
  } finally {
    disk.dispose()
  }
}
