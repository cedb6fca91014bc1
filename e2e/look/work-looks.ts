import { buildSample } from '../../samples/start-target.ts'
import { dismiss, runCommand } from '../fixture/shell-steps.ts'
import { openFor } from './sample-of.ts'
import type { Look } from './visit.ts'

export const workLooks: readonly Look[] = [
  [
    'stacks',
    async (visit) => {
      const { page, camera } = visit
      await openFor(visit, 'Stack snapshot')
      await page.getByRole('list', { name: 'Stacks' }).getByRole('listitem').first().waitFor()
      await camera.take('stacks')
    },
  ],
  [
    'dump',
    async (visit) => {
      const { app, page, camera } = visit
      await openFor(visit, 'Dump')
      await page.getByRole('heading', { name: /^Dump / }).waitFor()
      await page.getByRole('radio', { name: 'Mini' }).click()
      await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill(app.folders.home)
      await page.waitForTimeout(1000)
      await camera.take('dump')
      await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill('/not/there')
      await page.waitForTimeout(1000)
      await camera.take('dump-refused')
      await page.getByRole('textbox', { name: 'Folder (path as the process sees it)' }).fill(app.folders.home)
      await page.waitForTimeout(1000)
      await page.getByRole('button', { name: /^Take dump/ }).click()
      await camera.take('dump-running')
      await page
        .getByRole('region', { name: 'Result' })
        .and(page.locator('[data-verdict]'))
        .waitFor({ timeout: 60_000 })
      await camera.take('dump-done')
    },
  ],
  [
    'change',
    async (visit) => {
      await openFor(visit, 'Profiler, variable, perf map')
      await visit.page.getByRole('textbox', { name: 'Profiler CLSID' }).waitFor()
      await visit.camera.take('change')
    },
  ],
  [
    'startup',
    async ({ app, page, camera }) => {
      await runCommand(app, 'Startup and ports')
      await camera.take('startup')
      await page.getByRole('textbox', { name: 'Command' }).fill(`"${buildSample('net10')}" idle`)
      await page.getByRole('combobox', { name: 'When the process starts' }).click()
      await page.getByRole('option', { name: 'Hold until I resume it' }).click()
      await page.getByRole('button', { name: 'Launch', exact: true }).click()
      await page.getByRole('button', { name: /^Prepare / }).waitFor()
      await camera.take('startup-waiting')
      await page.getByRole('button', { name: /^Prepare / }).click()
      await page.getByRole('dialog').waitFor()
      await camera.take('startup-prepare')
      await dismiss(page)
      await page
        .getByRole('button', { name: /^Resume / })
        .first()
        .click()
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).first().click()
      await page.getByRole('button', { name: 'Open port' }).click()
      await page.getByRole('button', { name: 'Close the port' }).last().waitFor()
      await camera.take('startup-port')
    },
  ],
  [
    'console',
    async (visit) => {
      await openFor(visit, 'Profiler, variable, perf map')
      await runCommand(visit.app, 'Raw IPC console for the selected process')
      await visit.page.waitForTimeout(1000)
      await visit.camera.take('console')
      await visit.page.getByRole('button', { name: /^Send/ }).click()
      await visit.page.waitForTimeout(1000)
      await visit.camera.take('console-answer')
    },
  ],
  [
    'files',
    async ({ page, camera }) => {
      await page.keyboard.press('Control+5')
      const list = page.getByRole('list', { name: 'Files', exact: true })
      await page
        .getByRole('main')
        .getByText(/free$|^No files yet$/)
        .first()
        .waitFor()
      await page.waitForTimeout(500)
      await camera.take('files')
      // Visited alone Files is empty: that is a state as well.
      if ((await list.count()) === 0) return
      await list.getByRole('button').first().click()
      await camera.take('files-one')
    },
  ],
]
