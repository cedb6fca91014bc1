import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import type { RunningApp } from './fixture/running-app.ts'
import { runCommand, test } from './fixture/shell-page.ts'
import { expect } from './fixture/test.ts'

/** axe on each screen in each theme: nothing serious, nothing critical. The demo process stands for a target. */

const themes = [
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
  ['hc', 'Theme: high contrast'],
] as const

async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Transitions of colours would be measured half-way.
  await page.waitForTimeout(300)
  // The driver of Electron cannot open the extra page that axe uses by default.
  // Base UI puts empty, invisible stops round a popup that hand the focus on; axe takes them for hidden controls.
  const result = await new AxeBuilder({ page }).setLegacyMode(true).exclude('[data-base-ui-focus-guard]').analyze()
  return result.violations
    .filter((violation) => violation.impact === 'serious' || violation.impact === 'critical')
    .flatMap((violation) =>
      violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
    )
}

test.setTimeout(120_000)

const screens: readonly (readonly [string, (app: RunningApp) => Promise<void>])[] = [
  ['the process list', async ({ page }) => page.keyboard.press('Control+1')],
  ['the settings', async ({ page }) => page.keyboard.press('Control+,')],
  ['own diagnostics', async (app) => runCommand(app, 'Own diagnostics')],
  [
    'the palette',
    async ({ page }) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill('the')
    },
  ],
  [
    'the shortcut sheet',
    async ({ page }) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
  ],
  ['the jobs', async ({ page }) => page.keyboard.press('Control+J')],
]

const screensOfTarget: readonly (readonly [string, (app: RunningApp) => Promise<void>])[] = [
  ['the list with a process and its card', async ({ page }) => page.keyboard.press('Control+1')],
  [
    'the menu of a row',
    async ({ page }) => {
      await page.getByTestId('process-row').first().click({ button: 'right' })
      await page.getByRole('menu').waitFor()
    },
  ],
  ['why a process is not listed', async (app) => runCommand(app, 'Why is my process not listed?')],
  [
    'Live',
    async ({ page }) => {
      await page.getByTestId('process-row').first().dblclick()
      await expect(page.locator('[data-testid="live-view"][data-phase="live"]')).toBeVisible({ timeout: 20_000 })
    },
  ],
  ['Live as a table', async ({ page }) => page.keyboard.press('t')],
]

for (const [theme, command] of themes) {
  test(`axe finds nothing serious on any screen of the shell, ${theme}`, async ({ app }) => {
    await runCommand(app, command)
    for (const [name, open] of screens) {
      await test.step(name, async () => {
        await open(app)
        expect.soft(await seriousFindings(app.page), name).toEqual([])
        await app.page.keyboard.press('Escape')
      })
    }
  })

  test(`axe finds nothing serious with a process in the list and in Live, ${theme}`, async ({ app }) => {
    await runCommand(app, command)
    await runCommand(app, 'Start a demo process')
    // Other processes of this machine may be listed too.
    await app.page.getByRole('searchbox', { name: /^Filter/ }).fill('orders-demo')
    await expect(app.page.getByTestId('process-row')).toHaveCount(1)
    await app.page.getByTestId('process-row').click()
    await expect(app.page.getByRole('complementary', { name: 'Inspector' }).getByText('Can do')).toBeVisible()
    for (const [name, open] of screensOfTarget) {
      await test.step(name, async () => {
        await open(app)
        expect.soft(await seriousFindings(app.page), name).toEqual([])
        await app.page.keyboard.press('Escape')
      })
    }
  })
}
