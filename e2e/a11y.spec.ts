import fs from 'node:fs'
import path from 'node:path'
import type { Locator } from 'playwright/test'
import { root } from '../scripts/setup/paths.mjs'
import { seriousFindings } from './fixture/accessible.ts'
import { ownDemo } from './fixture/demo-process.ts'
import { launchApp, type RunningApp } from './fixture/running-app.ts'
import { dismiss, findProcess, runCommand, whenShellIsReady } from './fixture/shell-steps.ts'
import { expect, test } from './fixture/test.ts'

/**
 * axe on each screen in each theme: nothing serious, nothing critical. One app for all, because what is looked at here changes
 * nothing; the demo process stands for a target, a recorded trace for a recording. A screen is opened once and then shown in each
 * theme: that is an attribute and a class of the document, whose tokens the style sheets take (that a choice of theme sets it is `shell.spec`'s).
 * All rules are asked in light; what a theme can change are colours.
 */

const themes = ['light', 'dark', 'hc'] as const

type Screen = readonly [name: string, open: (app: RunningApp) => Promise<void>]

const trace = path.join(root, 'fixtures/traces/net10-native.nettrace')

/** A page about the demo process, by the menu of its row. */
function pageOf(item: string, heading: RegExp): Screen[1] {
  return async ({ page }) => {
    await page.keyboard.press('Control+1')
    await demo.click({ button: 'right' })
    await page.getByRole('menuitem', { name: item, exact: true }).click()
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
  }
}

const shellScreens: readonly Screen[] = [
  ['the process list', async ({ page }) => page.keyboard.press('Control+1')],
  ['the settings', async ({ page }) => page.keyboard.press('Control+,')],
  ['own diagnostics', async (app) => runCommand(app, 'Pipescope diagnostics')],
  [
    'the palette',
    async ({ page }) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill('the')
    },
  ],
  [
    'the palette without results',
    async ({ page }) => {
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox').fill('nothing is called this')
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
  ['files', async ({ page }) => page.keyboard.press('Control+5')],
  ['startup and ports', async (app) => runCommand(app, 'Startup and ports')],
]

const targetScreens: readonly Screen[] = [
  ['the list with a process and its card', async ({ page }) => page.keyboard.press('Control+1')],
  [
    'the menu of a row',
    async ({ page }) => {
      await demo.click({ button: 'right' })
      await page.getByRole('menu').waitFor()
    },
  ],
  ['why a process is not listed', async (app) => runCommand(app, 'Why is my process not listed?')],
  [
    'Live',
    async ({ page }) => {
      await demo.dblclick()
      await expect(page.locator('[data-testid="live-view"][data-phase="live"]')).toBeVisible()
    },
  ],
  ['Live as a table', async ({ page }) => page.keyboard.press('t')],
  ['Record', pageOf('Record', /^Record /)],
  ['Dump', pageOf('Dump', /^Dump /)],
  ['Change', pageOf('Profiler, variable, perf map', /^Modify /)],
  [
    'a trace',
    async (app) => {
      await runCommand(app, 'Open a trace file')
      await expect(app.page.getByRole('tab', { name: 'Events' })).toBeVisible()
    },
  ],
  ['the findings of a trace', async ({ page }) => page.getByRole('tab', { name: 'Findings' }).click()],
  ['the events of a trace', async ({ page }) => page.getByRole('tab', { name: 'Events' }).click()],
]

let app: RunningApp
let demo: Locator

test.beforeAll(async () => {
  app = await launchApp({ size: { width: 1440, height: 900 } })
  await whenShellIsReady(app.page)
  await runCommand(app, 'Theme: light')
  await app.application.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] })
  }, trace)
})
test.afterEach(() => {
  expect(app.pageErrors, 'errors in the page').toEqual([])
})
test.afterAll(async () => {
  await app.close()
  fs.rmSync(app.folders.top, { recursive: true, force: true })
})

async function visit(screens: readonly Screen[]): Promise<void> {
  for (const [name, open] of screens) {
    await test.step(name, async () => {
      await open(app)
      await lookInEachTheme(name)
      await dismiss(app.page)
    })
  }
}

async function lookInEachTheme(name: string): Promise<void> {
  for (const theme of themes) {
    await app.page.evaluate(showTheme, theme)
    const rules = theme === 'light' ? 'all' : 'colours'
    expect.soft(await seriousFindings(app.page, rules), `${name}, ${theme}`).toEqual([])
  }
  await app.page.evaluate(showTheme, 'light' as const)
}

/** What `applyAppearance` does for a theme; runs in the page. */
function showTheme(theme: (typeof themes)[number]): void {
  document.documentElement.dataset['theme'] = theme
  document.documentElement.classList.toggle('dark', theme !== 'light')
}

test('axe finds a faint text and a button without a name', async () => {
  await app.page.evaluate(() => {
    const planted = document.createElement('div')
    planted.id = 'planted'
    planted.style.cssText = 'position: fixed; inset: 0 auto auto 0; z-index: 1; background: #fff; color: #bbb'
    planted.innerHTML = '<p>faint</p><button type="button"></button>'
    document.body.append(planted)
  })
  const found = await seriousFindings(app.page)
  const coloursFound = await seriousFindings(app.page, 'colours')
  await app.page.evaluate(() => document.querySelector('#planted')?.remove())
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^color-contrast: .*>faint<\/p>: /),
      expect.stringMatching(/^button-name: #planted > button /),
    ]),
  )
  expect(coloursFound).toEqual([expect.stringMatching(/^color-contrast: .*>faint<\/p>: /)])
})

test('axe finds nothing serious on any screen of the shell', async () => {
  await visit(shellScreens)
})

test('axe finds nothing serious on any screen about a process or a trace', async () => {
  const { page } = app
  await runCommand(app, 'Start a demo process')
  await page.keyboard.press('Control+1')
  const { pid } = await ownDemo(app)
  demo = await findProcess(page, pid)
  await demo.click()
  await expect(page.getByRole('complementary', { name: 'Inspector' }).getByText('Capabilities')).toBeVisible()
  await visit(targetScreens)
})
