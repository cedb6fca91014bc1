import { spawn } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { projectCache, root } from './paths.mjs'
import { say } from './report.mjs'

/**
 * Lines of Chromium about a session bus or a graphics card that is not there. They mean nothing to a person; they are kept
 * in a file for whoever looks for something else.
 */
const noise =
  /:(ERROR|WARNING):(bus|object_proxy|viz_main_impl|gl_|gpu_|command_buffer|angle|ozone|vaapi|display)|dbus|libva/i
const noiseLog = path.join(projectCache, 'electron-noise.log')

/** Chromium's words for a display that is named and not there; it crashes afterwards. */
const noDisplay = /Missing X server|platform failed to initialize|Failed to connect to Wayland display/i

/** @param {string} line */
export function isNoise(line) {
  return noise.test(line)
}

/**
 * Chromium refuses to sandbox a process of root. Only then is the sandbox switched off, and it is said; a package never
 * gets this switch.
 */
export function sandboxArguments() {
  return saySandbox() ? [] : ['--no-sandbox']
}

/**
 * For whoever leaves the switch to the test driver, which gives it by the same rule.
 *
 * @returns {boolean} whether the sandbox is on
 */
export function saySandbox() {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return true
  say('  Running as root: the Chromium sandbox is off (--no-sandbox). It is on for any other user.')
  return false
}

/**
 * Starts the app from this folder. The returned promise resolves with its exit code.
 *
 * @param {string} executablePath
 * @param {readonly string[]} appArguments
 * @param {{ environment?: NodeJS.ProcessEnv, cwd?: string }} [options]
 * @returns {{ child: import('node:child_process').ChildProcess, ended: Promise<number> }}
 */
export function launchElectron(executablePath, appArguments, { environment = process.env, cwd } = {}) {
  const env = { ...environment }
  // Set by some editors for their own terminals: Electron would start as plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  const child = spawn(executablePath, [...sandboxArguments(), root, ...appArguments], {
    stdio: ['ignore', 'inherit', 'pipe'],
    env,
    ...(cwd === undefined ? {} : { cwd }),
  })
  fs.mkdirSync(projectCache, { recursive: true })
  const log = fs.createWriteStream(noiseLog, { flags: 'w' })
  child.stderr?.setEncoding('utf8')
  let rest = ''
  let isWithoutDisplay = false
  child.stderr?.on('data', (/** @type {string} */ text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      isWithoutDisplay ||= noDisplay.test(line)
      if (isNoise(line) || noDisplay.test(line)) log.write(`${line}\n`)
      else say(line)
    }
  })
  const ended = new Promise((/** @type {(exitCode: number) => void} */ resolve) => {
    child.once('error', (error) => {
      say(`Couldn't start the app: ${error.message}`)
      resolve(1)
    })
    child.once('close', (code, signal) => {
      if (rest && !isNoise(rest)) say(rest)
      log.end()
      if (isWithoutDisplay && code !== 0) say(describeDisplay(env))
      else if (signal) say(`The app was terminated by ${signal}.`)
      resolve(code ?? 1)
    })
  })
  return { child, ended }
}

/** @param {NodeJS.ProcessEnv} environment */
function describeDisplay({ DISPLAY: x11, WAYLAND_DISPLAY: wayland }) {
  const named = [...(x11 ? [`DISPLAY=${x11}`] : []), ...(wayland ? [`WAYLAND_DISPLAY=${wayland}`] : [])].join(', ')
  return (
    `Couldn't open the display (${named}): it does not respond, or this user has no access to it.\n` +
    'Set DISPLAY to one that works, or unset it: without a display, npm start runs the tour on a virtual one.'
  )
}
