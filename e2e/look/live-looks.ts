import { openFor, openForTarget, readyRowOf, rowOf } from './sample-of.ts'
import { escape, type Look, type Visit } from './visit.ts'

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
      await page.getByRole('slider', { name: 'Time cursor' }).focus()
      await page.keyboard.press('ArrowLeft')
      await page.keyboard.press('Control+Shift+ArrowLeft')
      await camera.take('live-selected')
      await page.getByRole('button', { name: 'Zoom to selection' }).click()
      await camera.take('live-past')
      await page.getByRole('button', { name: /^Back to latest/ }).click()
      await page.keyboard.press('Escape')
      // A menu that was opened at a point closes when the window changes.
      await camera.take('live-export-menu', async () => {
        if ((await page.getByRole('menu').count()) === 0) await page.getByRole('button', { name: /^Export/ }).click()
        await page.getByRole('menu').waitFor()
      })
      await escape(visit)
      await page
        .getByRole('button', { name: /^Menu for / })
        .first()
        .click()
      await camera.take('live-chart-menu')
      await escape(visit)
      await camera.take('live-explorer', async ({ width }) => {
        // Narrow windows have the list of instruments in a drawer.
        const open = page.getByRole('button', { name: 'Instruments' })
        if (width < 1000 && (await page.getByRole('searchbox', { name: 'Filter instruments' }).count()) === 0)
          await open.click()
      })
      await page.getByRole('searchbox', { name: 'Filter instruments' }).press('Escape')
      // Not in the field: there the next keys would be its text.
      await page.getByRole('slider', { name: 'Time cursor' }).focus()
      await page.keyboard.press('-')
      await page.waitForTimeout(2000)
      await camera.take('live-fast')
      await page.keyboard.press('+')
      await page.keyboard.press('t')
      await camera.take('live-table')
      await page.keyboard.press('t')
      await camera.set({ fontSizePercent: 200 })
      await camera.take('live-200-percent')
      await camera.set({ fontSizePercent: 100 })
    },
  ],
  [
    'silent',
    async (visit) => {
      const { page, camera } = visit
      const fake = await visit.startFake([{ command: 'collect', fault: { kind: 'stream-silent' } }])
      await openForTarget(visit, fake, 'Live')
      // Waiting has reasons after two intervals without a sample.
      await page.getByText('No sample after two intervals').waitFor()
      await camera.take('live-silent')
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
      await readyRowOf(page, target).click({ button: 'right' })
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
