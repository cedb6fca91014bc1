import { buildSample } from '../../samples/start-target.ts'
import { dismiss, runCommand } from '../fixture/shell-steps.ts'
import { openFor } from './sample-of.ts'
import type { Look } from './looks.ts'

export const workLooks: readonly Look[] = [
  [
    'record',
    async (visit) => {
      const { page, camera } = visit
      await openFor(visit, /^Record/)
      await page.getByRole('heading', { name: /^Record / }).waitFor()
      await camera.take('record')
      await page.getByRole('button', { name: 'Start', exact: true }).click()
      await page.getByRole('region', { name: 'Top functions' }).getByRole('row').nth(1).waitFor()
      await page.waitForTimeout(3000)
      await camera.take('recording')
      await page.keyboard.press('Control+J')
      await camera.take('jobs-running')
      await page.keyboard.press('Escape')
      await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
      const result = page.getByRole('region', { name: 'Result' })
      await result.getByRole('button', { name: 'Open', exact: true }).waitFor()
      await camera.take('recording-done')
      await result.getByRole('button', { name: 'Open', exact: true }).click()
      await page.getByText('Yes, with its end').waitFor()
      await camera.take('trace-info')
      for (const tab of await page.getByRole('main').getByRole('tab').all()) {
        const name = (await tab.textContent()) ?? 'tab'
        await tab.click()
        await camera.take(`trace-${name.toLowerCase().replace(/[^a-z]+/g, '-')}`)
      }
    },
  ],
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
      await page.getByRole('textbox', { name: 'Folder, as the process sees it' }).fill(app.folders.home)
      await page.waitForTimeout(1000)
      await camera.take('dump')
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
      await visit.page.getByRole('textbox', { name: 'Class id of the profiler' }).waitFor()
      await visit.camera.take('change')
    },
  ],
  [
    'startup',
    async ({ app, page, camera }) => {
      await runCommand(app, 'Startup and ports')
      await camera.take('startup')
      await page.getByRole('textbox', { name: 'Command' }).fill(`"${buildSample('net10')}" idle`)
      await page.getByRole('combobox', { name: 'First runtime' }).click()
      await page.getByRole('option', { name: 'Wait for me' }).click()
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
      await runCommand(visit.app, 'Raw IPC console of the selected process')
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
      await page.getByRole('list', { name: 'Files', exact: true }).waitFor()
      await camera.take('files')
      const first = page.getByRole('list', { name: 'Files', exact: true }).getByRole('button').first()
      await first.click()
      await camera.take('files-one')
    },
  ],
]
