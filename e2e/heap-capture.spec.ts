import type { Page } from 'playwright/test'
import { HeapStream } from '../main/heap/testing/heap-stream.ts'
import { canBuildSamples, startTarget, type SampleTarget } from '../samples/start-target.ts'
import { startFakeRuntime } from './fake-runtime/start-fake-runtime.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { liveView, openLive, selectProcess, test } from './fixture/live-page.ts'
import { takePictures } from './fixture/pictures.ts'
import { mountSmallDisk } from './fixture/small-disk.ts'
import { runCommand, whenShellIsReady } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** A heap graph of a process that runs, from the click to the opened document. */

const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

async function startCapture(page: Page, pid: number): Promise<void> {
  await whenShellIsReady(page)
  await selectProcess(page, pid)
  await page.getByRole('button', { name: /^Heap graph/ }).click()
  await page.getByRole('button', { name: 'Capture heap graph' }).click()
}

test.describe('capturing a heap graph', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')
  let target: SampleTarget
  test.beforeAll(async () => {
    target = await startTarget({ args: ['leak', 'cache'] })
  })
  test.afterAll(() => target.dispose())

  test('says what it costs, shows the result and opens it, by mouse and by keys', async ({ app }) => {
    const { page } = app
    await whenShellIsReady(page)
    await runCommand(app, 'Settings')
    const beside = page.getByRole('switch', { name: 'Save a .gcdump beside each capture' })
    await beside.focus()
    await page.keyboard.press('Space')
    await expect(beside).toBeChecked()
    await takePictures(app, 'settings-heap-graphs')
    await page.keyboard.press('Control+1')
    await selectProcess(page, target.pid)
    await page.getByRole('button', { name: /^Heap graph/ }).click()
    const impact = page.getByRole('region', { name: 'Impact' })
    await expect(impact).toContainText('Full GC')
    await expect(impact).not.toContainText('at the last capture')
    await takePictures(app, 'heap-capture-before')
    await expectAccessible(page)

    await page.getByRole('button', { name: 'Capture heap graph' }).click()
    await expect(result(page).getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
    await expect(page.getByTestId('heap-capture-objects')).toHaveText(/^[1-9]/)
    await expect(page.getByText('Process resumed')).toBeVisible()
    await expect(result(page).getByText(/_heap\.gcdump$/)).toBeVisible()
    await takePictures(app, 'heap-capture-after')
    await expectAccessible(page)

    await result(page).getByRole('button', { name: 'Take another' }).click()
    await expect(impact).toContainText('at the last capture')
    await takePictures(app, 'heap-capture-known')
    await page.getByRole('button', { name: 'Capture heap graph' }).focus()
    await page.keyboard.press('Enter')
    await result(page).getByRole('button', { name: 'Open the heap graph' }).focus()
    await page.keyboard.press('Enter')
    await expect(heap(page).getByRole('grid', { name: 'Types' }).getByRole('row').nth(1)).toBeVisible()
    // Opened by a key, the table has the focus; the pane of a type would take the room of these columns.
    await expect(heap(page).getByRole('grid', { name: 'Types' })).toBeFocused()
    await expect(heap(page).getByRole('columnheader', { name: 'Gen 2' })).toBeVisible()
    await takePictures(app, 'heap-captured')

    await runCommand(app, 'Files')
    const kept = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: '_heap.nettrace' })
    await expect(kept).toHaveCount(2)
    await expect(kept.first().getByRole('button', { name: 'Open', exact: true })).toBeEnabled()
    const dumps = page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: '_heap.gcdump' })
    await expect(dumps).toHaveCount(2)
    await dumps.first().getByRole('button', { name: 'Open', exact: true }).click()
    await expect(heap(page).getByRole('heading', { name: /_heap\.gcdump$/ })).toBeAttached()

    const disk = mountSmallDisk(1)
    if (disk === null) return
    try {
      await runCommand(app, 'Settings')
      await app.application.evaluate(({ dialog }, folder) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [folder] })
      }, disk.folder)
      await page.getByRole('button', { name: 'Choose folder' }).click()
      await expect(page.getByText(disk.folder)).toBeVisible()
      await page.getByRole('button', { name: /^Heap graph of/ }).click()
      await result(page).getByRole('button', { name: 'Take another' }).click()
      await page.getByRole('button', { name: 'Capture heap graph' }).click()
      await expect(result(page)).toContainText(/disk/i)
      await expect(result(page).getByRole('heading', { name: /^(Partial|No) heap graph/ })).toBeVisible()
      await takePictures(app, 'heap-capture-disk-full')
      expect(target.child.exitCode).toBeNull()
    } finally {
      disk.dispose()
    }
  })
})

test.describe('an incomplete heap graph', () => {
  test('shows its badge, what is missing and how to get all of it, by mouse and by keys', async ({ app }) => {
    const order = 7
    const bytes = new HeapStream()
      .collectionStart()
      .types({ id: order, name: 'Shop.Order' })
      .roots({ to: 0x1000, kind: 2 })
      .objects({ address: 0x1000, type: order, bytes: 24, references: [] })
      .dropChunk(18)
      .objects({ address: 0x2000, type: order, bytes: 24, references: [] })
      .collectionEnd()
      .end()
    const fake = await startFakeRuntime({
      folder: app.folders.temporary,
      faults: [
        { command: 'collect', fault: { kind: 'stream-replayed', bytes: Buffer.from(bytes).toString('base64') } },
      ],
    })
    try {
      const { page } = app
      await startCapture(page, fake.pid)
      await expect(result(page).getByRole('heading', { name: 'Partial heap graph' })).toBeVisible()
      await expect(result(page).getByRole('status')).toContainText('66.7% of the objects arrived')
      await takePictures(app, 'heap-capture-partial')
      await expectAccessible(page)

      await result(page).getByRole('button', { name: 'Open the heap graph' }).focus()
      await page.keyboard.press('Enter')
      await expect(heap(page).getByText('Partial (66.7% of objects)')).toBeVisible()
      await expect(heap(page).getByRole('status').first()).toContainText('1 chunk of objects is missing.')
      await expect(heap(page).getByRole('status').first()).toContainText('Capture again')
      await takePictures(app, 'heap-partial')
      await expectAccessible(page)
    } finally {
      await fake.stop()
    }
  })

  test('is not captured when the process stops responding or is stopped, and the page says why', async ({ app }) => {
    const fake = await startFakeRuntime({ folder: app.folders.temporary })
    try {
      const { page } = app
      await whenShellIsReady(page)
      await selectProcess(page, fake.pid)
      await page.getByRole('button', { name: /^Heap graph/ }).click()
      // A runtime that hangs in the pause: nothing is known but how long it lasts, and its result can be given up.
      fake.setFaults([{ command: 'collect', fault: { kind: 'never-answers' } }])
      await page.getByRole('button', { name: 'Capture heap graph' }).click()
      await expect(page.getByRole('region', { name: 'Progress' })).toBeVisible()
      await page.getByRole('button', { name: /^(Cancel|Discard the result)$/ }).click()
      await expect(page.getByRole('button', { name: 'Capture heap graph' })).toBeVisible()

      fake.setFaults([{ command: 'collect', fault: { kind: 'error', code: 0x8000_4005 } }])
      await page.getByRole('button', { name: 'Capture heap graph' }).click()
      await expect(result(page).getByRole('heading', { name: 'No heap graph' })).toBeVisible()
      await expect(result(page).getByRole('alert')).not.toBeEmpty()
      await takePictures(app, 'heap-capture-failed')
      await expectAccessible(page)

      fake.setFaults([])
      await result(page).getByRole('button', { name: 'Try again' }).click()
      await page.getByRole('button', { name: 'Capture heap graph' }).click()
      // The scripted application has no heap: that is said too.
      await expect(result(page).getByRole('heading', { name: 'No heap graph' })).toBeVisible()
    } finally {
      await fake.stop()
    }
  })

  test('continues in the background during the pause, and its result is discarded later', async ({ app }) => {
    // The names are flushed; the session with the walk, the fourth with those that keep a slot free, is not answered.
    const fake = await startFakeRuntime({
      folder: app.folders.temporary,
      faults: [
        { command: 'collect', fault: { kind: 'slow', delayMs: 1 }, times: 3 },
        { command: 'collect', fault: { kind: 'never-answers' } },
      ],
    })
    try {
      const { page } = app
      await startCapture(page, fake.pid)
      const progress = page.getByRole('region', { name: 'Progress' })
      const pause = progress.locator('[aria-current="step"]').filter({ hasText: 'process paused' })
      await expect(pause).toContainText(/\d:\d\d/)
      await expect(progress.getByRole('progressbar')).toHaveCount(0)
      await takePictures(app, 'heap-capture-pause')
      await expectAccessible(page)
      await progress.getByRole('button', { name: 'Continue in background' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: /^Heap graph of/ })).toHaveCount(0)
      await expect(page.getByText('The heap graph is captured in the background')).toBeVisible()
      await page.getByRole('button', { name: '1 job' }).click()
      const jobs = page.getByRole('dialog', { name: 'Jobs' })
      await expect(jobs.getByText('Waiting for the full GC; the process is paused')).toBeVisible()
      await jobs.getByRole('button', { name: 'Show', exact: true }).click()
      await expect(pause).toBeVisible()
      await progress.getByRole('button', { name: 'Discard the result' }).click()
      await expect(page.getByRole('button', { name: 'Capture heap graph' })).toBeVisible()
      await expect(page.getByRole('button', { name: 'No jobs' })).toBeVisible()
    } finally {
      await fake.stop()
    }
  })
})

test.describe('the ways to a heap graph', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('are in Live and among the questions of a recording; a killed process is reported', async ({ app, start }) => {
    const target = await start(app, { args: ['idle'] })
    const { page } = app
    await openLive(app, target)
    await liveView(page).getByRole('button', { name: 'Heap graph' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Impact' })).toBeVisible()

    await page.keyboard.press('Control+Shift+R')
    await takePictures(app, 'record-heap-question')
    await page.getByRole('button', { name: /^What is on the heap/ }).click()
    await expect(page.getByRole('region', { name: 'Impact' })).toBeVisible()

    target.child.kill('SIGKILL')
    await expect(page.getByRole('status').filter({ hasText: /exited/ })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Capture heap graph' })).toBeDisabled()
    await takePictures(app, 'heap-capture-exited')
  })
})
