import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Page } from 'playwright/test'
import { canBuildSamples } from '../../samples/start-target.ts'
import { root } from '../../scripts/setup/paths.mjs'
import { expectAccessible } from '../fixture/accessible.ts'
import { colourCount } from '../fixture/live-page.ts'
import { saveFromMenu } from '../fixture/save-steps.ts'
import { takePictures } from '../fixture/pictures.ts'
import { startRecording, stopAndOpen } from '../fixture/recording-steps.ts'
import type { RunningApp } from '../fixture/running-app.ts'
import { test } from '../fixture/shared-app.ts'
import { expect } from '../fixture/test.ts'

/** A recording of a process whose busiest method is known, opened on its flame graph, by mouse and by keys. */

const info = (page: Page) => page.getByTestId('trace-info')
const graph = (page: Page) => info(page).getByRole('tree', { name: 'Flame graph' })
const focused = (page: Page) => graph(page).getByRole('treeitem', { selected: true })
const inspector = (page: Page) => info(page).getByRole('complementary', { name: 'Selected frame' })
const stackChart = (page: Page) => info(page).getByRole('tree', { name: 'Stack chart' })

/** Goes down the widest calls until a name is reached. */
async function goDownTo(page: Page, name: string): Promise<void> {
  for (let step = 0; step < 40; step++) {
    if (((await focused(page).textContent()) ?? '').includes(name)) return
    const before = await focused(page).textContent()
    await page.keyboard.press('ArrowDown')
    await expect(focused(page)).not.toHaveText(before ?? '')
  }
}

/** A window of its own that reaches no network, and what it asked for. */
async function openOffline({ application }: RunningApp, file: string) {
  const shown = application.waitForEvent('window')
  await application.evaluate(async ({ BrowserWindow, session }, target) => {
    const offline = session.fromPartition('offline')
    offline.enableNetworkEmulation({ offline: true })
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    offline.webRequest.onBeforeRequest(({ url }, answer) => {
      asked.push(url)
      answer({})
    })
    await new BrowserWindow({ webPreferences: { session: offline } }).loadFile(target)
  }, file)
  const requested = () =>
    application.evaluate(() => (globalThis as unknown as { readonly asked: readonly string[] }).asked)
  return { opened: await shown, requested }
}

/** The PDB is embedded in the sample, as its project says. */
async function expectSourceLines({ page, application }: RunningApp): Promise<void> {
  const lines = fs.readFileSync(path.join(root, 'samples/targets/Planted.cs'), 'utf8').split('\n')
  const begin = lines.findIndex((line) => line.includes('void HotMethod')) + 1
  const end = lines.findIndex((line, at) => at > begin && line.startsWith('        }')) + 1
  await inspector(page).getByRole('button', { name: 'Copy source location' }).click()
  const copied = () => application.evaluate(({ clipboard }) => clipboard.readText())
  await expect.poll(copied).toMatch(/[/\\]Planted\.cs:\d+$/)
  const first = Number((await copied()).split(':').at(-1))
  expect([first >= begin, first <= begin + 2]).toEqual([true, true])
  const hottest = inspector(page).getByRole('list', { name: 'Lines' }).getByRole('listitem').first()
  const title = await hottest.getByTitle(/Planted\.cs:\d+$/).getAttribute('title')
  const line = Number(title?.split(':').at(-1))
  expect([line > begin, line < end]).toEqual([true, true])
}

test.describe('flame graph', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('shows where the samples are, and is zoomed, searched and changed by keys and mouse', async ({ app, start }) => {
    const target = await start(app, { args: ['planted'] })
    const { page } = app
    await startRecording(app, target.pid)
    await stopAndOpen(app, 'HotMethod')
    await info(page).getByRole('tab', { name: 'Flame' }).click()

    await test.step('the graph begins with all threads, and says what its samples are of', async () => {
      await expect(focused(page)).toHaveText(/^All threads, running(, spinning)?, 100\.0%/)
      await expect.poll(() => colourCount(graph(page))).toBeGreaterThan(8)
      await expect(info(page).getByRole('group', { name: 'Flame graph' })).toContainText(
        /^Running( and Spinning)? [\d.]+\sm?s in [\d\s]+samples/,
      )
      await takePictures(app, 'trace-flame')
      await expectAccessible(page)
    })

    await test.step('it is saved as a picture', async () => {
      const svg = path.join(app.folders.home, 'flame.svg')
      const flamePicture = {
        within: info(page),
        button: 'Picture of the flame graph',
        entry: 'Save as SVG…',
        file: svg,
      }
      await saveFromMenu(app, flamePicture)
      expect(fs.readFileSync(svg, 'utf8')).toContain('Planted.HotMethod')
    })

    await test.step('a report is one file that opens without a network and names the hottest method', async () => {
      const report = path.join(app.folders.home, 'flame-report.html')
      await saveFromMenu(app, { within: info(page), button: 'Export', entry: 'Report (HTML)', file: report })
      const { opened, requested } = await openOffline(app, report)
      const methods = opened.getByRole('table').filter({ hasText: 'Planted.HotMethod' }).first()
      await expect(methods.getByRole('row').nth(1)).toContainText('Planted.HotMethod')
      expect(await requested()).toEqual([pathToFileURL(report).href])
      await opened.close()
    })

    await test.step('the selected function is explained beside it, with its callers', async () => {
      await graph(page).focus()
      await goDownTo(page, 'Planted.HotMethod')
      await expect(inspector(page).getByRole('heading', { name: 'Planted.HotMethod' })).toBeVisible()
      await expect(inspector(page).getByRole('img', { name: /samples over/ })).toBeVisible()
      await expect(inspector(page)).toContainText('Compiled')
      await expectSourceLines(app)
      await takePictures(app, 'trace-frame')
      await expectAccessible(page)
      await inspector(page).getByRole('list', { name: 'Callers' }).getByRole('button').first().click()
      await expect(inspector(page).getByRole('heading', { name: 'Planted.RunHot' })).toBeVisible()
      await inspector(page).getByRole('button', { name: 'Callers and callees' }).click()
      await expect(info(page).getByRole('treegrid', { name: 'Callees' })).toContainText('Planted.HotMethod')
      await page.keyboard.press('Alt+ArrowLeft')
    })

    await test.step('the explanation folds away with I', async () => {
      await graph(page).focus()
      await page.keyboard.press('i')
      await expect(inspector(page)).toBeHidden()
      await page.keyboard.press('i')
      await expect(inspector(page)).toBeVisible()
    })

    await test.step('Enter zooms to a function, Esc back out', async () => {
      await goDownTo(page, 'Planted.HotMethod')
      const hot = await focused(page).textContent()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Zoom out' })).toBeVisible()
      await page.keyboard.press('ArrowUp')
      await expect(focused(page)).toContainText('Planted.RunHot')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Zoom out' })).toBeHidden()
      await page.keyboard.press('ArrowDown')
      await expect(focused(page)).toHaveText(hot ?? '')
    })

    await test.step('a search goes from match to match', async () => {
      await page.keyboard.press('/')
      await expect(info(page).getByRole('searchbox', { name: 'Find functions' })).toBeFocused()
      await page.keyboard.type('warmmethod')
      await expect(info(page).getByText(/^1 place, \d/)).toBeVisible()
      await info(page).getByRole('button', { name: 'Next match' }).click()
      await expect(focused(page)).toContainText('Planted.WarmMethod')
      await takePictures(app, 'trace-flame-search')
    })

    await test.step('a click selects the widest box, a second one zooms to it, the wheel zooms out', async () => {
      const zoomOut = page.getByRole('button', { name: 'Zoom out' })
      await expect(async () => {
        if (await zoomOut.isVisible()) await zoomOut.click({ timeout: 1000 })
        await expect(zoomOut).toBeHidden({ timeout: 1000 })
      }).toPass()
      const { x, y, width } = (await graph(page).boundingBox())!
      await page.mouse.move(x + width / 10, y + 30)
      await expect(page.getByTestId('flame-tooltip')).toContainText('Total')
      await page.mouse.click(x + width / 10, y + 30)
      await expect(focused(page)).toHaveAttribute('aria-level', '2')
      await page.mouse.click(x + width / 10, y + 30)
      await expect(page.getByRole('button', { name: 'Zoom out' })).toBeVisible()
      await page.mouse.wheel(0, 2000)
      await expect(page.getByRole('button', { name: 'Zoom out' })).toBeHidden()
    })

    await test.step('the menu of a box shows the graph of one function, and Back all of it', async () => {
      const { x, y, width } = (await graph(page).boundingBox())!
      await graph(page).focus()
      await page.keyboard.press('ArrowDown')
      await page.mouse.click(x + width / 10, y + 50, { button: 'right' })
      await expect(focused(page)).toHaveAttribute('aria-level', '3')
      const name = /^[^,(]+/.exec((await focused(page).textContent()) ?? '')?.[0] ?? ''
      await page.getByRole('menuitem', { name: 'Focus on this function' }).click()
      await expect(info(page).getByText(`Focus: ${name.split('.').slice(-2).join('.')}`)).toBeVisible()
      await page.keyboard.press('Alt+ArrowLeft')
      await expect(info(page).getByText(/^Focus: /)).toBeHidden()
    })

    await test.step('the stack chart shows the same samples in order of time, one thread at a time', async () => {
      await info(page).getByRole('tab', { name: 'Stack chart' }).click()
      const chart = stackChart(page)
      await expect(chart.getByRole('treeitem', { selected: true })).toContainText(/at \d/)
      await expect(info(page).getByRole('group', { name: 'Stack chart' })).toContainText(/samples, gaps have none/)
      await expect.poll(() => colourCount(chart)).toBeGreaterThan(6)
      await takePictures(app, 'trace-stack-chart')
      await expectAccessible(page)
    })

    await test.step('Enter zooms in the stack chart, and its menu selects a time', async () => {
      const chart = stackChart(page)
      await chart.focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await expect(chart.getByRole('treeitem', { selected: true })).toHaveAttribute('aria-level', '3')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('button', { name: 'Zoom out' })).toBeVisible()
      await takePictures(app, 'trace-stack-chart-zoomed')
      await chart.focus()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('button', { name: 'Zoom out' })).toBeHidden()
      const box = (await chart.boundingBox())!
      await page.mouse.click(box.x + box.width / 3, box.y + 10, { button: 'right' })
      await page.getByRole('menuitem', { name: 'Select this time' }).click()
      await expect(info(page).getByRole('button', { name: /^Remove [\d.]+ – [\d.]+ s/ })).toBeVisible()
    })
  })
})
