import fs from 'node:fs'
import { channels } from '../shared/contract/index.ts'
import { launchApp, type RunningApp } from './fixture/running-app.ts'
import { expect, test } from './fixture/test.ts'

/**
 * Each promise of main/app and main/ipc about what a page of ours can do, tried from inside a real page. One app for all: what
 * is tried here must leave no trace, and the next test would notice one.
 */
let app: RunningApp

test.beforeAll(async () => {
  app = await launchApp()
})
test.afterEach(() => {
  expect(app.pageErrors, 'errors in the page').toEqual([])
})
test.afterAll(async () => {
  await app.close()
  fs.rmSync(app.folders.top, { recursive: true, force: true })
})

/** The page refuses on purpose here: what its policy reports is expected. */
function expectViolations(): void {
  app.pageErrors.length = 0
}

const invoke = (channel: string, request: unknown) =>
  app.page.evaluate(
    ([name, body]) =>
      (window as unknown as { bridge: { invoke(c: unknown, r: unknown): Promise<unknown> } }).bridge.invoke(name, body),
    [channel, request] as const,
  )

/** What main refused and logged, newest last. */
async function refusals(): Promise<readonly (string | undefined)[]> {
  const log = (await invoke('diagnostics.log', { maxRecords: 50 })) as {
    value: { event: string; fields: { what?: string } }[]
  }
  return log.value.filter((record) => record.event === 'request-refused').map((record) => record.fields.what)
}

test('the page has no Node and no Electron, only the bridge', async () => {
  const found = await app.page.evaluate(() => {
    const page = window as unknown as Record<string, unknown>
    const names = ['require', 'process', 'module', 'Buffer', 'global', '__dirname', 'electron', 'ipcRenderer']
    return {
      present: names.filter((name) => page[name] !== undefined),
      bridge: Object.keys(page['bridge'] as object).toSorted(),
    }
  })
  expect(found).toEqual({ present: [], bridge: ['invoke', 'openStream', 'pathOfFile'] })
})

test('the page cannot change what the bridge does', async () => {
  const isFrozen = await app.page.evaluate(() => {
    const { bridge } = window as unknown as { bridge: { invoke: unknown } }
    const before = bridge.invoke
    try {
      bridge.invoke = () => 'mine'
    } catch {
      // Strict mode says no out loud.
    }
    return (window as unknown as { bridge: { invoke: unknown } }).bridge.invoke === before
  })
  expect(isFrozen).toBe(true)
})

test('every window is sandboxed and isolated', async () => {
  const preferences = await app.application.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => {
      const contents = window.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
      const last = contents.getLastWebPreferences()
      const names = ['sandbox', 'contextIsolation', 'nodeIntegration', 'nodeIntegrationInSubFrames', 'webSecurity']
      return Object.fromEntries([...names, 'webviewTag'].map((name) => [name, last[name]]))
    }),
  )
  expect(preferences).toEqual([
    {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
    },
  ])
})

test('the page has no opener, embeds nothing foreign, shares no memory and carries a policy without exceptions', async () => {
  const headers = await app.page.evaluate(async () => {
    const response = await fetch('index.html')
    return {
      hasOpener: opener !== null,
      hasSharedMemory: 'SharedArrayBuffer' in globalThis,
      embedder: response.headers.get('cross-origin-embedder-policy'),
      resource: response.headers.get('cross-origin-resource-policy'),
      policy: response.headers.get('content-security-policy') ?? '',
    }
  })
  expect(headers).toMatchObject({
    hasOpener: false,
    hasSharedMemory: false,
    embedder: 'require-corp',
    resource: 'same-origin',
  })
  expect(headers.policy).toContain("default-src 'none'")
  expect(headers.policy).not.toContain('unsafe')
})

test('inline scripts, eval, inline styles and anything remote are refused', async () => {
  const directives = [
    'script-src-elem',
    'script-src-attr',
    'style-src-elem',
    'script-src',
    'connect-src',
    'img-src',
    'frame-src',
  ]
  const tried = await app.page.evaluate(async (directiveCount) => {
    const refused: string[] = []
    document.addEventListener('securitypolicyviolation', (event) => refused.push(event.effectiveDirective))
    const script = document.createElement('script')
    script.textContent = 'window.inlineRan = true'
    document.head.append(script)
    const style = document.createElement('style')
    style.textContent = 'body { outline: 99px solid red }'
    document.head.append(style)
    const holder = document.createElement('div')
    holder.innerHTML = '<img src="https://example.org/x.png" onerror="window.handlerRan = true">'
    document.body.append(holder)
    const frame = document.createElement('iframe')
    frame.src = 'app://pipescope/index.html'
    document.body.append(frame)
    // In a task of its own: what the test driver runs directly is exempt from this part of the policy.
    const evaluated = await new Promise<string>((resolve) => {
      setTimeout(() => {
        try {
          // oxlint-disable-next-line no-eval -- the very thing that must not work
          resolve(String(globalThis.eval('1 + 1')))
        } catch (error) {
          resolve((error as Error).name)
        }
      }, 50)
    })
    const fetched = await fetch('https://example.org/').then(
      () => 'fetched',
      () => 'refused',
    )
    // What a frame may not load is said by another process, in its own time.
    for (let waitedMs = 0; waitedMs < 20_000 && new Set(refused).size < directiveCount; waitedMs += 50)
      await new Promise((resolve) => setTimeout(resolve, 50))
    await new Promise((resolve) => setTimeout(resolve, 200))
    const page = window as unknown as Record<string, unknown>
    const outline = getComputedStyle(document.body).outlineWidth
    for (const element of [script, style, holder, frame]) element.remove()
    return { refused, evaluated, fetched, inlineRan: page['inlineRan'], handlerRan: page['handlerRan'], outline }
  }, directives.length)
  expect(tried).toMatchObject({ evaluated: 'EvalError', fetched: 'refused' })
  expect(tried.inlineRan).toBeUndefined()
  expect(tried.handlerRan).toBeUndefined()
  expect(tried.outline).not.toBe('99px')
  expect(new Set(tried.refused)).toEqual(new Set(directives))
  expectViolations()
})

test('a page from elsewhere gets nothing, although it has the bridge', async () => {
  const answers = await app.application.evaluate(async ({ app: electronApp, BrowserWindow }) => {
    const preload = `${electronApp.getAppPath()}/out/preload/index.cjs`
    const results: unknown[] = []
    for (const address of ['data:text/html,elsewhere', 'app://pipescope/index.html']) {
      const stranger = new BrowserWindow({
        show: false,
        webPreferences: { preload, sandbox: true, contextIsolation: true },
      })
      await stranger.loadURL(address)
      results.push(
        await stranger.webContents.executeJavaScript('window.bridge.invoke("settings.get", {})'),
        await stranger.webContents.executeJavaScript(
          'window.bridge.openStream({ stream: "app.messages", parameter: null, nonce: "0".repeat(32) })',
        ),
      )
      stranger.destroy()
    }
    return results
  })
  const refused = { ok: false, error: { kind: 'invalid-request', what: 'sender', detail: 'not a page of this app' } }
  expect(answers).toEqual([refused, refused, refused, refused])
  expectViolations()
})

test('a request that doesn’t match its schema is rejected, and its values are not repeated', async () => {
  for (const request of [null, 7, { theme: 'hunter2' }, { theme: 'dark', more: 1 }, 'text']) {
    const answer = await invoke('settings.update', request)
    expect(answer).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
    expect(JSON.stringify(answer)).not.toContain('hunter2')
  }
})

test('every channel of the contract checks its request and its sender', async () => {
  const names = Object.keys(channels)
  expect(names.length).toBeGreaterThan(50)
  const refusal = { ok: false, error: { kind: 'invalid-request' } }
  for (const name of names) expect(await invoke(name, 7), name).toMatchObject(refusal)
  const answers = await app.application.evaluate(async ({ app: electronApp, BrowserWindow }, all) => {
    const preload = `${electronApp.getAppPath()}/out/preload/index.cjs`
    const stranger = new BrowserWindow({
      show: false,
      webPreferences: { preload, sandbox: true, contextIsolation: true },
    })
    await stranger.loadURL('data:text/html,elsewhere')
    const ask = `Promise.all(${JSON.stringify(all)}.map((name) => window.bridge.invoke(name, {})))`
    const given = (await stranger.webContents.executeJavaScript(ask)) as { error?: { what?: string } }[]
    stranger.destroy()
    return given.map(({ error }) => error?.what)
  }, names)
  expect(new Set(answers)).toEqual(new Set(['sender']))
  expectViolations()
})

test('a channel that is not in the contract is refused', async () => {
  for (const channel of ['settings.wipe', '', '__proto__', 'open-stream', 'GUEST_VIEW_MANAGER_CALL']) {
    expect(await invoke(channel, {})).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  }
})

test('a saved file can be revealed, the rest of the disk cannot', async () => {
  expect(await invoke('files.reveal', { path: '/etc/passwd' })).toEqual({
    ok: false,
    error: { kind: 'not-found', what: 'saved file' },
  })
})

test('the page can’t navigate away or open a window', async () => {
  const address = app.page.url()
  const opened = await app.page.evaluate(() => {
    const answers = [window.open('https://example.org/'), window.open('app://pipescope/index.html')]
    const link = document.createElement('a')
    link.href = 'https://example.org/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
    link.remove()
    location.href = 'https://example.org/'
    location.href = 'file:///etc/passwd'
    return answers.map((answer) => answer === null)
  })
  expect(opened).toEqual([true, true])
  await app.page.waitForTimeout(500)
  expect(app.page.url()).toBe(address)
  expect(await app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  expectViolations()
})

test('the page keeps what it shows: it does not reload itself', async () => {
  await app.page.evaluate(() => {
    ;(window as unknown as Record<string, unknown>)['stillHere'] = true
    location.reload()
    location.href = 'app://pipescope/index.html?again'
  })
  await app.page.keyboard.press('Control+R')
  await app.page.keyboard.press('F5')
  await app.page.waitForTimeout(500)
  expect(await app.page.evaluate(() => (window as unknown as Record<string, unknown>)['stillHere'])).toBe(true)
})

test('no permission is granted', async () => {
  const answers = await app.page.evaluate(async () => {
    const names = ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read', 'midi'] as PermissionName[]
    const states = await Promise.all(names.map(async (name) => (await navigator.permissions.query({ name })).state))
    return {
      states: [...new Set(states)],
      media: await navigator.mediaDevices.getUserMedia({ audio: true }).then(
        () => 'granted',
        () => 'refused',
      ),
      screen: await navigator.mediaDevices.getDisplayMedia().then(
        () => 'granted',
        () => 'refused',
      ),
      clipboard: await navigator.clipboard.readText().then(
        () => 'granted',
        () => 'refused',
      ),
      notification: await Notification.requestPermission(),
    }
  })
  expect(answers).toEqual({
    states: ['denied'],
    media: 'refused',
    screen: 'refused',
    clipboard: 'refused',
    notification: 'denied',
  })
})

test('app:// serves the built page and nothing outside it', async () => {
  const statuses = await app.page.evaluate(async () => {
    const tries = [
      'index.html',
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      '../../package.json',
      '..%5c..%5cpackage.json',
      'assets',
      'nothing.js',
      '%00.html',
    ]
    const answers: Record<string, number> = {}
    for (const name of tries) answers[name] = (await fetch(`app://pipescope/${name}`)).status
    answers['POST'] = (await fetch('app://pipescope/index.html', { method: 'POST' })).status
    return answers
  })
  expect(statuses).toEqual({
    'index.html': 200,
    '..%2f..%2fpackage.json': 404,
    '%2e%2e/%2e%2e/package.json': 404,
    '../../package.json': 404,
    '..%5c..%5cpackage.json': 404,
    assets: 404,
    'nothing.js': 404,
    '%00.html': 404,
    POST: 405,
  })
})

test('nothing leaves the app over a network or reads the disk, not even for a window of somebody else', async () => {
  const outcomes = await app.application.evaluate(async ({ BrowserWindow }) => {
    const stranger = new BrowserWindow({ show: false })
    const results: string[] = []
    for (const address of ['https://example.org/', 'http://127.0.0.1:9/', 'file:///etc/passwd']) {
      results.push(
        await stranger.loadURL(address).then(
          () => 'loaded',
          (error: Error & { code?: string }) => error.code ?? error.message,
        ),
      )
    }
    stranger.destroy()
    return results
  })
  expect(outcomes).toEqual(['ERR_BLOCKED_BY_CLIENT', 'ERR_BLOCKED_BY_CLIENT', 'ERR_BLOCKED_BY_CLIENT'])
})

test('a download that the page starts by itself is refused', async () => {
  await app.page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'data:text/plain,x'
    link.download = 'x.txt'
    document.body.append(link)
    link.click()
    link.remove()
  })
  await expect.poll(refusals).toContain('download')
})
