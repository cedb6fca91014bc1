import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Locator } from 'playwright/test'
import { openByDialog } from '../../e2e/fixture/live-page.ts'
import { launchApp, type RunningApp } from '../../e2e/fixture/running-app.ts'
import { hasDisplay, startVirtualDisplay } from '../../scripts/setup/display.mjs'
import { startPageTrace, stopPageTrace } from '../growing/page-trace.ts'
import { pageWork, splitFigures } from '../growing/page-work.ts'
import { report } from '../harness.ts'
import { withGeneratedFile } from './generated-file.ts'
import { writeGeneratedGcDump } from './generated-gcdump.ts'

/**
 * `npm run -s bench -- heap/page [MILLIONS] [--split] [--step NAME] [--keep FOLDER]`: what the page works in a sixtieth of a second while somebody looks through a heap of so many objects in the
 * built app: types scrolled and filtered, dominators unfolded, the treemap hovered and zoomed, objects scrolled. Goal: 16.7 ms at p99, whatever the number.
 * `--split`: with what it does in them; `--step`: only one of these; `--keep FOLDER`: the traces stay there.
 */
const { values, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  // The process that makes the file takes an option of its own.
  strict: false,
  options: { split: { type: 'boolean', default: false }, step: { type: 'string' }, keep: { type: 'string' } },
})
const nodeCount = Number(positionals[0] ?? 10) * 1e6
const openMs = 900_000
const answerMs = 300_000
const stepMs = 16

await withGeneratedFile({
  name: 'generated.gcdump',
  millions: nodeCount / 1e6,
  write: (file) => writeGeneratedGcDump(file, nodeCount),
  read: measure,
})

async function measure(file: string): Promise<void> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'heap-page-'))
  const display = hasDisplay() ? null : await startVirtualDisplay()
  if (display !== null) process.env['DISPLAY'] = display.display
  const app = await launchApp({ size: { width: 1440, height: 900 } })
  try {
    report({ name: 'heap/page', figures: await lookThrough(app, file, folder) })
  } finally {
    await app.close()
    rmSync(app.folders.top, { recursive: true, force: true })
    display?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Below the header. */
function row(of: Locator): Locator {
  return of.getByRole('row').nth(1)
}

async function lookThrough(app: RunningApp, file: string, folder: string): Promise<Record<string, number>> {
  const { page } = app
  const heap = page.locator('[data-testid="heap-document"]:visible')
  const figures: Record<string, number> = { nodes: nodeCount, goalMs: 1000 / 60 }
  const step = async (name: string, act: () => Promise<void>): Promise<void> => {
    if (values.step !== undefined && values.step !== name) return
    await startPageTrace(app, values.split === true ? 'split' : 'tasks')
    const from = performance.now()
    await act()
    figures[`${name}, seconds`] = (performance.now() - from) / 1000
    const trace = path.join(typeof values.keep === 'string' ? values.keep : folder, `${name.replaceAll(' ', '-')}.json`)
    const work = pageWork(trace, await stopPageTrace(app, trace))
    if (!work.isProcessorTime) throw new Error('no processor time in the trace')
    figures[`${name}, p99 ms`] = work.p99Ms
    figures[`${name}, median ms of frames with work`] = work.busyMedianMs
    figures[`${name}, p99 ms of frames with work`] = work.busyP99Ms
    figures[`${name}, longest ms`] = work.longestMs
    figures[`${name}, frames with work`] = work.busyFrames
    if (values.split) Object.assign(figures, splitFigures(name, work))
  }
  const wheel = async (over: Locator): Promise<void> => {
    await over.hover()
    for (const by of [240, -120])
      for (let turn = 0; turn < 120; turn++) {
        await page.mouse.wheel(0, by)
        await page.waitForTimeout(stepMs)
      }
  }
  const types = heap.getByRole('grid', { name: 'Types' })

  await openByDialog(app, file)
  await row(types).waitFor({ timeout: openMs })
  // Retained sizes are computed when the tree below can be asked.
  await heap.getByRole('tab', { name: 'Dominators' }).click()
  const dominators = heap.getByRole('treegrid', { name: 'Dominators' })
  await row(dominators).waitFor({ timeout: openMs })
  await heap.getByRole('tab', { name: 'Types' }).click()
  await row(types).waitFor()

  await step('types by wheel', () => wheel(types))
  await step('typing in the filter', async () => {
    const field = heap.getByRole('searchbox', { name: /Filter names/ })
    for (const text of ['Part77', '/Part[1-9]+$/']) {
      await field.fill('')
      await field.pressSequentially(text, { delay: 60 })
    }
    await field.fill('')
    await row(types).waitFor({ timeout: answerMs })
  })
  await step('dominators', async () => {
    await heap.getByRole('tab', { name: 'Dominators' }).click()
    await row(dominators).click({ timeout: answerMs })
    for (let turn = 0; turn < 12; turn++) {
      await page.keyboard.press('ArrowRight')
      await page.keyboard.press('ArrowDown')
      await page.waitForTimeout(100)
    }
    await wheel(dominators)
  })
  await step('treemap', async () => {
    await heap.getByRole('tab', { name: 'Treemap' }).click()
    const boxes = heap.getByRole('group', { name: 'Treemap of retained sizes' })
    await boxes.getByRole('button').nth(1).waitFor({ timeout: answerMs })
    const area = await boxes.boundingBox()
    if (area === null) throw new Error('no treemap')
    for (let turn = 0; turn < 180; turn++) {
      const share = (turn % 60) / 60
      await page.mouse.move(area.x + area.width * share, area.y + area.height * ((share * 7) % 1))
      await page.waitForTimeout(stepMs)
    }
    for (let turn = 0; turn < 4; turn++) {
      await boxes.getByRole('button').first().focus()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(500)
      await page.keyboard.press('Escape')
      await page.waitForTimeout(500)
    }
  })
  await step('objects by wheel', async () => {
    await heap.getByRole('tab', { name: 'Objects' }).click()
    const objects = heap.getByRole('grid', { name: 'Objects' })
    await row(objects).waitFor({ timeout: answerMs })
    await wheel(objects)
  })
  return figures
}
