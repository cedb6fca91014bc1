import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { must } from '../shared/base/assert.ts'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { openByDialog, selectProcess, test } from './fixture/live-page.ts'
import { saveFromMenu } from './fixture/save-steps.ts'
import { takePictures } from './fixture/pictures.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { whenShellIsReady } from './fixture/shell-steps.ts'
import { expectReachable } from './fixture/tab-walk.ts'
import { expect } from './fixture/test.ts'

/** What is found in the heap of a process that keeps too much, and what of it grows. */

const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

/** From the list of processes to the opened heap graph. */
async function captureHeap({ page }: RunningApp, pid: number): Promise<void> {
  await whenShellIsReady(page)
  await selectProcess(page, pid)
  await page.getByRole('button', { name: /^Heap graph/ }).click()
  await page.getByRole('button', { name: 'Capture heap graph' }).click()
  await expect(result(page).getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
  await result(page).getByRole('button', { name: 'Open the heap graph' }).click()
  await expect(heap(page)).toBeVisible()
}

/** On the page of the last capture. */
async function captureAgain({ page }: RunningApp): Promise<void> {
  await page.getByRole('button', { name: /^Heap graph of/ }).click()
  await result(page).getByRole('button', { name: 'Take another' }).click()
  await page.getByRole('button', { name: 'Capture heap graph' }).click()
  await expect(result(page).getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
  await result(page).getByRole('button', { name: 'Open the heap graph' }).click()
  await expect(heap(page)).toBeVisible()
}

test.describe('a process that keeps too much', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows who owns it and what grew, and is kept as .gcdump with the same totals, by mouse and by keys', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['cache'] })
    const leak = must(target.facts.leak, 'what leaks')
    const { page } = app
    await captureHeap(app, target.pid)

    await test.step('its findings name the owner', async () => {
      await heap(page).getByRole('tab', { name: 'Findings' }).click()
      const findings = heap(page).getByRole('list', { name: 'Findings' }).getByTestId('finding')
      await expect(findings.first()).toContainText(leak.owner)
      await expect(findings.first()).toContainText(`static ${leak.field}`)
      await takePictures(app, 'heap-findings')
      await expectAccessible(page)

      await findings.first().focus()
      const event = findings.filter({ hasText: leak.publisher })
      while ((await event.getAttribute('aria-current')) !== 'true') await page.keyboard.press('ArrowDown')
      await expect(heap(page).getByRole('article')).toContainText(leak.subscriber)
      await findings.first().click()
    })

    await test.step('their evidence leads to the dominators, and Back to the finding', async () => {
      const evidence = heap(page).getByRole('region', { name: 'Evidence' })
      await evidence
        .getByRole('button', { name: new RegExp(`^Show in Dominators: ${leak.owner}`) })
        .first()
        .click()
      const dominators = heap(page).getByRole('treegrid', { name: 'Dominators' })
      await expect(dominators.getByRole('row', { selected: true })).toContainText(leak.owner)
      await takePictures(app, 'heap-findings-dominators')
      await heap(page).getByRole('button', { name: 'Back' }).click()
      await expect(evidence).toBeVisible()
    })

    await test.step('the paths to roots of what is kept end at the owner and its static field', async () => {
      await heap(page).getByRole('tab', { name: 'Types' }).click()
      await heap(page)
        .getByRole('searchbox', { name: /Filter names/ })
        .fill(`/^${leak.kept.replaceAll('.', String.raw`\.`)}$/`)
      const types = heap(page).getByRole('grid', { name: 'Types' })
      await expect(types.getByRole('row')).toHaveCount(2)
      await types.focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      const paths = heap(page).getByRole('treegrid', { name: 'Paths to roots' })
      await paths.getByRole('row').nth(1).click()
      await heap(page).getByRole('button', { name: 'Largest path' }).click()
      await expect(paths.getByRole('row').filter({ hasText: leak.owner }).first()).toBeVisible()
      await expect(paths.getByRole('row').filter({ hasText: `static ${leak.field}` })).toBeVisible()
      await takePictures(app, 'heap-paths-of-a-leak')
    })

    const again = heap(page).getByRole('button', { name: 'Capture again and compare' })
    await test.step('one click captures it again and compares', async () => {
      target.send('grow 5000')
      await expect.poll(() => target.lines).toContain('grown 25000')
      await again.click()
      await takePictures(app, 'heap-capture-again')
      await page.getByRole('menuitem', { name: 'Now' }).click()
      await page.getByRole('button', { name: 'Compare', exact: true }).click()
      const types = heap(page).getByRole('grid', { name: 'Changes by type' })
      await expect(types.getByRole('row').filter({ hasText: leak.kept }).first()).toContainText('+5')
    })

    await test.step('the next capture can wait, and be given up', async () => {
      await again.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'In 5 minutes' }).focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: '1 job' }).click()
      const jobs = page.getByRole('dialog', { name: 'Jobs' })
      await expect(jobs.getByText(/^Waiting/)).toBeVisible()
      await expectAccessible(page)
      await jobs.getByRole('button', { name: 'Discard' }).click()
      await expect(page.getByRole('button', { name: 'No jobs' })).toBeVisible()
      await page.keyboard.press('Escape')
    })

    await test.step('saved as .gcdump and opened, its totals are the same', async () => {
      const file = path.join(app.folders.top, 'grown.gcdump')
      const totals = (await heap(page).getByRole('definition').allInnerTexts()).slice(0, 4)
      await saveFromMenu(app, { within: heap(page), button: 'Export', entry: 'Heap graph (.gcdump)', file })
      await openByDialog(app, file)
      await expect(heap(page).getByRole('heading', { name: 'grown.gcdump' })).toBeAttached()
      const saved = heap(page).getByRole('definition')
      await expect(saved).toHaveCount(5)
      expect((await saved.allInnerTexts()).slice(0, 4)).toEqual(totals)
    })
  })

  test('is compared with itself later: what grew, where, and what is new, by mouse and by keys', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['cache'] })
    const leak = must(target.facts.leak, 'what leaks')
    const { page } = app
    await test.step('a first capture asks for one to compare with', async () => {
      await captureHeap(app, target.pid)
      await heap(page).getByRole('tab', { name: 'Compare' }).click()
      await expect(heap(page).getByText('Open a second heap graph or drop one here')).toBeVisible()
      await takePictures(app, 'heap-compare-choice')
    })

    await test.step('two more follow while the process grows', async () => {
      for (const turn of [1, 2]) {
        target.send('grow 5000')
        // oxlint-disable-next-line no-await-in-loop -- one capture after the other
        await expect.poll(() => target.lines).toContain(`grown ${String(20_000 + turn * 5000)}`)
        // oxlint-disable-next-line no-await-in-loop -- as above
        await captureAgain(app)
      }
    })

    const types = heap(page).getByRole('grid', { name: 'Changes by type' })
    const kept = types.getByRole('row').filter({ hasText: leak.kept }).filter({ hasNotText: '<' })
    await test.step('one is chosen by keys, and what grew is first', async () => {
      await heap(page).getByRole('tab', { name: 'Compare' }).click()
      const others = heap(page).getByRole('button', { name: /_heap\.nettrace$|_heap.*\.nettrace$/ })
      await expect(others).toHaveCount(2)
      await takePictures(app, 'heap-compare-choice-files')
      await others.first().focus()
      await page.keyboard.press('Enter')
      await expect(kept).toContainText('+10')
      await expect(types.getByRole('row').filter({ hasText: leak.owner })).toContainText('+')
      await expect(heap(page).getByRole('region', { name: 'Growth' })).toContainText(
        `10\u2009000 more objects of ${leak.kept}`,
      )
      await takePictures(app, 'heap-compare-types')
      await expectReachable(page)
      await expectAccessible(page)
    })

    await test.step('the order is reversed and back', async () => {
      await heap(page).getByRole('button', { name: 'Reverse the order' }).click()
      await expect(kept).toContainText('−10')
      await heap(page).getByRole('button', { name: 'Reverse the order' }).click()
      await expect(kept).toContainText('+10')
    })

    await test.step('the paths from the roots show where it grew', async () => {
      await heap(page).getByRole('radio', { name: 'Roots' }).click()
      const roots = heap(page).getByRole('treegrid', { name: 'Changes by path from root' })
      await expect(roots.getByRole('row').filter({ hasText: `static ${leak.field}` })).toBeVisible()
      await expect(roots.getByRole('row').filter({ hasText: leak.kept }).last()).toBeVisible()
      await takePictures(app, 'heap-compare-roots')
      await expectAccessible(page)
    })

    await test.step('a third heap tells what keeps growing', async () => {
      await heap(page).getByRole('radio', { name: 'Types' }).click()
      await heap(page).getByRole('button', { name: 'Add another heap' }).click()
      await heap(page)
        .getByRole('button', { name: /_heap.*\.nettrace$/ })
        .click()
      await expect(kept).toContainText('growing')
      await heap(page)
        .getByRole('radio', { name: /^Growing/ })
        .click()
      await expect(types.getByText('growing')).toHaveCount(0)
      await expect(kept).toBeVisible()
      await takePictures(app, 'heap-compare-growth')
      await expectAccessible(page)
    })

    await test.step('Enter leads from a type to what keeps it, and Back to the comparison', async () => {
      await heap(page)
        .getByRole('searchbox', { name: /Filter names/ })
        .fill('CachedOrder')
      await expect(types.getByRole('row').filter({ hasText: leak.owner })).toHaveCount(0)
      await types.focus()
      await page.keyboard.press('End')
      await page.keyboard.press('Enter')
      await expect(heap(page).getByRole('tab', { name: 'Paths to roots' })).toHaveAttribute('aria-selected', 'true')
      await heap(page).getByRole('button', { name: 'Back' }).click()
      await expect(types).toBeVisible()
    })

    await test.step('the comparison is saved as a table', async () => {
      const table = path.join(app.folders.top, 'compared.csv')
      await saveFromMenu(app, { within: heap(page), button: 'Save', entry: 'Save as CSV', file: table })
      expect(fs.readFileSync(table, 'utf8')).toMatch(/^name,module,count_a,count_b,count_c,shallow_bytes_a,/)
    })

    await test.step('closed by mistake, it comes back with what it was compared with', async () => {
      await page.keyboard.press('Control+W')
      await page.keyboard.press('Control+Shift+T')
      await expect(types.getByRole('row').filter({ hasText: leak.owner })).toContainText('+')
      await expect(heap(page).getByRole('button', { name: /^Compare without/ })).toHaveCount(2)
    })

    await test.step('a page that is reloaded has the documents and the comparison again', async () => {
      const documents = page.getByRole('navigation', { name: 'Documents' }).getByRole('listitem')
      const before = await documents.allInnerTexts()
      await page.reload()
      await expect(types.getByRole('row').filter({ hasText: leak.owner })).toContainText('+')
      await expect(heap(page).getByRole('button', { name: /^Compare without/ })).toHaveCount(2)
      await expect.poll(() => documents.allInnerTexts()).toEqual(before)
    })
  })
})
