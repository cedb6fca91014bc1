import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { HeapStream } from '../main/heap/testing/heap-stream.ts'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { openByDialog, selectProcess, test } from './fixture/live-page.ts'
import { takePictures } from './fixture/pictures.ts'
import { whenShellIsReady } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** Heap graphs that nobody wishes for: damaged files, types without names, processes that stand still or are gone. */

const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

test.describe('a heap graph', () => {
  test('of types without names says what names them, and a damaged file what is wrong with it', async ({ app }) => {
    const { page } = app
    await whenShellIsReady(page)
    const unnamed = path.join(app.folders.top, 'native.nettrace')
    const stream = new HeapStream().collectionStart().roots({ to: 0x1000, kind: 2 })
    stream.objects(
      { address: 0x1000, type: 7, bytes: 24, references: [0x2000] },
      { address: 0x2000, type: 8, bytes: 40, references: [] },
    )
    stream.types({ id: 7, name: '', flags: 0x10, token: 0x4a10 }, { id: 8, name: '', flags: 0x10, token: 0x4a58 })
    fs.writeFileSync(unnamed, stream.collectionEnd().end())
    await openByDialog(app, unnamed)
    await expect(heap(page).getByRole('status').first()).toContainText('Type names are missing: Native AOT')
    await expect(heap(page).getByRole('grid', { name: 'Types' })).toContainText('Native type 0x4a10')
    const filter = heap(page).getByRole('searchbox', { name: /Filter names/ })
    await filter.fill('/0x4a[1/')
    await expect(heap(page).getByText('At column 6: missing closing ]')).toBeVisible()
    await expect(filter).toBeFocused()
    await takePictures(app, 'heap-types-bad-expression')
    await expectAccessible(page)
    await filter.fill('/0x4a1/')
    await expect(heap(page).getByText('1 row', { exact: true })).toBeVisible()
    await filter.fill('')
    await takePictures(app, 'heap-types-without-names')
    await expectAccessible(page)

    const garbage = path.join(app.folders.top, 'garbage.gcdump')
    const head = Buffer.from(
      '\x14\0\0\0!FastSerialization.1\x05\x05\x01\x08\0\0\0\x08\0\0\0\x0a\0\0\0GCHeapDump\x06',
      'latin1',
    )
    fs.writeFileSync(garbage, Buffer.concat([head, Buffer.alloc(4096, 0xa7)]))
    await openByDialog(app, garbage)
    await expect(page.getByText('Couldn’t read garbage.gcdump')).toBeVisible()
    await takePictures(app, 'heap-damaged')
    await expectAccessible(page)
  })

  test('is not captured of a process that stands still, once however often it is asked for, and for later only while it lives', async ({
    app,
    start,
  }) => {
    test.skip(!canBuildSamples() || process.platform === 'win32', 'needs the .NET SDK, and signals')
    const target = await start(app, { args: ['cache', '--orders=1000'] })
    const { page } = app
    await whenShellIsReady(page)
    await selectProcess(page, target.pid)
    await page.getByRole('button', { name: /^Heap graph/ }).click()
    const capture = page.getByRole('button', { name: 'Capture heap graph' })
    await expect(capture).toBeEnabled()

    target.child.kill('SIGSTOP')
    await expect(page.getByText('The process is stopped, by a debugger or a signal')).toBeVisible()
    await expect(capture).toBeDisabled()
    await takePictures(app, 'heap-capture-stopped')

    target.child.kill('SIGCONT')
    await expect(capture).toBeEnabled()
    await capture.dblclick()
    await expect(result(page).getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
    const files = fs.readdirSync(app.folders.home, { recursive: true, encoding: 'utf8' })
    expect(files.filter((file) => file.endsWith('_heap.nettrace'))).toHaveLength(1)
    expect(target.child.exitCode).toBeNull()

    await result(page).getByRole('button', { name: 'Open the heap graph' }).click()
    await heap(page).getByRole('button', { name: 'Capture again and compare' }).click()
    await page.getByRole('menuitem', { name: 'In 5 minutes' }).click()
    await expect(page.getByRole('button', { name: '1 job' })).toBeVisible()
    target.child.kill('SIGKILL')
    await expect(page.getByRole('button', { name: 'No jobs' })).toBeVisible()
    await page.getByRole('button', { name: /^Heap graph of/ }).click()
    await expect(result(page).getByRole('alert')).toContainText(`Process ${String(target.pid)} has exited`)
    await takePictures(app, 'heap-capture-again-gone')
  })
})
