import { spawn } from 'node:child_process'
import { SetupError } from './report.mjs'

const startTimeoutMs = 15_000

/** Whether a person could see a window here. macOS and Windows always have a display for whoever is logged in. */
export function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
}

/**
 * One virtual display for a whole run. `xvfb-run` waits about three seconds for each start; a server that reports its own
 * number is there in a tenth of one.
 *
 * @param {string} [size]
 * @returns {Promise<{ display: string, stop: () => void }>}
 */
export async function startVirtualDisplay(size = '1920x1200x24') {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp', '-noreset'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const stop = () => void server.kill()
  process.once('exit', stop)
  const report = /** @type {import('node:stream').Readable} */ (server.stdio[3])
  const number = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new SetupError('Xvfb did not start in time.')), startTimeoutMs)
    let text = ''
    report.on('data', (part) => {
      text += part
      if (text.includes('\n')) resolve(text.trim())
    })
    server.on('error', (error) => reject(new SetupError(`Couldn't start Xvfb: ${error.message}`)))
    server.on('exit', (code) => reject(new SetupError(`Xvfb exited with code ${code} before it was ready.`)))
    report.on('close', () => clearTimeout(timer))
    report.on('data', () => clearTimeout(timer))
  })
  server.unref()
  // @ts-expect-error a pipe is a socket, which can be let go of; the type of stdio does not say so
  report.unref()
  return {
    display: `:${number}`,
    stop() {
      process.off('exit', stop)
      stop()
    },
  }
}
