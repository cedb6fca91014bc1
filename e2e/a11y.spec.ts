import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'
import type { RunningApp } from './fixture/running-app.ts'
import { runCommand, test } from './fixture/shell-page.ts'
import { expect } from './fixture/test.ts'

/** axe on each screen in each theme: nothing serious, nothing critical. Screens with a target are in their own specs. */

const themes = [
  ['light', 'Theme: light'],
  ['dark', 'Theme: dark'],
  ['hc', 'Theme: high contrast'],
] as const

async function seriousFindings(page: Page): Promise<readonly string[]> {
  // Transitions of colours would be measured half-way.
  await page.waitForTimeout(300)
  // The driver of Electron cannot open the extra page that axe uses by default.
  const result = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
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

for (const [theme, command] of themes) {
  test(`axe finds nothing serious on any screen of the shell, ${theme}`, async ({ app }) => {
    await runCommand(app, command)
    for (const [name, open] of screens) {
      await test.step(name, async () => {
        await open(app)
        expect(await seriousFindings(app.page), name).toEqual([])
        await app.page.keyboard.press('Escape')
      })
    }
  })
}
