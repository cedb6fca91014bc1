import { runCommand } from '../fixture/shell-steps.ts'
import { escape, type Look } from './visit.ts'
import { rowOf, sampleOf } from './sample-of.ts'

/** The frame around the screens: palette, sheet, menus, notices, settings. */
export const shellLooks: readonly Look[] = [
  [
    'empty',
    async ({ page, camera }) => {
      await page.keyboard.press('Control+1')
      await camera.take('processes-empty')
    },
  ],
  [
    'shell',
    async (visit) => {
      const { app, page, camera } = visit
      await page.keyboard.press('Control+K')
      await camera.take('palette')
      await page.getByRole('combobox', { name: 'Search commands and processes' }).fill('rec')
      await camera.take('palette-results')
      await page.getByRole('combobox', { name: 'Search commands and processes' }).fill('nothing is called this')
      await camera.take('palette-nothing')
      await escape(visit)
      await runCommand(app, 'Show keyboard shortcuts')
      await page.getByRole('dialog').waitFor()
      await camera.take('shortcuts')
      await escape(visit)
      await page.keyboard.press('Control+J')
      await camera.take('jobs-none')
      await escape(visit)
      await runCommand(app, 'Show notices')
      await camera.take('notices-none')
      await escape(visit)
      await runCommand(app, 'Why is my process not listed?')
      await camera.take('explainer')
      await escape(visit)
      await page.keyboard.press('Control+,')
      await camera.take('settings')
      await camera.take('settings-end', () =>
        page.getByRole('main').getByRole('button').last().scrollIntoViewIfNeeded(),
      )
      await runCommand(app, 'Pipescope diagnostics')
      await camera.take('diagnostics')
    },
  ],
  [
    'processes',
    async (visit) => {
      const { app, page, camera } = visit
      const sample = await sampleOf(visit)
      await runCommand(app, 'Start a demo process')
      await visit.start({ args: ['idle'], waitsForReady: false, env: { DOTNET_DefaultDiagnosticPortSuspend: '1' } })
      await page.keyboard.press('Control+1')
      await rowOf(page, sample).click()
      await page.waitForTimeout(4000)
      await camera.take('processes')
      await page.locator('[data-testid="process-row"]').filter({ hasText: 'Demo' }).click()
      await camera.take('processes-demo')
      await rowOf(page, sample).click({ button: 'right' })
      await page.getByRole('menu').waitFor()
      await camera.take('processes-menu')
      await escape(visit)
      await camera.take('processes-toast', async () => {
        await rowOf(page, sample).click()
        await page.keyboard.press('Control+C')
        await page.getByTestId('toast').first().waitFor()
      })
      await runCommand(app, 'Show notices')
      await camera.take('notices')
      await escape(visit)
      await camera.take('processes-capability', async ({ width }) => {
        // Narrow windows have the card in a drawer.
        const chip = page.getByText(/^Lossless/).last()
        if (width < 1000 && !(await chip.isVisible()))
          await page.getByRole('button', { name: 'Show or hide details' }).click()
        await chip.scrollIntoViewIfNeeded()
        await chip.hover()
        await page
          .getByRole('tooltip')
          .or(page.getByText('Sessions that block instead of dropping events'))
          .first()
          .waitFor()
      })
      await page.mouse.move(0, 0)
      await escape(visit)
      await page.getByRole('searchbox').first().fill('demo')
      await camera.take('processes-search')
      await page.getByRole('searchbox').first().fill('')
      for (const density of ['compact', 'comfortable']) {
        await camera.set({ density })
        await camera.take(`processes-${density}`)
      }
      await camera.set({ density: 'normal', fontSizePercent: 200 })
      await camera.take('processes-200-percent')
      await camera.set({ fontSizePercent: 100 })
    },
  ],
]
