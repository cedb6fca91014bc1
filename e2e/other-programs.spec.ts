import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import { root } from '../scripts/setup/paths.mjs'
import { openByDialog, takePicture } from './fixture/live-page.ts'
import { saveFromMenu } from './fixture/save-steps.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { test } from './fixture/shared-app.ts'
import { expect } from './fixture/test.ts'

/** What is exported here, opened by the programs it is written for. */

const info = (page: Page) => page.locator('[data-testid="trace-info"]:visible')
const speedscopePage = path.join(root, 'node_modules/speedscope/dist/release/index.html')

/** The web page of speedscope, from its npm package, in a window of its own. */
async function openInSpeedscope({ application, folders }: RunningApp, file: string): Promise<Page> {
  const base64 = fs.readFileSync(file).toString('base64')
  const script = path.join(folders.top, 'speedscope-profile.js')
  fs.writeFileSync(script, `speedscope.loadFileFromBase64(${JSON.stringify(path.basename(file))}, '${base64}')`)
  const opened = application.waitForEvent('window')
  await application.evaluate(
    ({ BrowserWindow }, { page, hash }) => {
      const window = new BrowserWindow({ width: 1200, height: 800, webPreferences: { partition: 'speedscope' } })
      void window.loadFile(page, { hash })
    },
    { page: speedscopePage, hash: `view=sandwich&localProfilePath=${encodeURIComponent(script.replace(/^\//, ''))}` },
  )
  return await opened
}

const shop = {
  $schema: 'https://www.speedscope.app/file-format-schema.json',
  shared: { frames: [{ name: 'App!Shop.Program.Main()' }, { name: 'App!Shop.Orders.Place(int32)' }] },
  profiles: [
    {
      type: 'evented',
      name: 'Thread 7 Main',
      unit: 'milliseconds',
      startValue: 0,
      endValue: 100,
      events: [
        { type: 'O', frame: 0, at: 0 },
        { type: 'O', frame: 1, at: 10 },
        { type: 'C', frame: 1, at: 70 },
        { type: 'C', frame: 0, at: 100 },
      ],
    },
  ],
}

/** Label in the menu, extension, and the time of the call that takes 60 of 100 ms. */
const exports = [
  ['speedscope', 'speedscope.json', '60.00ms (60%)'],
  ['Chromium trace', 'trace.json', '60.00ms (60%)'],
  ['pprof', 'pb.gz', '60.00ms (60%)'],
  ['Folded stacks', 'folded.txt', '60 (60%)'],
] as const

test('speedscope opens every kind of stacks that Pipescope exports, with the same figures', async ({ app }) => {
  const { page } = app
  const source = path.join(app.folders.top, 'source.speedscope.json')
  fs.writeFileSync(source, JSON.stringify(shop))
  await openByDialog(app, source)
  await expect(info(page).getByText('Total 100')).toBeVisible()
  for (const [label, extension, figure] of exports) {
    const exported = path.join(app.folders.top, `shop.${extension}`)
    await saveFromMenu(app, { within: info(page), button: 'Export', entry: label, file: exported })
    const other = await openInSpeedscope(app, exported)
    await expect(other).toHaveTitle(/ - speedscope$/)
    await expect(other.locator('tr').filter({ hasText: 'Orders.Place' })).toContainText(figure)
    await takePicture(other, `speedscope-${extension}`)
    await other.close()
  }
})
