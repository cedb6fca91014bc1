import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { hasDisplay, startVirtualDisplay } from '../setup/display.mjs'
import { isNoise, sandboxArguments } from '../setup/launch.mjs'

const startTimeoutMs = 30_000
/** In the environment of the app and of all that it starts: its value is our process id. */
export const markVariable = 'PIPESCOPE_PACKAGE_TEST'

/**
 * Starts the packaged app so that it can be driven over the DevTools protocol. The test driver cannot start it: the fuses forbid
 * --inspect.
 *
 * @param {string} executable
 * @param {readonly string[]} words for the app
 */
export async function startPackagedApp(executable, words) {
  const virtual = hasDisplay() ? null : await startVirtualDisplay()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-smoke-'))
  const child = spawn(
    executable,
    [...sandboxArguments(), `--user-data-dir=${path.join(folder, 'u')}`, '--remote-debugging-port=0', ...words],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        ...(virtual ? { DISPLAY: virtual.display } : {}),
        ELECTRON_RUN_AS_NODE: undefined,
        [markVariable]: String(process.pid),
      },
    },
  )
  const output = collectOutput(child)
  return {
    child,
    folder,
    /** @returns {Promise<string>} the address that a DevTools client connects to */
    debugger: () => output.find(/DevTools listening on (ws:\/\/\S+)/, startTimeoutMs),
    outputTail: output.tail,
    dispose() {
      child.kill('SIGKILL')
      virtual?.stop()
      fs.rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

/**
 * @param {string} address of the app's DevTools endpoint
 */
export async function firstPageOf(address) {
  const { chromium } = await import('playwright')
  const browser = await chromium.connectOverCDP(address)
  const page = browser.contexts()[0]?.pages()[0] ?? (await browser.contexts()[0]?.waitForEvent('page'))
  if (!page) throw new Error('the app has no window')
  return { browser, page }
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
