import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from './fixture/test.ts'
import { test as sharing } from './fixture/shared-app.ts'
import { rootAttributes, runCommand, whenShellIsReady } from './fixture/shell-steps.ts'
import { makeFolders, type RunningApp } from './fixture/running-app.ts'
import { locateElectron } from '../scripts/setup/electron.mjs'
import { root } from '../scripts/setup/paths.mjs'

/** Starting, starting again, crashing and ending: what main/app promises about the app as a whole. */

interface StartResult {
  readonly exitCode: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Starts the app like a shell would, without a driver, and waits for its end. */
async function startAndWait(app: RunningApp | null, words: readonly string[], folder: string): Promise<StartResult> {
  const { value: electron } = await locateElectron()
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const userData = `--user-data-dir=${app?.folders.userData ?? folder}`
  const child = spawn(electron.executablePath, [...sandbox, root, userData, ...words], {
    env: { ...process.env, ...app?.targetEnvironment },
    cwd: folder,
  })
  const result = { stdout: '', stderr: '' }
  child.stdout.on('data', (part: Buffer) => (result.stdout += part.toString('utf8')))
  child.stderr.on('data', (part: Buffer) => (result.stderr += part.toString('utf8')))
  // Its exit may be told before the last of what it wrote.
  const exitCode = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { exitCode, ...result }
}

const windowCount = (app: RunningApp) =>
  app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)

const ask = (app: RunningApp, channel: string, request: unknown) =>
  app.page.evaluate(
    ([name, body]) =>
      (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge.invoke(name, body),
    [channel, request] as const,
  )

sharing('a second start opens a window in the first instance and passes its arguments on', async ({ app }) => {
  const second = app.application.waitForEvent('window')
  const { exitCode } = await startAndWait(app, ['--pid', '4242', 'traces/x.nettrace'], app.folders.home)
  expect(exitCode).toBe(0)
  const page = await second
  await page.waitForLoadState('domcontentloaded')
  expect(await windowCount(app)).toBe(2)
  // There is no such file: the second window says so, the first one was not asked.
  await expect(page.getByText('x.nettrace').first()).toBeVisible()
  await expect(app.page.getByText('x.nettrace')).toHaveCount(0)
})

test('arguments after -- are files, in the first start and in a second one', async ({ launch }) => {
  const app = await launch({ arguments: ['--', '--remote-allow-origins=x.nettrace'] })
  await expect(app.page.getByText('--remote-allow-origins=x.nettrace').first()).toBeVisible()
  const isSwitch = await app.application.evaluate((electron) =>
    electron.app.commandLine.hasSwitch('remote-allow-origins'),
  )
  expect(isSwitch).toBe(false)
  for (const name of ['--inspect', '--pipescope-watchdog']) {
    const opened = app.application.waitForEvent('window')
    expect((await startAndWait(app, ['--', name], app.folders.home)).exitCode).toBe(0)
    await expect((await opened).getByText(name).first()).toBeVisible()
  }
})

test('an invalid command line prints the error and the usage, and opens no window', async () => {
  const folders = makeFolders()
  const { exitCode, stderr } = await startAndWait(null, ['--pid', 'seven'], folders.userData)
  fs.rmSync(folders.top, { recursive: true, force: true })
  expect(exitCode).toBe(2)
  expect(stderr).toContain('--pid needs a process ID, not "seven"')
  expect(stderr).toContain('Usage: pipescope')
})

test('--version prints the version and ends', async () => {
  const folders = makeFolders()
  const { exitCode, stdout } = await startAndWait(null, ['--version'], folders.userData)
  fs.rmSync(folders.top, { recursive: true, force: true })
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  expect({ exitCode, stdout: stdout.trim() }).toEqual({ exitCode: 0, stdout: version })
})

test('the place of a window and the settings are kept, and the page has them from the first paint on', async ({
  launch,
}) => {
  const first = await launch()
  const place = { x: 60, y: 70, width: 1000, height: 640 }
  await first.application.evaluate(
    ({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds),
    place,
  )
  // The window system moves and resizes in its own time.
  await expect
    .poll(() => first.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()))
    .toEqual(place)
  await whenShellIsReady(first.page)
  await first.page.keyboard.press('Control+,')
  await first.page.getByRole('radio', { name: 'Dark' }).click()
  await first.page.getByRole('radio', { name: 'Comfortable' }).click()
  await first.page.getByRole('radio', { name: '130 %' }).click()
  await first.page.getByRole('radio', { name: 'Reduced' }).click()
  expect(await ask(first, 'settings.update', { theme: 'dark' })).toMatchObject({ ok: true, value: { theme: 'dark' } })
  await expect
    .poll(() => rootAttributes(first.page))
    .toMatchObject({ theme: 'dark', density: 'comfortable', motion: 'reduced', scale: '1.3' })
  await first.close()

  const again = await launch({ folders: first.folders })
  await expect
    .poll(() => again.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds()))
    .toEqual(place)
  const shown = await again.application.evaluate(({ BrowserWindow, nativeTheme }) => ({
    background: BrowserWindow.getAllWindows()[0]?.getBackgroundColor(),
    source: nativeTheme.themeSource,
  }))
  expect(shown).toEqual({ background: '#18191B', source: 'dark' })
  const served = await again.page.evaluate(async () => (await fetch('index.html')).text())
  expect(served).toContain('<html data-theme="dark"')
  await expect.poll(() => rootAttributes(again.page)).toMatchObject({ theme: 'dark', scale: '1.3' })
})

test('a window position that no screen shows is forgotten, and an unreadable settings file is kept and reported', async ({
  launch,
}) => {
  const folders = makeFolders()
  fs.writeFileSync(
    path.join(folders.userData, 'window.json'),
    JSON.stringify({ version: 1, placement: { x: 9000, y: 9000, width: 1000, height: 640, isMaximized: false } }),
  )
  fs.writeFileSync(path.join(folders.userData, 'settings.json'), '{ half')
  const app = await launch({ folders })
  const bounds = await app.application.evaluate(({ BrowserWindow, screen }) => ({
    window: BrowserWindow.getAllWindows()[0]?.getBounds(),
    area: screen.getPrimaryDisplay().workArea,
  }))
  expect(bounds.window).toMatchObject({ width: 1000, height: 640 })
  expect(bounds.window?.x).toBeLessThan(bounds.area.x + bounds.area.width)
  await expect(app.page.getByText('Couldn’t read the settings', { exact: false }).first()).toBeVisible()
  const kept = fs.readdirSync(folders.userData).filter((name) => name.startsWith('settings.not-json.'))
  expect(kept).toHaveLength(1)
})

test('after a crash of its page a window says so and offers the way back', async ({ app }) => {
  // The driver loses a crashed page for good, so the window is asked through main.
  const inWindow = (code: string) =>
    app.application.evaluate(
      ({ BrowserWindow }, script) => BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(script) as unknown,
      code,
    )
  await whenShellIsReady(app.page)
  await runCommand(app, 'Settings')
  await expect(app.page.getByRole('switch', { name: 'Save a .gcdump beside each capture' })).toBeVisible()
  await app.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  )
  // Not through a script: one that is given to a crashed page never ends.
  const title = () => app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getTitle())
  await expect.poll(title).toBe('Pipescope: window stopped')
  expect(await inWindow('document.querySelector("h1")?.textContent')).toBe('This window stopped working')
  await inWindow('document.querySelector("a").click()')
  await expect.poll(() => inWindow('document.getElementById("root")?.childElementCount > 0')).toBe(true)
  // With what was open in it.
  await expect.poll(() => inWindow('document.querySelector("[data-document=settings]")?.hidden')).toBe(false)
  expect(await inWindow('window.bridge.invoke("settings.get", {}).then((answer) => answer.ok)')).toBe(true)
  const log = (await inWindow('window.bridge.invoke("diagnostics.log", { maxRecords: 100 })')) as {
    value: { event: string }[]
  }
  expect(log.value.map((record) => record.event)).toContain('renderer-gone')
})

test('SIGTERM shuts the app down in order, and what a killed instance left in the temporary folder is gone', async ({
  launch,
}) => {
  const killed = await launch()
  const { folders } = killed
  const left = () => fs.readdirSync(folders.temporary).filter((name) => name.startsWith('scoped_dir'))
  expect(await end(killed, 'SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' })
  if (process.platform === 'linux') expect(left()).toHaveLength(1)
  const earlier = left()
  const next = await launch({ folders })
  await expect.poll(() => left().filter((name) => earlier.includes(name))).toEqual([])
  expect(await end(next, 'SIGTERM')).toEqual({ code: 0, signal: null })
  expect(left()).toEqual([])
})

function end(app: RunningApp, how: NodeJS.Signals): Promise<unknown> {
  const child = app.application.process()
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })))
  child.kill(how)
  return ended
}

sharing('the page knows its platform, and text and pictures can be copied to the clipboard', async ({ app }) => {
  expect(await ask(app, 'app.facts', {})).toMatchObject({
    ok: true,
    value: { platform: process.platform, isPackaged: false, isTour: false, start: { pids: [], filePath: null } },
  })
  await ask(app, 'clipboard.writeText', { text: 'a\tb' })
  expect(await app.application.evaluate(({ clipboard }) => clipboard.readText())).toBe('a\tb')
  const answer = await app.page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = 4
    canvas.height = 3
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
    const png = await blob?.arrayBuffer()
    const { bridge } = window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }
    return bridge.invoke('clipboard.writePng', { png })
  })
  expect(answer).toEqual({ ok: true, value: null })
  const size = await app.application.evaluate(({ clipboard }) =>
    (clipboard as unknown as { readImage(): { getSize(): unknown } }).readImage().getSize(),
  )
  expect(size).toEqual({ width: 4, height: 3 })
})

sharing('a file made by the page is saved completely, where the user chooses', async ({ app }) => {
  const target = path.join(app.folders.home, 'chart.svg')
  await app.application.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
  }, target)
  const answer = await app.page.evaluate(() =>
    (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge.invoke('files.save', {
      suggestedName: 'chart.svg',
      content: new TextEncoder().encode('<svg/>').buffer,
    }),
  )
  expect(answer).toEqual({ ok: true, value: { path: target } })
  expect(fs.readFileSync(target, 'utf8')).toBe('<svg/>')
  await app.application.evaluate(({ dialog }) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: true, filePath: '' })
  })
  expect(await ask(app, 'diagnostics.saveReport', {})).toEqual({ ok: true, value: null })
})
