import fs from 'node:fs'
import path from 'node:path'
import { recordService } from '../../fixtures/recording/record-service.ts'
import { buildProfiler, buildSample, canBuildSamples, profilerClsid } from '../../samples/start-target.ts'
import { test } from '../fixture/live-page.ts'
import { answerQuestions } from '../fixture/native-questions.ts'
import { takeStoryPicture } from '../fixture/story-picture.ts'
import { makeFolders } from '../fixture/running-app.ts'
import { processRow, whenShellIsReady } from '../fixture/shell-steps.ts'
import { expect, test as plainTest } from '../fixture/test.ts'

/**
 * The five main jobs, one after the other, with the pictures that README.md shows:
 *
 *   PIPESCOPE_STORY=1 npm run test:e2e -- e2e/journeys/journey-story.spec.ts
 *
 * Each step is tested for itself elsewhere; without the variable there is nothing to do.
 */
/** Of the slowest requests. */
const mostLooked = 10
const isAsked = process.env['PIPESCOPE_STORY'] === '1' && canBuildSamples()

for (const title of isAsked ? ['the story of the five main jobs'] : [])
  test(title, async ({ app, start }) => {
    const { page } = app
    await answerQuestions(app.application, 'agree')
    await whenShellIsReady(page)
    const theme = (wanted: string) =>
      page.evaluate(
        (value) =>
          (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge.invoke(
            'settings.update',
            { theme: value },
          ),
        wanted,
      )
    await theme('light')
    // A place and an environment that say nothing of the machine the pictures are made on.
    const shop = path.join(app.folders.home, 'shop')
    fs.cpSync(path.dirname(buildSample('net10')), shop, { recursive: true })
    const program = path.join(shop, path.basename(buildSample('net10')))
    const kept = ['TMPDIR', 'HOME', 'DOTNET_ROOT']
    const env = Object.fromEntries(
      Object.keys({ ...process.env, ...app.targetEnvironment })
        .filter((name) => !kept.includes(name))
        .map((name) => [name, undefined] as const),
    )
    const target = await start(app, { program, env, args: ['planted', 'web', 'counters', 'meters'] })
    await start(app, { program, env, args: ['idle', 'child'] })
    const row = processRow(page, target.pid)

    // Live itself is the first picture of README.md, which the tour takes.
    await test.step('see processes', async () => {
      await expect(row).toHaveAttribute('data-state', 'ready')
      await row.click()
      await page.waitForTimeout(15_000)
      await takeStoryPicture(app, '1-processes')
    })

    await test.step('record a trace and open it', async () => {
      await page.keyboard.press('Control+3')
      await expect(page.getByRole('heading', { name: /^Record / })).toBeVisible()
      await takeStoryPicture(app, '2-question')
      await page.keyboard.press('Control+Enter')
      await expect(page.getByRole('region', { name: 'Top functions' })).toContainText('Planted.HotMethod')
      await page.waitForTimeout(6000)
      await takeStoryPicture(app, '2-recording')
      await page.keyboard.press('Control+.')
      const result = page.getByRole('region', { name: 'Result' })
      await expect(result).toHaveAttribute('data-verdict', 'complete')
      await result.getByRole('button', { name: 'Open', exact: true }).click()
      const info = page.getByTestId('trace-info')
      await info.getByRole('tab', { name: 'Methods' }).click()
      await expect(info.getByRole('grid', { name: 'Methods' })).toContainText('Planted.HotMethod')
      await takeStoryPicture(app, '2-answer')
    })

    await test.step('take a dump', async () => {
      await page.keyboard.press('Control+1')
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Dump' }).click()
      const folder = path.join(app.folders.home, 'dumps')
      fs.mkdirSync(folder)
      await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill(folder)
      await page.getByRole('textbox', { name: 'File name' }).fill('shop-heap.dmp')
      await page.getByRole('radio', { name: 'Heap' }).click()
      const take = page.getByRole('button', { name: /^Take dump/ })
      await expect(take).not.toHaveAttribute('aria-disabled', 'true')
      await takeStoryPicture(app, '3-dump')
      await take.click()
      await expect(page.getByRole('region', { name: 'Result' })).toHaveAttribute('data-verdict', 'complete')
      await takeStoryPicture(app, '3-verified')
    })

    await test.step('launch a program that waits before its first line', async () => {
      await page.keyboard.press('Control+6')
      await page.getByRole('textbox', { name: 'Command' }).fill(`"${program}" slowstart`)
      await page.getByRole('combobox', { name: 'When the process starts' }).click()
      await page.getByRole('option', { name: 'Hold until I resume it' }).click()
      await page.getByRole('button', { name: 'Launch', exact: true }).click()
      await expect(page.locator('[data-testid="runtime"][data-phase="waiting"]')).toHaveCount(1)
      await takeStoryPicture(app, '4-waiting')
      await page.getByRole('button', { name: /^Resume (?!all)/ }).click()
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    })

    await test.step('attach a profiler, and hand over the files', async () => {
      const built = buildProfiler()
      const library = path.join(shop, 'libprofiler.so')
      if (built !== null) fs.copyFileSync(built, library)
      await page.keyboard.press('Control+1')
      await row.click()
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Search commands and processes' }).fill('Modify the selected process')
      await page.getByRole('option', { name: 'Modify the selected process' }).first().waitFor()
      await page.keyboard.press('Enter')
      await page.getByRole('textbox', { name: 'Profiler CLSID' }).fill(profilerClsid)
      await page.getByRole('textbox', { name: 'Profiler library (path as the process sees it)' }).fill(library)
      const seen = page.getByRole('list', { name: 'What can be seen of the library' })
      await expect(seen).toContainText(built === null ? 'exist in the process' : 'entry point')
      await takeStoryPicture(app, '5-profiler')
      await page.keyboard.press('Control+5')
      await expect(page.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem')).not.toHaveCount(0)
      await takeStoryPicture(app, '5-files')
    })
  })

for (const title of isAsked ? ['what recordings of a service say'] : [])
  plainTest(title, async ({ launch }) => {
    const folders = makeFolders()
    const recorded = async (
      fault: string,
      preset: string,
      name: string,
      extraItems: readonly string[] = [],
    ): Promise<string> => {
      const file = path.join(folders.top, `${name}.nettrace`)
      await recordService({
        fault,
        preset,
        extraItems,
        file,
        milliseconds: 5000,
        neutralFolder: path.join(folders.top, `app-${name}`),
      })
      return file
    }
    const before = await recorded('none', 'time', 'shop-1.8.2')
    const after = await recorded('hot-regex', 'time', 'shop-1.9.0')
    const blocked = await recorded('sync-over-async', 'starvation', 'shop-blocked')
    const requestItems = ['samples', 'names', 'tasks', 'waits', 'contention', 'gc']
    const slow = await recorded('lock-convoy', 'requests', 'shop-slow', requestItems)
    const app = await launch({ folders, arguments: [blocked], size: { width: 1440, height: 900 } })
    const { page } = app
    await answerQuestions(app.application, 'agree')
    const info = page.locator('[data-testid="trace-info"]:visible')
    const open = async (file: string): Promise<void> => {
      await app.application.evaluate(({ dialog }, chosen) => {
        dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
      }, file)
      await page.keyboard.press('Control+O')
      await expect(page.getByRole('heading', { level: 1, name: path.basename(file) })).toBeAttached()
    }
    await page.evaluate(
      (value) =>
        (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge.invoke(
          'settings.update',
          { theme: value },
        ),
      'light',
    )

    await plainTest.step('the answer of one', async () => {
      await expect(info.getByRole('region', { name: 'Top findings' })).toContainText('Sync over async')
      await takeStoryPicture(app, '6-overview')
    })

    await plainTest.step('where the time is, and what has changed since the one before', async () => {
      await open(before)
      await open(after)
      await info.getByRole('tab', { name: 'Flame' }).click()
      const flame = info.getByRole('tree', { name: 'Flame graph' })
      await expect(flame.getByRole('treeitem').first()).toBeAttached()
      await info.getByRole('searchbox', { name: 'Find functions' }).fill('MatchBacktracking')
      await page.waitForTimeout(1500)
      await takeStoryPicture(app, '6-flame')
      await info.getByRole('searchbox', { name: 'Find functions' }).fill('')
      await info.getByRole('tab', { name: 'Compare' }).click()
      await info.getByRole('button', { name: 'shop-1.8.2.nettrace' }).click()
      await expect(info.getByRole('grid', { name: 'Changes by function' })).toContainText('Regex')
      await takeStoryPicture(app, '6-compare')
    })

    await plainTest.step('where the time of one request went', async () => {
      await open(slow)
      await info.getByRole('tab', { name: /^Requests/ }).click()
      await info.getByRole('radio', { name: 'Requests' }).click()
      await info.getByRole('searchbox', { name: 'Search' }).fill('GET /quotes')
      const table = info.getByRole('grid', { name: 'Requests' })
      // Rows come a few in a frame: that none is of another route says nothing yet, and the table is made anew with what was found.
      await expect(info.getByRole('status').filter({ hasText: /^\d+ of / })).toBeVisible()
      await expect(table.getByRole('row').filter({ hasText: 'GET /orders' })).toHaveCount(0)
      const duration = table.getByRole('columnheader', { name: 'Duration' })
      await duration.click()
      await expect(duration).toHaveAttribute('aria-sort', 'descending')
      await expect(table.getByRole('row').nth(1)).toContainText(/\d\s(?:ms|s)/)
      // The slowest one may have waited for a processor only, where there is little of it.
      const lock = info.getByRole('grid', { name: 'Waterfall' }).getByRole('gridcell', { name: /^Waiting for lock/ })
      let row = 0
      await expect(async () => {
        row = (row % mostLooked) + 1
        await table.getByRole('row').nth(row).click()
        await lock.first().click({ timeout: 3000 })
      }).toPass()
      await page.waitForTimeout(1500)
      await takeStoryPicture(app, '6-request')
    })
  })
