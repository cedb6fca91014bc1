import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { tryBuildDumpReader } from '../samples/dump-reader.ts'
import { canBuildSamples, type SampleTarget, tryBuild } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { test } from './fixture/live-page.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { test as sharing } from './fixture/shared-app.ts'
import { findProcess } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

const isReady = process.platform === 'linux' && canBuildSamples() && tryBuildDumpReader() !== null
const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const threads = (page: Page) => page.locator('[data-testid="dump-threads"]:visible')

async function takeDump(app: RunningApp, target: SampleTarget, type: 'Heap' | 'Mini', folder: string): Promise<void> {
  const { page } = app
  const row = await findProcess(page, target.pid)
  await expect(row).toHaveAttribute('data-state', /ready|limited/)
  await row.click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Dump' }).click()
  await page.getByRole('radio', { name: type }).click()
  await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill(folder)
  await page.getByRole('textbox', { name: 'File name' }).fill(`${type}.dmp`)
  const take = page.getByRole('button', { name: /^Take dump/ })
  await expect(take).not.toHaveAttribute('aria-disabled', 'true')
  await take.click()
  await expect(page.getByRole('region', { name: 'Result' })).toHaveAttribute('data-verdict', 'complete')
}

test.describe('a dump that was taken', () => {
  test.skip(!isReady, 'needs the .NET SDK and ClrMD')

  test('can be looked into: what the heap holds, who holds it, what threads do', async ({ app, start }) => {
    await answerQuestions(app.application, 'agree')
    const folder = path.join(app.folders.home, 'dumps')
    fs.mkdirSync(folder, { recursive: true })
    const target = await start(app, { args: ['leak'] })
    const { page } = app
    await takeDump(app, target, 'Heap', folder)
    await page.getByTestId('dump-look-inside').click()
    const types = heap(page).getByRole('grid', { name: 'Types' })
    const blocks = types.getByRole('row', { name: /byte\[\]/ }).first()
    await expect(blocks).toBeVisible()
    await takePictures(app, 'dump-types')
    await blocks.dblclick()
    const paths = heap(page).getByRole('treegrid', { name: 'Paths to roots' })
    await paths.getByRole('row').nth(1).click()
    await heap(page).getByRole('button', { name: 'Largest path' }).click()
    await expect(paths.getByRole('row', { name: /^byte\[\] / }).first()).toBeVisible()
    await takePictures(app, 'dump-paths')
    await heap(page).getByRole('tab', { name: 'Dominators' }).click()
    const dominators = heap(page).getByRole('treegrid', { name: 'Dominators' })
    await dominators.getByRole('row').nth(1).click()
    await heap(page).getByRole('button', { name: 'Largest path' }).click()
    await takePictures(app, 'dump-dominators')
    await heap(page).getByRole('tab', { name: 'Treemap' }).click()
    const boxes = heap(page).getByRole('group', { name: 'Treemap of retained sizes' }).getByRole('button')
    await expect(boxes.nth(1)).toBeVisible()
    await takePictures(app, 'dump-treemap')
    await expectAccessible(page)
    await heap(page).getByRole('tab', { name: 'Objects' }).click()
    await heap(page).getByRole('grid', { name: 'Objects' }).focus()
    await page.keyboard.press('ArrowDown')
    const selected = heap(page).getByRole('region', { name: 'Selected object' })
    await selected.getByRole('radio', { name: 'Values' }).click()
    await expect(selected.getByRole('grid', { name: 'Values' }).getByRole('row').nth(1)).toBeVisible()
    await takePictures(app, 'dump-object-values')
    await expectAccessible(page)
    await heap(page).getByRole('tab', { name: 'Threads' }).click()
    await expect(threads(page).getByText('Pipescope.Samples.Program.Main').first()).toBeVisible()
    await expect(threads(page).getByText('Finalizer')).toBeVisible()
    await takePictures(app, 'heap-threads')
    await expectAccessible(page)

    // Small dumps have no heap: what they have is shown.
    await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('button', { name: /^Processes/ })
      .click()
    await takeDump(app, await start(app, { args: ['idle'] }), 'Mini', folder)
    await page.getByTestId('dump-look-inside').locator('visible=true').click()
    const small = page.locator('[data-testid="dump-without-heap"]:visible')
    await expect(small.getByText(/doesn’t contain the managed heap/)).toBeVisible()
    await expect(threads(page).getByText('Pipescope.Samples.Program.Main').first()).toBeVisible()
    await takePictures(app, 'dump-threads-only')
    await expectAccessible(page)

    await page
      .getByRole('navigation', { name: 'Places' })
      .getByRole('button', { name: /^Files/ })
      .click()
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('button', { name: 'Look inside' })).toHaveCount(2)
  })

  sharing('of a runtime that is not installed asks for its debugging library', async ({ app, start }) => {
    const program = tryBuild('net8')
    test.skip(program === null, 'needs the runtime pack of .NET 8')
    await answerQuestions(app.application, 'agree')
    const folder = path.join(app.folders.home, 'dumps-of-8')
    fs.mkdirSync(folder, { recursive: true })
    await takeDump(app, await start(app, { variant: 'net8', args: ['idle'] }), 'Heap', folder)
    const { page } = app
    await page.getByTestId('dump-look-inside').click()
    await expect(
      page
        .getByRole('alert')
        .getByText(/libmscordaccore\.so/)
        .first(),
    ).toBeVisible()
    await takePictures(app, 'dump-library')
    await expectAccessible(page)
    const library = path.join(path.dirname(program!), 'libmscordaccore.so')
    await app.application.evaluate(({ dialog }, chosen) => {
      dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
    }, library)
    await page.getByTestId('dump-choose-library').click()
    await expect(heap(page).getByRole('grid', { name: 'Types' }).getByRole('row').nth(1)).toBeVisible()
  })
})
