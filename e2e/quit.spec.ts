import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { canBuildSamples } from '../samples/start-target.ts'
import { test } from './fixture/live-page.ts'
import type { RunningApp } from './fixture/running-app.ts'
import { startRecording } from './fixture/recording-steps.ts'
import { expect } from './fixture/test.ts'
import { pause } from '../main/os/pause.ts'

/** Leaving with a page that cannot help: it is hung, and the recording is saved all the same. */

const folderOf = (app: RunningApp) => path.join(app.folders.home, 'Pipescope', 'Pipescope.Sample')

async function hangPage(app: RunningApp): Promise<number> {
  const pid = await app.application.evaluate(
    ({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId() ?? 0,
  )
  process.kill(pid, 'SIGSTOP')
  return pid
}

/** The driver's inspector keeps a main process that has nothing left to do. */
async function expectEnd(app: RunningApp, child: ChildProcess): Promise<void> {
  await expect
    .poll(() => child.exitCode !== null || child.signalCode !== null || app.output().includes('debugger to disconnect'))
    .toBe(true)
}

function expectWholeFile(app: RunningApp): void {
  const [name] = fs.readdirSync(folderOf(app)).filter((entry) => entry.endsWith('.nettrace'))
  expect(fs.readFileSync(path.join(folderOf(app), name ?? '')).at(-1)).toBe(1)
}

const isGone = (pid: number): boolean => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    // ENOENT: not even a zombie is left.
    return true
  }
}

test.describe('quitting with a hung page', () => {
  test.skip(!canBuildSamples() || process.platform !== 'linux', 'needs the .NET SDK, and signals of Linux')

  test('SIGTERM saves the recording and ends every process, and a second one does no harm', async ({ app, start }) => {
    const target = await start(app, { args: ['busy'] })
    await startRecording(app, target.pid)
    const page = await hangPage(app)
    // Taken first: the driver forgets its process with the end of it.
    const child = app.application.process()
    child.kill('SIGTERM')
    await pause(50)
    child.kill('SIGTERM')
    await expectEnd(app, child)
    expectWholeFile(app)
    await expect.poll(() => isGone(page)).toBe(true)
    expect(target.child.exitCode).toBeNull()
  })

  test('closing the window asks in a native dialog, then saves and quits', async ({ app, start }) => {
    const target = await start(app, { args: ['busy'] })
    await startRecording(app, target.pid)
    await app.application.evaluate(({ dialog }) => {
      const asked: unknown[] = []
      Object.assign(globalThis, { asked })
      dialog.showMessageBox = (...given: unknown[]) => {
        asked.push(given.at(-1))
        return Promise.resolve({ response: asked.length === 1 ? 1 : 0, checkboxChecked: false })
      }
    })
    const child = app.application.process()
    const page = await hangPage(app)
    const close = () => app.application.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const asked = () =>
      app.application.evaluate(
        () => (globalThis as unknown as { asked: { buttons: string[]; cancelId: number }[] }).asked,
      )
    await close()
    await expect.poll(async () => (await asked()).length).toBe(1)
    expect((await asked())[0]).toMatchObject({ buttons: ['Stop, Save and Quit', 'Cancel'], defaultId: 1, cancelId: 1 })
    // Cancelled: everything runs on.
    expect(child.exitCode).toBeNull()
    await close().catch(() => undefined)
    await expectEnd(app, child)
    expectWholeFile(app)
    await expect.poll(() => isGone(page)).toBe(true)
  })
})
