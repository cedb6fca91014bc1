import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay, startVirtualDisplay } from '../setup/display.mjs'
import { isNoise, sandboxArguments } from '../setup/launch.mjs'
import { SetupError, step } from '../setup/report.mjs'

const startTimeoutMs = 30_000
const rowTimeoutMs = 20_000
const quitTimeoutMs = 15_000

/**
 * Starts the packaged app with a demo process, looks over the DevTools protocol whether its row is on the screen, closes
 * the window, and waits for the app to end by itself. The test driver cannot start it: the fuses forbid --inspect.
 *
 * @param {string} executable
 */
export function smokeTest(executable) {
  return step('smoke test', async () => {
    const virtual = hasDisplay() ? null : await startVirtualDisplay()
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-smoke-'))
    const child = spawn(
      executable,
      [...sandboxArguments(), `--user-data-dir=${path.join(folder, 'u')}`, '--remote-debugging-port=0', '--demo'],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...(virtual ? { DISPLAY: virtual.display } : {}), ELECTRON_RUN_AS_NODE: undefined },
      },
    )
    const output = collectOutput(child)
    try {
      const address = await output.find(/DevTools listening on (ws:\/\/\S+)/, startTimeoutMs)
      const name = await lookAtFirstRow(address)
      await expectEnd(child)
      return { did: `the packaged app listed ${name} and quit`, value: undefined }
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      throw new SetupError(`The packaged app failed its smoke test: ${reason}\n${output.tail()}`)
    } finally {
      child.kill('SIGKILL')
      virtual?.stop()
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    }
  })
}

/**
 * @param {string} address of the app's DevTools endpoint
 * @returns {Promise<string>} what the first row says
 */
async function lookAtFirstRow(address) {
  const { chromium } = await import('playwright')
  const browser = await chromium.connectOverCDP(address)
  const page = browser.contexts()[0]?.pages()[0] ?? (await browser.contexts()[0]?.waitForEvent('page'))
  if (!page) throw new Error('the app has no window')
  const row = page.getByTestId('process-row').first()
  await row.waitFor({ timeout: rowTimeoutMs })
  const text = (await row.innerText()).replace(/\s+/g, ' ').trim()
  if (!page.url().startsWith('app://')) throw new Error(`the page comes from ${page.url()}`)
  await page.close()
  await browser.close()
  return `"${text.slice(0, 60)}"`
}

/** @param {import('node:child_process').ChildProcess} child */
async function expectEnd(child) {
  const end = new Promise((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    child.once('exit', resolve)
  })
  const late = new Promise((resolve) => setTimeout(resolve, quitTimeoutMs, 'late').unref())
  const outcome = await Promise.race([end, late])
  if (outcome !== 0) throw new Error(outcome === 'late' ? 'it did not quit' : `it ended with exit code ${outcome}`)
}

/** @param {import('node:child_process').ChildProcess} child */
function collectOutput(child) {
  let text = ''
  /** @type {Set<() => void>} */
  const listeners = new Set()
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (part) => {
      text += part
      for (const listener of listeners) listener()
    })
  }
  return {
    tail: () =>
      text
        .split('\n')
        .filter((line) => !isNoise(line))
        .slice(-15)
        .join('\n'),
    /**
     * @param {RegExp} pattern with one group
     * @param {number} timeoutMs
     * @returns {Promise<string>} the group
     */
    find: (pattern, timeoutMs) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text)?.[1]
          if (found === undefined) return
          listeners.delete(look)
          clearTimeout(timer)
          resolve(found)
        }
        const timer = setTimeout(() => reject(new Error('it did not start in time')), timeoutMs)
        child.once('exit', (code) => reject(new Error(`it ended with exit code ${code} at its start`)))
        listeners.add(look)
        look()
      }),
  }
}
