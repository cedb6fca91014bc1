import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { canBuildSamples, type SampleTarget } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { recordOntoFullDisk } from './fixture/full-disk.ts'
import { mouse } from './fixture/hands.ts'
import { test, type Start } from './fixture/live-page.ts'
import { takePictures } from './fixture/pictures.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { documents } from './fixture/shell-page.ts'
import { test as sharing } from './fixture/shared-app.ts'
import { places, selectReadyProcess, whenShellIsReady } from './fixture/shell-steps.ts'
import { canMountSmallDisk } from './fixture/small-disk.ts'
import { expect } from './fixture/test.ts'

/** Picks the process and goes to its record sheet by keys alone. */
async function openSheet(app: RunningApp, target: SampleTarget): Promise<void> {
  await selectReadyProcess(app.page, target.pid)
  await app.page.keyboard.press('Control+3')
  await expect(app.page.getByRole('heading', { name: /^Record / })).toBeVisible()
}

const stopButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Stop', exact: true })
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

const whenDiskIsFull = (app: RunningApp, start: Start) =>
  recordOntoFullDisk(app, {
    start,
    hands: mouse,
    openSheet,
    async check(_page, target, folder) {
      await takePictures(app, 'record-disk-full')
      expect(target.child.exitCode).toBeNull()
      const [name] = fs.readdirSync(folder)
      expect(fs.statSync(path.join(folder, name ?? '')).size).toBeGreaterThan(1000)
    },
  })

test.describe('recording', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows where time is spent: resolved while it records, complete and verified at the end, listed in Files', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['planted'] })
    await openSheet(app, target)
    const { page } = app
    await test.step('the sheet offers the first question and names the file', async () => {
      await expect(page.getByRole('button', { name: /Where is time spent/ })).toHaveAttribute('aria-pressed', 'true')
      await expect(page.getByText(/Pipescope\.Sample_\d{8}_\d{6}\.nettrace/)).toBeVisible()
      await takePictures(app, 'record-sheet')
    })

    await test.step('functions have their names while it records', async () => {
      await page.keyboard.press('Control+Enter')
      await expect(stopButton(page)).toBeVisible()
      const top = page.getByRole('region', { name: 'Top functions' })
      await expect(top.getByRole('row').nth(1)).toContainText('Planted.HotMethod')
      await expect(page.getByRole('button', { name: '1 job' })).toBeVisible()
      await takePictures(app, 'recording')
      await expectAccessible(page)
    })

    await test.step('a mark is set; the tab may go, the recording does not', async () => {
      await page.keyboard.press('m')
      await expect(page.getByRole('group', { name: 'Marks' })).toContainText('Mark 1')
      await page.keyboard.press('Control+W')
      await page.keyboard.press('Control+3')
      await expect(stopButton(page)).toBeVisible()
    })

    await test.step('at the end it is verified', async () => {
      await page.keyboard.press('Control+.')
      await expect(result(page)).toHaveAttribute('data-verdict', 'complete')
      await takePictures(app, 'record-result')
      await expectAccessible(page)
    })

    const info = page.getByTestId('trace-info')
    await test.step('it opens with an answer, its facts, its methods, the mark and the waits', async () => {
      await result(page).getByRole('button', { name: 'Open', exact: true }).click()
      const overview = info.getByRole('region', { name: 'Where did the time go?' })
      await expect(overview.getByRole('button', { name: /HotMethod/ }).first()).toBeVisible()
      await takePictures(app, 'trace-overview')
      await info.getByRole('tab', { name: 'Info' }).click()
      await expect(info.getByText('Yes', { exact: true })).toBeVisible()
      await expect(info.getByText(/^\d.* methods?, .*% of frames resolved/)).toBeVisible()
      await takePictures(app, 'trace-info')
      await info.getByRole('tab', { name: 'Methods' }).click()
      await expect(info.getByRole('grid', { name: 'Methods' }).getByRole('row').nth(1)).toContainText(
        'Planted.HotMethod',
      )
      await takePictures(app, 'trace-methods')
      await info.getByRole('tab', { name: /^Info/ }).click()
      await expect(info.getByText('Mark 1')).toBeVisible()
      await info.getByRole('tab', { name: /^Locks and waits/ }).click()
      const waits = info.getByRole('grid').and(info.locator(':visible'))
      await info.getByRole('searchbox', { name: 'Search' }).fill('planted')
      await expect(waits.getByRole('row').nth(1)).toContainText('Planted.')
      await takePictures(app, 'trace-waits')
      await page.keyboard.press('Control+W')
    })

    const files = page.getByRole('list', { name: 'Files' })
    await test.step('Files lists it, with tags, notes and its hash', async () => {
      await page.keyboard.press('Control+5')
      await expect(files.getByRole('listitem')).toHaveCount(1)
      await files
        .getByRole('button', { name: /Pipescope\.Sample_/ })
        .first()
        .click()
      await page.getByRole('textbox', { name: 'Tags' }).fill('slow, before')
      await page.getByRole('textbox', { name: 'Notes' }).fill('first look')
      await page.getByRole('button', { name: 'Compute SHA-256' }).click()
      await expect(page.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
      await takePictures(app, 'files')
      await expectAccessible(page)
    })

    const folder = path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')
    const name = fs.readdirSync(folder).find((entry) => entry.endsWith('.nettrace'))
    await test.step('it is dragged out as a file', async () => {
      await app.application.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        // A virtual display has nowhere to drop a file: what counts is what the system is handed.
        if (window) window.webContents.startDrag = ({ file }) => void (process.env['PIPESCOPE_DRAGGED'] = file)
      })
      await files
        .getByRole('button', { name: /Pipescope\.Sample_/ })
        .first()
        .dispatchEvent('dragstart')
      await expect
        .poll(() => app.application.evaluate(() => process.env['PIPESCOPE_DRAGGED']))
        .toBe(path.join(folder, name ?? ''))
    })

    await test.step('removed from the list, it comes back with its tags, and the file was never touched', async () => {
      await page.getByRole('button', { name: `Remove ${name}` }).click()
      await expect(files.getByRole('listitem')).toHaveCount(0)
      await page.getByRole('button', { name: 'Undo' }).click()
      await expect(files.getByText('slow')).toBeVisible()
      const bytes = fs.readFileSync(path.join(folder, name ?? ''))
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('Nettrace')
      expect(bytes.at(-1)).toBe(1)
    })
  })

  test('keeps the last seconds and saves them from another window, after the one that began is closed', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['planted'] })
    await openSheet(app, target)
    const first = app.page
    await first.getByRole('combobox', { name: 'What is kept' }).click()
    await first.getByRole('option', { name: 'Flight recorder' }).click()
    await first.getByRole('combobox', { name: 'Seconds to keep' }).click()
    await first.getByRole('option', { name: '10 s' }).click()
    await takePictures(app, 'record-last-seconds')
    await first.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(first.getByRole('region', { name: 'Top functions' })).toContainText('Planted.HotMethod')
    const opened = app.application.waitForEvent('window')
    await first.keyboard.press('ControlOrMeta+Shift+N')
    const second = await opened
    await whenShellIsReady(second)
    await expect(second.getByRole('button', { name: '1 job' })).toBeVisible()
    await first.close()
    await second.keyboard.press('Control+J')
    const job = second.locator('[data-job]')
    await expect(job).toHaveAttribute('data-state', 'running')
    await job.getByRole('button', { name: /Save/ }).click()
    const folder = path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')
    const saved = (): readonly string[] => fs.readdirSync(folder).filter((name) => !name.startsWith('.'))
    await expect.poll(saved).toHaveLength(1)
    await expect(job).toHaveAttribute('data-state', 'running')
    await job.getByRole('button', { name: /^Stop|^End/ }).click()
    await expect(job).toHaveAttribute('data-state', 'done')
    await job.getByRole('button', { name: 'Open', exact: true }).click()
    const info = second.getByTestId('trace-info')
    await info.getByRole('tab', { name: 'Methods' }).click()
    await expect(info.getByRole('grid', { name: 'Methods' })).toContainText('Planted.HotMethod')
  })

  test('asks what becomes of a recording when the person quits, and saves it', async ({ app, start }) => {
    const target = await start(app, { args: ['busy'] })
    await openSheet(app, target)
    const { page } = app
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('group', { name: 'This recording' })).toContainText(/so far/)
    await app.application.evaluate(({ app: electron }) => electron.quit())
    const question = page.getByRole('dialog', { name: 'One job is still running' })
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    await expect(stopButton(page)).toBeVisible()
    await app.application.evaluate(({ app: electron }) => electron.quit())
    const child = app.application.process()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    await question.getByRole('button', { name: 'Stop and save' }).click()
    const folder = path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')
    // The driver's inspector keeps a main process that has nothing left to do; that it was told to go is what counts.
    await Promise.race([ended, expect.poll(() => app.output()).toContain('debugger to disconnect')])
    const bytes = fs.readFileSync(path.join(folder, fs.readdirSync(folder)[0] ?? ''))
    expect(bytes.at(-1)).toBe(1)
  })

  test('finds a half-written recording after a crash of Pipescope, fetches its symbols and repairs a copy', async ({
    launch,
    start,
  }) => {
    const app = await launch({ size: { width: 1440, height: 900 } })
    await whenShellIsReady(app.page)
    const target = await start(app, { args: ['busy'] })
    await openSheet(app, target)
    await app.page.keyboard.press('Control+Enter')
    await expect(app.page.getByRole('group', { name: 'This recording' })).toContainText(/so far/)
    const folder = path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')
    await expect.poll(() => fs.readdirSync(folder).some((name) => name.endsWith('.symbols.nettrace'))).toBe(true)
    const child = app.application.process()
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await gone
    // As if the crash had come before the first symbols: the process still has them.
    for (const name of fs.readdirSync(folder).filter((one) => one.includes('.symbols.nettrace')))
      fs.rmSync(path.join(folder, name))

    const again = await launch({ folders: app.folders, size: { width: 1440, height: 900 } })
    await whenShellIsReady(again.page)
    await again.page.keyboard.press('Control+J')
    await expect(again.page.getByText(/Pipescope ended before this finished/)).toBeVisible()
    await again.page.getByRole('button', { name: 'Open', exact: true }).click()
    const info = again.page.getByTestId('trace-info')
    await expect(info.getByText(/The end of the file is missing/)).toBeVisible()
    await expect(
      info.getByText(/Symbols were fetched from the running process: \d\.\d% .* (?:9\d|100)\.\d% now\./),
    ).toBeVisible()
    await info.getByRole('tab', { name: 'Info' }).click()
    await expect(info.getByText(/% of frames resolved \(in the .symbols.nettrace file/)).toBeVisible()
    const copy = path.join(again.folders.home, 'copy.nettrace')
    await again.application.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, copy)
    await info.getByRole('button', { name: 'Save repaired copy' }).click()
    await expect(again.page.getByText(/Repaired copy saved/)).toBeVisible()
    expect(fs.readFileSync(copy).at(-1)).toBe(1)
  })
})

sharing.describe('recording, in one app', () => {
  sharing.skip(!canBuildSamples(), 'needs the .NET SDK')

  sharing('takes a snapshot of all stacks and compares it with the next', async ({ app, start }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await selectReadyProcess(page, target.pid)
    await page.getByRole('button', { name: 'Stack snapshot' }).click()
    const stacks = page.getByRole('list', { name: 'Stacks' })
    await expect(stacks.getByText('Planted.RunHot').first()).toBeVisible()
    await expect(page.getByText(/threads? in \d+ stacks?/)).toBeVisible()
    await takePictures(app, 'stacks')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Take another' }).click()
    await expect(page.getByRole('button', { name: 'Take another' })).toBeEnabled()
    await expect(stacks.getByRole('listitem').first()).toBeVisible()
  })

  sharing('copies and pastes the command line of Microsoft’s tool', async ({ app, start }) => {
    const target = await start(app, { args: ['idle'] })
    await openSheet(app, target)
    const { page } = app
    await page.getByRole('button', { name: /GC pauses/ }).click()
    await page.getByRole('button', { name: 'Copy as command line' }).click()
    const copied = () => app.application.evaluate(({ clipboard }) => clipboard.readText())
    await expect.poll(copied).toContain(`dotnet-trace collect --process-id ${String(target.pid)} --providers`)
    expect(await copied()).toContain('Microsoft-Windows-DotNETRuntime:0x1:4')
    await page.getByRole('button', { name: 'Paste a command line' }).click()
    await page.getByRole('textbox', { name: 'Command line' }).fill('dotnet-trace collect --providers My:xyz')
    await page.getByRole('button', { name: 'Use command' }).click()
    await expect(page.getByRole('alert')).toContainText('Keywords must be hexadecimal')
    await page
      .getByRole('textbox', { name: 'Command line' })
      .fill('dotnet-trace collect --providers My-Source:0x1:Verbose --duration 00:00:00:30')
    await page.getByRole('button', { name: 'Use command' }).click()
    await expect(page.getByText('My-Source · 0x1 · Verbose')).toBeVisible()
    expect(await places(page).getByRole('button').count()).toBeGreaterThan(2)
    await expect(documents(page).getByRole('button', { name: /^Record / })).toBeVisible()
  })

  sharing('says what went wrong when the process is killed while it is recorded', async ({ app, start }) => {
    const target = await start(app, { args: ['busy'] })
    await openSheet(app, target)
    const { page } = app
    await page.getByRole('button', { name: 'Start', exact: true }).click()
    await expect(stopButton(page)).toBeVisible()
    await expect(page.getByRole('group', { name: 'This recording' })).toContainText(/so far/)
    await target.dispose()
    await expect(result(page)).toHaveAttribute('data-verdict', 'partial')
    await expect(result(page)).toContainText('The process ended during the recording')
  })

  for (const title of canMountSmallDisk() ? ['ends as partial when the disk is full, with everything before'] : [])
    sharing(title, ({ app, start }) => whenDiskIsFull(app, start))
})
