import path from 'node:path'
import { recordService } from '../../fixtures/recording/record-service.ts'
import { runCommand } from '../fixture/shell-steps.ts'
import type { Look, Visit } from './visit.ts'

/** A service under load with everything that the app can record: each tab of a trace has something. */
async function openRecordingOfService({ app, page }: Visit): Promise<void> {
  const file = path.join(app.folders.home, 'orders.nettrace')
  const extraItems = ['contention', 'thread-pool', 'tasks', 'logs', 'loading', 'sql-client', 'database']
  await recordService({
    fault: 'lock-convoy',
    preset: 'everything',
    extraItems,
    file,
    milliseconds: 4000,
    neutralFolder: path.join(app.folders.home, 'orders'),
  })
  await app.application.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, file)
  await runCommand(app, 'Open a trace file')
  await page.getByTestId('trace-overview').waitFor()
}

export const traceLooks: readonly Look[] = [
  [
    'trace',
    async (visit) => {
      const { page, camera } = visit
      await openRecordingOfService(visit)
      const info = page.getByTestId('trace-info')
      for (const tab of await info.getByRole('tab').all()) {
        const name = ((await tab.textContent()) ?? 'tab').toLowerCase().replace(/[^a-z]+/g, '-')
        await tab.click()
        await camera.take(`tab-${name.replace(/-$/, '')}`)
      }
      await info.getByRole('tab', { name: 'Flame' }).click()
      await page.keyboard.press('y')
      await page.getByRole('tree', { name: 'Flame graph' }).focus()
      for (let row = 0; row < 4; row++) await page.keyboard.press('ArrowDown')
      await camera.take('flame-joined')
      await info.getByRole('tab', { name: /^Requests/ }).click()
      await info.getByRole('radio', { name: 'Requests' }).click()
      await info.getByRole('grid', { name: 'Requests' }).getByRole('row').nth(1).click()
      await page.waitForTimeout(1000)
      await camera.take('waterfall')
    },
  ],
]
