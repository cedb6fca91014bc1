import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { expectAccessible } from '../fixture/accessible.ts'
import { openByDialog } from '../fixture/live-page.ts'
import { saveFromMenu } from '../fixture/save-steps.ts'
import { takePictures } from '../fixture/pictures.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'
import { expect } from '../fixture/test.ts'

/** Profiles that other tools wrote, opened by dialog and by drop. */

const info = (page: Page) => page.locator('[data-testid="trace-info"]:visible')
const graph = (page: Page) => info(page).getByRole('tree', { name: 'Flame graph' })
const focused = (page: Page) => graph(page).getByRole('treeitem', { selected: true })

const frames = ['App!Shop.Program.Main()', 'App!Shop.Orders.Place(int32)', 'App!Shop.Orders.Read()']
const events = [
  { type: 'O', frame: 0, at: 0 },
  { type: 'O', frame: 1, at: 10 },
  { type: 'C', frame: 1, at: 70 },
  { type: 'O', frame: 2, at: 70 },
  { type: 'C', frame: 2, at: 90 },
  { type: 'C', frame: 0, at: 100 },
]
const profile = { type: 'evented', name: 'Thread 7 Main', unit: 'milliseconds', startValue: 0, endValue: 100, events }
const speedscope = {
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  exporter: 'another tool 2.1',
  name: 'shop',
  shared: { frames: frames.map((name) => ({ name })) },
  profiles: [profile],
}

async function drop({ page }: RunningApp, file: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const data = { items: [], files: [file], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 450, data })
}

/** The names from the root box down the widest calls. */
async function widestCalls(page: Page): Promise<readonly string[]> {
  await graph(page).focus()
  const names: string[] = []
  for (const name of ['All threads', 'Program.Main', 'Orders.Place']) {
    await expect(focused(page)).toContainText(name)
    names.push((await focused(page).textContent()) ?? '')
    await page.keyboard.press('ArrowDown')
  }
  return names
}

test('a speedscope file is opened, and its stacks exported and opened again', async ({ app }) => {
  const { page } = app
  const file = path.join(app.folders.top, 'shop.speedscope.json')
  fs.writeFileSync(file, JSON.stringify(speedscope))
  await openByDialog(app, file)
  const names = await widestCalls(page)
  expect(names[2]).toMatch(/^Orders\.Place.*60\.0\s?%/)
  await expect(info(page).getByText('Total 100')).toBeVisible()
  await takePictures(app, 'trace-import')
  await expectAccessible(page)

  await info(page).getByRole('tab', { name: 'Stack chart' }).click()
  await expect(info(page).getByText('Times in the file')).toBeVisible()
  await info(page).getByRole('tab', { name: 'Methods' }).click()
  const methods = info(page).getByRole('grid', { name: 'Methods' })
  await expect(methods.getByRole('row').nth(1)).toContainText(/Orders\.Place.*60/)
  await info(page).getByRole('tab', { name: 'Info' }).click()
  await expect(info(page).getByText('speedscope, written by another tool 2.1')).toBeVisible()
  await info(page).getByRole('button', { name: 'All tabs' }).click()
  await page.getByRole('menuitem', { name: 'GC', exact: true }).click()
  await expect(info(page).getByText(/This file holds only stacks/)).toBeVisible()

  const folded = path.join(app.folders.top, 'shop.folded')
  await saveFromMenu(app, { within: info(page), button: 'Export', entry: 'Folded stacks', file: folded })
  await drop(app, folded)
  await expect(info(page).getByRole('heading', { level: 1 })).toContainText('shop.folded')
  expect((await widestCalls(page))[2]).toMatch(/^Orders\.Place.*60\.0\s?%/)
  await expect(info(page).getByRole('tab', { name: 'Stack chart' })).toBeDisabled()
  await info(page).getByRole('tab', { name: 'Info' }).click()
  await expect(info(page).getByText('None: only sums of stacks')).toBeVisible()
  await takePictures(app, 'trace-import-info')
})

test('a damaged file is reported with the place of the damage', async ({ app }) => {
  const file = path.join(app.folders.top, 'damaged.json')
  const broken = { ...profile, events: [...events.slice(0, 2), { type: 'O', frame: 99, at: 5 }] }
  fs.writeFileSync(file, JSON.stringify({ ...speedscope, profiles: [broken] }, null, 2))
  await drop(app, file)
  await expect(app.page.getByText('Couldn’t read damaged.json')).toBeVisible()
  await expect(
    app.page.getByRole('paragraph').filter({ hasText: /line \d+, profiles\[0\]\.events\[2\]/ }),
  ).toBeVisible()
  await takePictures(app, 'trace-import-damaged')
})
