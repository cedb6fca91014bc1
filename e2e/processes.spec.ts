import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Locator, Page } from 'playwright/test'
import type { Bridge } from '../shared/contract/index.ts'
import { canBuildSamples, tryBuild } from '../samples/start-target.ts'
import { ownDemo } from './fixture/demo-process.ts'
import { expect } from './fixture/expect.ts'
import { takePicture } from './fixture/live-page.ts'
import { canSeeOnlyItself } from './fixture/own-processes.ts'
import { setPageSize, type RunningApp } from './fixture/running-app.ts'
import { test } from './fixture/shared-app.ts'
import { dismiss, processRow as rowOf, whenShellIsReady } from './fixture/shell-steps.ts'

/** What preload puts into the page. */
interface PageWithBridge {
  readonly bridge: Bridge
}

/** Looks like `dotnet x.dll` to others; the file beside its program is a pipe, and nobody answers on its socket. */
async function startHostileProcess(tempFolder: string): Promise<ChildProcess> {
  const folder = mkdtempSync(path.join(tempFolder, 'hostile-'))
  const program = path.join(folder, 'x.dll')
  execFileSync('mkfifo', [path.join(folder, 'x.runtimeconfig.json')])
  writeFileSync(
    program,
    `const stat = require('node:fs').readFileSync('/proc/self/stat', 'latin1')
     const startKey = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
     const name = 'dotnet-diagnostic-' + process.pid + '-' + startKey + '-socket'
     require('node:net').createServer(() => {}).listen({ path: process.env.TMPDIR + '/' + name, writableAll: true }, () => console.log('ready'))`,
  )
  // A program named dotnet, so that its arguments count as those of a host.
  const host = path.join(folder, 'dotnet')
  copyFileSync(process.execPath, host)
  const child = spawn(host, [program], {
    env: { ...process.env, TMPDIR: tempFolder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(child.stdout, 'data')
  return child
}

const card = (page: Page): Locator => page.getByTestId('process-card')

const themes = ['light', 'dark', 'hc'] as const

test.describe('processes', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('a process is listed once its socket exists, its values move, and it stays gray after it exits', async ({
    app,
    start,
  }) => {
    const target = await start(app, { args: ['busy'] })
    const row = rowOf(app.page, target.pid)
    // How soon is shown by `npm run bench -- processes`: a limit here would measure how busy this machine is.
    await expect(row).toBeVisible()
    await expect(row).toHaveAttribute('data-state', 'ready')
    await expect(row).toContainText('Pipescope.Sample')
    await expect(row).toContainText(/10\.\d+\.\d+/)
    await expect(row).toContainText(/[1-9]\d*(\.\d)?%/)
    await expect(row).toContainText(/\d\sMiB/)

    target.send('exit 3')
    await target.whenEnded
    await expect(row).toHaveAttribute('data-state', 'exited')
    await expect(row).toContainText(/Exited/)
    // For 30 s, which is tested with a clock of its own in directory-changes.test.ts.
    if (process.env['PIPESCOPE_FULL'] === '1') await expect(row).toHaveCount(0)
  })

  test('shows the card of a process: facts, what it can do, a masked environment', async ({ app, start }) => {
    const target = await start(app, { args: ['idle', '--', '--password', 'hunter2'], env: { MY_SECRET: 'deep water' } })
    const { page } = app
    await rowOf(page, target.pid).click()
    await expect(card(page)).toContainText(`PID ${target.pid}`)
    await expect(card(page)).toContainText('Recording')
    await expect(page.getByTestId('command-line')).toContainText('--password ••••')
    await page.getByRole('button', { name: 'Reveal secrets' }).click()
    await expect(page.getByTestId('command-line')).toContainText('hunter2')

    const variable = page.locator('[data-name="MY_SECRET"]')
    await expect(variable).toContainText('masked')
    expect(await page.content()).not.toContain('deep water')
    await page.getByRole('button', { name: 'Reveal value of MY_SECRET' }).click()
    await expect(variable).toContainText('deep water')
  })

  test('puts a child under its parent', async ({ app, start }) => {
    const target = await start(app, { args: ['child'] })
    const { page } = app
    const child = rowOf(page, target.facts.childPid ?? 0)
    await expect(child).toHaveAttribute('aria-level', '3')
    await expect(rowOf(page, target.pid)).toHaveAttribute('aria-expanded', 'true')
    await rowOf(page, target.pid).click()
    await page.keyboard.press('ArrowLeft')
    await expect(child).toHaveCount(0)
  })

  test('never asks a process with a very long command line, says so, and it stays alive', async ({ app, start }) => {
    const target = await start(app, { args: ['longargs', '--', 'x'.repeat(32_600)] })
    const { page } = app
    await expect(rowOf(page, target.pid)).toHaveAttribute('data-state', 'limited')
    await rowOf(page, target.pid).click()
    await expect(card(page)).toContainText(/Not queried, for its own safety: its command line is 32\s\d{3} bytes long/)
    await page.getByRole('button', { name: /Show all 32\s\d{3} characters/ }).click()
    await expect(page.getByTestId('command-line')).toContainText('x'.repeat(32_600))
    expect(target.child.exitCode).toBeNull()
  })

  test('shows a suspended process and resumes it', async ({ app, start }) => {
    const target = await start(app, {
      args: ['idle'],
      env: { DOTNET_DefaultDiagnosticPortSuspend: '1' },
      waitsForReady: false,
    })
    const row = rowOf(app.page, target.pid)
    await expect(row).toHaveAttribute('data-state', 'suspended')
    await row.getByRole('button', { name: 'Resume' }).click()
    await expect(row).toHaveAttribute('data-state', 'ready')
    // It runs from here on; that it says so comes a moment after the answer to Resume.
    await expect.poll(() => target.lines.some((line) => line.startsWith('ready '))).toBe(true)
  })

  test('lists .NET Core 3.1 with what the operating system knows', async ({ app, start }) => {
    test.skip(tryBuild('net31') === null, 'the .NET Core 3.1 sample cannot be built here')
    const target = await start(app, { variant: 'net31', args: ['busy'] })
    const row = rowOf(app.page, target.pid)
    await expect(row).toHaveAttribute('data-state', 'limited')
    await expect(row).toContainText('Core 3.1')
    await row.click()
    await expect(card(app.page)).toContainText('from the operating system')
  })

  test('explains why a process with diagnostics switched off is not usable', async ({ app, start }) => {
    const target = await start(app, { args: ['idle'], env: { DOTNET_EnableDiagnostics: '0' } })
    const { page } = app
    const row = rowOf(page, target.pid)
    await page.getByRole('button', { name: 'Not listed?' }).click()
    const dialog = page.getByRole('dialog', { name: 'Why is my process not listed?' })
    await expect(dialog).toContainText('DOTNET_EnableDiagnostics')
    await expect(dialog).toContainText(app.folders.temporary)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    if ((await row.count()) > 0) await expect(row).toHaveAttribute('data-state', 'no-endpoint')
  })

  test('opens the live view by Enter, and the context menu by keyboard', async ({ app, start }) => {
    const target = await start(app, { args: ['busy'] })
    const { page } = app
    await rowOf(page, target.pid).click()
    await page.keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: /^Live/ })).toBeVisible()
    await dismiss(page)
    await expect(page.getByRole('treegrid', { name: 'Processes' })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page.locator('[data-kind="live"]')).toBeVisible()
  })

  test('looks right in every theme, large and small', async ({ app, start }) => {
    const first = await start(app, { args: ['busy', 'child'] })
    const suspended = await start(app, {
      args: ['idle'],
      env: { DOTNET_DefaultDiagnosticPortSuspend: '1' },
      waitsForReady: false,
    })
    const { page } = app
    await expect(rowOf(page, suspended.pid)).toHaveAttribute('data-state', 'suspended')
    await rowOf(page, first.pid).click()
    await expect(card(page)).toContainText('Recording')
    for (const theme of themes) {
      await page.evaluate(
        (value) => (window as unknown as PageWithBridge).bridge.invoke('settings.update', { theme: value }),
        theme,
      )
      for (const size of [
        { width: 1440, height: 900 },
        { width: 900, height: 600 },
      ]) {
        await setPageSize(app.application, size)
        await page.waitForFunction((width) => window.innerWidth === width, size.width)
        await picture(page, `processes-${theme}-${size.width}`)
        // A frame or two after the window has its size.
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        await expect.poll(overflow, `nothing sticks out of the window in ${theme}`).toBe(0)
      }
    }
  })

  test('searches, sorts and pins', async ({ app, start }) => {
    const one = await start(app, { args: ['idle', '--', 'needle-in-arguments'] })
    const two = await start(app, { args: ['idle'] })
    const { page } = app
    await expect(rowOf(page, two.pid)).toBeVisible()
    const field = page.getByRole('searchbox', { name: /^Filter/ })
    await page.keyboard.press('Control+f')
    await expect(field).toBeFocused()
    await page.keyboard.type('needle-in')
    await expect(rowOf(page, two.pid)).toHaveCount(0)
    await expect(rowOf(page, one.pid)).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Home')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('p')
    await expect(page.getByRole('row', { name: /^Pinned/ })).toBeVisible()
    await page.keyboard.press('p')
    await expect(page.getByRole('row', { name: /^Pinned/ })).toHaveCount(0)
    await page.keyboard.press('Control+f')
    await expect(field).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(rowOf(page, two.pid)).toBeVisible()
  })

  test('stays responsive beside a process whose files are pipes and whose socket is silent', async ({ app, start }) => {
    const { page } = app
    const hostile = await startHostileProcess(app.targetEnvironment['TMPDIR'] ?? '')
    try {
      await expect(rowOf(page, hostile.pid ?? 0)).toBeVisible()
      const target = await start(app, { args: ['idle'] })
      await expect(rowOf(page, target.pid)).toHaveAttribute('data-state', 'ready')
      // Its files are read once its socket has not answered; main would stop there and bring no new row any more.
      await expect(rowOf(page, hostile.pid ?? 0)).toHaveAttribute('data-state', 'silent')
      const later = await start(app, { args: ['idle'] })
      await expect(rowOf(page, later.pid)).toHaveAttribute('data-state', 'ready')
    } finally {
      hostile.kill('SIGKILL')
    }
  })
})

test.describe('processes, without a real one', () => {
  test('starts the demo process by the command palette and stops it by its menu', async ({ app }) => {
    const { page } = app
    // The commands of a screen are there once it is mounted.
    await whenShellIsReady(page)
    await page.getByRole('button', { name: 'Search commands and processes' }).click()
    await page.getByRole('combobox').fill('Start a demo process')
    await expect(page.getByRole('option', { name: 'Start a demo process', selected: true })).toBeVisible()
    await page.keyboard.press('Enter')
    await stopDemo(app)
  })

  test('explains itself and starts the demo process by its button', async ({ launch }) => {
    const app = await launch({ size: { width: 1440, height: 900 }, seesOnlyItself: canSeeOnlyItself() })
    const { page } = app
    const empty = page.getByText('No .NET process with an open diagnostic port')
    await expect(empty.or(page.getByTestId('process-row').first())).toBeVisible()
    test.skip(!(await empty.isVisible()), 'other .NET processes run on this machine')
    await expect(page.getByRole('list', { name: 'Possible causes' })).toContainText(app.folders.temporary)
    await picture(page, 'processes-empty')
    await page.getByRole('button', { name: 'Start a demo process' }).click()
    await stopDemo(app)
  })
})

async function stopDemo(app: RunningApp): Promise<void> {
  const { row } = await ownDemo(app)
  await expect(row).toContainText('Demo')
  await expect(row).toHaveAttribute('data-state', 'ready')
  await expect(row).toHaveAttribute('aria-selected', 'true')
  await row.click({ button: 'right' })
  await app.page.getByRole('menuitem', { name: 'Stop the demo process' }).click()
  await expect(row).toHaveAttribute('data-state', 'exited')
}

/** Of two samples, so that lines and figures are there. */
async function picture(page: Page, name: string): Promise<void> {
  if (process.env['PIPESCOPE_PICTURES'] === undefined) return
  await page.waitForTimeout(2500)
  await takePicture(page, name)
}
