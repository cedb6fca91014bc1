import fs from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright/test'
import {
  buildProfiler,
  buildSample,
  buildStartupHook,
  canBuildSamples,
  profilerClsid,
} from '../samples/start-target.ts'
import { expectAccessible } from './fixture/accessible.ts'
import { answerQuestions } from './fixture/native-questions.ts'
import { takePictures } from './fixture/pictures.ts'
import { test } from './fixture/shared-app.ts'
import { test as alone } from './fixture/shell-page.ts'
import { places } from './fixture/shell-steps.ts'
import { expect } from './fixture/test.ts'

const runtimes = (page: Page, phase: string) => page.locator(`[data-testid="runtime"][data-phase="${phase}"]`)
const launches = (page: Page, phase: string) => page.locator(`[data-testid="launch"][data-phase="${phase}"]`)

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
}

test.describe('launching', () => {
  test.skip(!canBuildSamples(), 'needs the .NET SDK')

  test('a program waits before its first line, runs when resumed, and is stopped with its output kept', async ({
    app,
  }) => {
    const program = buildSample('net10')
    const { page, application } = app
    await answerQuestions(application, 'agree')
    await places(page).getByRole('button', { name: 'Startup and ports' }).click()
    await page.getByRole('textbox', { name: 'Command' }).fill(`"${program}" child`)
    await choose(page, 'When the process starts', 'Hold until I resume it')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await expect(runtimes(page, 'waiting')).toHaveCount(1)
    await page.getByRole('button', { name: 'Output' }).click()
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('No output yet.')
    await expect(places(page).getByRole('button', { name: 'Startup and ports, 1 waiting' })).toBeVisible()
    await takePictures(app, 'startup-waiting')
    await expectAccessible(page)
    await page.getByRole('button', { name: /^Resume (?!all)/ }).click()
    // What it starts inherits the port and goes on by itself.
    await expect(runtimes(page, 'running')).toHaveCount(2)
    // The one that goes on at once is not asked: the process list knows it.
    await expect(runtimes(page, 'running').filter({ hasText: /10\.0\.\d/ })).toHaveCount(2)
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('ready ')
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(launches(page, 'ended')).toHaveCount(1)
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('ready ')
    await takePictures(app, 'startup-ended')
  })

  // With what the form offers at first.
  alone('is recorded from startup using only the keyboard, and the recording is listed in Files', async ({ app }) => {
    const program = buildSample('net10')
    const { page, application } = app
    await answerQuestions(application, 'agree')
    await page.keyboard.press('Control+6')
    const command = page.getByRole('textbox', { name: 'Command' })
    await command.focus()
    await page.keyboard.type(`"${program}" slowstart`)
    await page.keyboard.press('Enter')
    await expect(runtimes(page, 'running')).toHaveCount(1)
    await expect(runtimes(page, 'running')).toContainText('Recorded from startup')
    // What takes so long has gone by when it is ready.
    await page.getByRole('button', { name: 'Output' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('region', { name: 'Output' })).toContainText('ready ')
    await takePictures(app, 'startup-recording')
    const stop = page.getByRole('main').getByRole('button', { name: 'Stop', exact: true })
    await stop.focus()
    await page.keyboard.press('Enter')
    await expect(launches(page, 'ended')).toHaveCount(1)
    await page.keyboard.press('Control+5')
    const files = page.getByRole('list', { name: 'Files', exact: true })
    await expect(files).toContainText('.nettrace')
    await expect(files).toContainText('Why is startup slow?')
    await files.getByRole('button', { name: 'Open', exact: true }).first().focus()
    await page.keyboard.press('Enter')
    const info = page.getByTestId('trace-info')
    await info.getByRole('tab', { name: 'Methods' }).focus()
    await page.keyboard.press('Enter')
    await expect(info.getByRole('grid', { name: 'Methods' })).toContainText('SlowStart.ReadPlantedSettings')
  })

  test('a suspended runtime accepts a variable, a hook and a profiler, and is recorded before it is resumed', async ({
    app,
  }) => {
    const program = buildSample('net10')
    const hook = buildStartupHook()
    const profiler = buildProfiler()
    const { page, application } = app
    await answerQuestions(application, 'agree')
    const hookLog = path.join(app.folders.top, 'hook-log')
    await page.keyboard.press('Control+6')
    await page.getByRole('textbox', { name: 'Command' }).fill(`"${program}" idle`)
    await choose(page, 'When the process starts', 'Hold until I resume it')
    await page.getByRole('button', { name: 'Launch', exact: true }).click()
    await page.getByRole('button', { name: /^Prepare / }).click()
    const done = page.getByRole('list', { name: 'Prepared for this runtime' })
    await page.getByRole('textbox', { name: 'Variable to set' }).fill(`PIPESCOPE_HOOK_LOG=${hookLog}`)
    await page.getByRole('button', { name: 'Set', exact: true }).click()
    await expect(done).toContainText('Variable PIPESCOPE_HOOK_LOG')

    const hookPart = page.getByRole('region', { name: 'Startup hook' })
    const hookPath = hookPart.getByRole('textbox')
    await hookPath.fill(program)
    await hookPart.getByRole('button', { name: 'Load hook…' }).press('Enter')
    await expect(page.getByRole('alert')).toContainText('isn’t a startup hook')
    await hookPath.fill(hook)
    await hookPart.getByRole('button', { name: 'Load hook…' }).press('Enter')
    await expect(done).toContainText('Startup hook')
    if (profiler !== null) {
      const part = page.getByRole('region', { name: 'Startup profiler' })
      await part.getByRole('textbox', { name: 'CLSID' }).fill(profilerClsid)
      await part.getByRole('textbox', { name: /path/ }).fill(profiler)
      await part.getByRole('button', { name: 'Load profiler…' }).press('Enter')
      await expect(done).toContainText('Startup profiler')
    }
    await takePictures(app, 'startup-prepare')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    const pid = await runtimes(page, 'waiting').getAttribute('data-pid')
    await page.getByRole('button', { name: /^Record .*, then resume it$/ }).click()
    await expect(page.getByRole('heading', { name: /^Record / })).toBeVisible()
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => fs.existsSync(hookLog)).toBe(true)
    if (profiler !== null && process.platform === 'linux')
      await expect
        .poll(() => fs.readFileSync(`/proc/${String(pid)}/maps`, 'utf8').includes(path.basename(profiler)))
        .toBe(true)
    await page.keyboard.press('Control+6')
    await expect(runtimes(page, 'running')).toHaveCount(1)
    await page.getByRole('main').getByRole('button', { name: 'Stop', exact: true }).click()
    await expect(launches(page, 'ended')).toHaveCount(1)
  })

  test('a port opened here holds every runtime that connects, until all are resumed', async ({ app }) => {
    const program = buildSample('net10')
    const { page, application } = app
    await answerQuestions(application, 'agree')
    const { spawn } = await import('node:child_process')
    await page.keyboard.press('Control+6')
    await page.getByRole('button', { name: 'Open port' }).click()
    const shown = page
      .locator('pre')
      .filter({ hasText: /DOTNET_DiagnosticPorts=\S/ })
      .first()
    const variable = /DOTNET_DiagnosticPorts=(\S+)/.exec((await shown.textContent()) ?? '')?.[1] ?? ''
    expect(variable).toMatch(/,suspend$/)
    const child = spawn(program, ['idle'], {
      env: { ...app.targetEnvironment, DOTNET_DiagnosticPorts: variable },
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    let output = ''
    child.stdout.on('data', (part: Buffer) => (output += part.toString('utf8')))
    try {
      await expect(runtimes(page, 'waiting')).toHaveCount(1)
      expect(output).toBe('')
      await takePictures(app, 'startup-port')
      await page.getByRole('button', { name: 'Resume all' }).click()
      await expect.poll(() => output).toContain('ready ')
      await page.getByRole('button', { name: 'Close the port' }).click()
      await expect(page.getByRole('region', { name: /^Port / })).toHaveCount(0)
    } finally {
      child.kill('SIGKILL')
    }
  })
})
