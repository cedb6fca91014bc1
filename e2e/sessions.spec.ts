import { fork, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import type { DemoOptions, FromDemoProcess, ToDemoProcess } from '../main/demo/demo-messages.ts'
import { root } from '../scripts/setup/paths.mjs'
import type { RunningApp } from './fixture/running-app.ts'
import { test as sharing } from './fixture/shared-app.ts'
import { expect, test } from './fixture/test.ts'

/** No way of leaving may leave a session behind in a target: each is tried against a scripted runtime that counts them. */

interface Target {
  readonly pid: number
  /** ProcessKey: pid and start time, both in the socket's name. */
  readonly key: string
  openSessions(): Promise<number>
  stop(): void
}

async function startTarget(app: RunningApp, options: DemoOptions = {}): Promise<Target> {
  const child = fork(path.join(root, 'out/main/demo-target.cjs'), { env: { ...process.env } })
  const listening = await ask(child, { kind: 'start', options: { ...options, folder: app.folders.temporary } })
  if (listening.kind !== 'listening') throw new Error(`the scripted runtime did not start: ${listening.kind}`)
  return {
    pid: listening.pid,
    key: `${listening.pid}:${/-(\d+)-socket$/.exec(listening.socketPath)?.[1]}`,
    async openSessions() {
      const state = await ask(child, { kind: 'ask-state' })
      return state.kind === 'state' ? state.openSessionCount : Number.NaN
    },
    stop: () => child.kill(),
  }
}

function ask(child: ChildProcess, message: ToDemoProcess): Promise<FromDemoProcess> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('the scripted runtime has ended'))
    child.once('exit', onExit)
    child.once('message', (answer) => {
      child.off('exit', onExit)
      resolve(answer as FromDemoProcess)
    })
    child.send(message)
  })
}

/** As the page does it, but without a component, so that what closes the view afterwards is main alone. */
async function openLive(app: RunningApp, target: Target): Promise<string> {
  const answers: { ok: boolean; value?: { liveId: string } }[] = []
  const isOpen = async () => {
    const answer = (await invoke(app, 'live.open', { processKey: target.key, intervalMs: 1000 })) as (typeof answers)[0]
    if (answer.ok) answers.push(answer)
    return answer.ok
  }
  await expect.poll(isOpen, { message: 'the target is listed and opens' }).toBe(true)
  return answers[0]?.value?.liveId ?? ''
}

const invoke = (app: RunningApp, channel: string, request: unknown) =>
  app.page.evaluate(
    ([name, body]) =>
      (window as unknown as { bridge: { invoke(c: string, r: unknown): Promise<unknown> } }).bridge.invoke(name, body),
    [channel, request] as const,
  )

test('quitting and a crash of the page end the sessions; after a crash of Pipescope the next run frees what was left, and says so', async ({
  launch,
}) => {
  const app = await launch()
  const target = await startTarget(app)
  try {
    await openLive(app, target)
    await expect.poll(() => target.openSessions(), { message: 'sessions are open' }).toBeGreaterThan(0)
    await app.application.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
    )
    await expect.poll(() => target.openSessions(), { message: 'after a crash of the page' }).toBe(0)
    await app.close()

    const killed = await launch({ folders: app.folders })
    await openLive(killed, target)
    await expect.poll(() => target.openSessions(), { message: 'sessions are open again' }).toBeGreaterThan(0)
    const child = killed.application.process()
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGKILL')
    await ended

    const next = await launch({ folders: app.folders })
    await openLive(next, target)
    await expect(next.page.getByText('Some sessions from the last run were left open').first()).toBeVisible()
    await expect(next.page.getByText(`Process ${target.pid}: they have been closed.`).first()).toBeVisible()
    await expect.poll(() => target.openSessions(), { message: 'sessions are open once more' }).toBeGreaterThan(0)
    await next.close()
    expect(await target.openSessions(), 'after the app has quit').toBe(0)
  } finally {
    target.stop()
  }
})

test('a second window keeps a view alive when the first one closes', async ({ launch }) => {
  const app = await launch()
  const target = await startTarget(app)
  try {
    await openLive(app, target)
    const second = app.application.waitForEvent('window')
    await invoke(app, 'window.new', {})
    const page = await second
    await page.waitForLoadState('domcontentloaded')
    await openLive({ ...app, page }, target)
    // Of meters and of counters, one after the other.
    await expect.poll(() => target.openSessions()).toBe(2)
    await app.page.close()
    await page.waitForTimeout(1000)
    expect(await target.openSessions()).toBe(2)
    await page.close()
    await expect.poll(() => target.openSessions()).toBe(0)
  } finally {
    target.stop()
  }
})

test('a target that never answers a stop does not keep the app from quitting', async ({ launch }) => {
  const app = await launch()
  const target = await startTarget(app, { faults: [{ command: 'stop', fault: { kind: 'never-answers' } }] })
  try {
    await openLive(app, target)
    await expect.poll(() => target.openSessions()).toBeGreaterThan(0)
    const process = app.application.process()
    await app.close()
    // By itself: closing throws when it has to kill. How long a step may take is what quit.test.ts and live-closing.test.ts say.
    expect([process.exitCode, process.signalCode]).toEqual([0, null])
  } finally {
    target.stop()
  }
})

sharing('a problem report holds no secret of a process, an environment or a path', async ({ app }) => {
  const secret = 'Zq7Kp2xWsecret'
  const target = await startTarget(app, {
    entryAssembly: `App${secret}`,
    commandLine: `/srv/${secret}/app --password ${secret}`,
    environment: { API_TOKEN: secret, [`NAME_${secret}`]: '1' },
  })
  const reportPath = path.join(app.folders.home, `report-${secret}.json`)
  try {
    const liveId = await openLive(app, target)
    await app.application.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath })
    }, reportPath)
    await invoke(app, 'live.addProvider', { liveId, provider: `${secret}-Provider` })
    await invoke(app, 'live.openFile', { path: `/srv/${secret}/none.nettrace` })
    await invoke(app, 'processes.environment', { key: target.key })
    expect(await invoke(app, 'processes.reveal', { key: target.key, name: 'API_TOKEN' })).toMatchObject({
      value: { value: secret },
    })
    await invoke(app, 'log.write', {
      level: 'error',
      event: 'page-failed',
      fields: { message: `cannot read '/srv/a ${secret}/x'`, commandLine: secret },
    })
    expect(await invoke(app, 'diagnostics.saveReport', {})).toMatchObject({ ok: true, value: { path: reportPath } })
    const report = fs.readFileSync(reportPath, 'utf8')
    expect(report).not.toContain(secret)
    const { kind, processes } = JSON.parse(report) as { kind: string; processes: readonly { pid: number }[] }
    expect(kind).toBe('pipescope-problem-report')
    expect(processes.map(({ pid }) => pid)).toContain(target.pid)
    const log = fs.readFileSync(path.join(app.folders.userData, 'logs', 'pipescope.log'), 'utf8')
    expect(log).not.toContain(secret)
    await invoke(app, 'live.close', { liveId })
  } finally {
    target.stop()
  }
})
