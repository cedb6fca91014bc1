import type { Page } from 'playwright/test'
import { must } from '../shared/base/assert.ts'
import { canBuildSamples } from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { test } from './fixture/live-page.ts'
import { takePictures } from './fixture/pictures.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { whenShellIsReady } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

/** What is found in the heap of a process that keeps too much. */

const heap = (page: Page) => page.locator('[data-testid="heap-document"]:visible')
const result = (page: Page) => page.getByRole('region', { name: 'Result' })

/** From the list of processes to the opened heap graph. */
async function captureHeap({ page }: RunningApp, pid: number): Promise<void> {
  await whenShellIsReady(page)
  await page.locator(`[data-testid="process-row"][data-pid="${String(pid)}"]`).click()
  await page.getByRole('button', { name: /^Heap graph/ }).click()
  await page.getByRole('button', { name: 'Capture heap graph' }).click()
  await expect(result(page).getByRole('heading', { name: 'Complete heap graph' })).toBeVisible()
  await result(page).getByRole('button', { name: 'Open the heap graph' }).click()
  await expect(heap(page)).toBeVisible()
}

test.describe('a process that keeps too much', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('is told who owns it, by mouse and by keys', async ({ app, start }) => {
    const target = await start(app, { args: ['cache'] })
    const leak = must(target.facts.leak, 'what leaks')
    const { page } = app
    await captureHeap(app, target.pid)
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
})
