import { openFor, rowOf } from './sample-of.ts'
import type { Look, Visit } from './looks.ts'

/** Long enough for lines that are more than a dot. */
const someSamplesMs = 12_000

async function openLive(visit: Visit): Promise<void> {
  await openFor(visit, 'Live')
  await visit.page.locator('[data-testid="live-view"][data-phase="live"]:visible').waitFor()
}

export const liveLooks: readonly Look[] = [
  [
    'live',
    async (visit) => {
      const { page, camera } = visit
      await openFor(visit, 'Live')
      await camera.take('live-waiting')
      await page.locator('[data-testid="live-view"][data-phase="live"]:visible').waitFor()
      await page.waitForTimeout(someSamplesMs)
      await camera.take('live')
      await page.keyboard.press('m')
      await page.keyboard.press('f')
      await camera.take('live-frozen-marked')
      await page.keyboard.press('f')
      await page.keyboard.press('t')
      await camera.take('live-table')
      await page.keyboard.press('t')
      await camera.set({ fontSizePercent: 200 })
      await camera.take('live-200-percent')
      await camera.set({ fontSizePercent: 100 })
    },
  ],
  [
    'compare',
    async (visit) => {
      const { page, camera } = visit
      const other = await visit.start({ args: ['busy', 'counters'] })
      await rowOf(page, other)
        .waitFor({ state: 'attached' })
        .catch(() => undefined)
      await openLive(visit)
      await page
        .getByRole('button', { name: /^Compare/ })
        .first()
        .click()
      await page.getByRole('combobox', { name: 'Search processes' }).fill(String(other.pid))
      await page.getByRole('option').first().waitFor()
      await page.keyboard.press('Enter')
      await page.waitForTimeout(someSamplesMs)
      await camera.take('live-compare')
    },
  ],
  [
    'ended',
    async (visit) => {
      const { page, camera } = visit
      const target = await visit.start({ args: ['busy'] })
      await page.keyboard.press('Control+1')
      const row = page.locator(`[data-testid="process-row"][data-pid="${String(target.pid)}"][data-state="ready"]`)
      await row.click({ button: 'right' })
      await page.getByRole('menuitem', { name: 'Live' }).first().click()
      await page.locator('[data-testid="live-view"][data-phase="live"]:visible').waitFor()
      await page.waitForTimeout(5000)
      target.send('exit 3')
      await page.getByText(/^Exited at/).waitFor()
      await camera.take('live-ended')
      await page.keyboard.press('Control+1')
      await camera.take('processes-exited')
    },
  ],
]
