import path from 'node:path'
import { performance } from 'node:perf_hooks'
import { readArguments } from './setup/arguments.mjs'
import { hasDisplay, startVirtualDisplay } from './setup/display.mjs'
import { launchElectron, saySandbox } from './setup/launch.mjs'
import { callerPath, root } from './setup/paths.mjs'
import { runScript, say, seconds, SetupError } from './setup/report.mjs'
import { setUp } from './setup/set-up.mjs'

const usage = 'Usage: npm start -- [FILE] [--pid N] [--live] | --tour DIR [--pid N]...'

/**
 * `npm start`: sets up what is missing, builds, opens the app.
 *
 *   npm start                                  a window
 *   npm start -- [FILE] [--pid N] [--live]     a window with that file or process
 *   npm start -- --tour DIR [--pid N]...       drives the app like a user, writes DIR/tour.json and screenshots
 *
 * Without a display nobody could see a window: a virtual one is started and the tour is taken.
 */
await runScript(async () => {
  const { values, positionals } = readArguments(
    {
      allowPositionals: true,
      options: /** @type {const} */ ({
        tour: { type: 'string' },
        pid: { type: 'string', multiple: true },
        live: { type: 'boolean' },
        demo: { type: 'boolean' },
      }),
    },
    usage,
  )
  const pids = (values.pid ?? []).map(readPid)
  const { electron } = await setUp({ headline: 'Pipescope: set-up' })

  if (values.tour === undefined && hasDisplay()) {
    const appArguments = [
      ...positionals.map(callerPath),
      ...pids.flatMap((pid) => ['--pid', String(pid)]),
      ...(values.live ? ['--live'] : []),
      ...(values.demo ? ['--demo'] : []),
    ]
    const { child, ended } = launchElectron(electron.executablePath, appArguments)
    // Spawn to spawn is what we can tell; the window is there when the page has painted.
    say(`  opening the app (${seconds(performance.now())} since the command)`)
    for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => child.kill())
    return ended
  }
  if (values.tour === undefined) say('No display found: running the tour on a virtual one instead of opening a window.')
  return takeTour(values.tour === undefined ? path.join(root, 'out/tour') : callerPath(values.tour), pids)
})

/** @param {string} text */
function readPid(text) {
  const pid = Number(text)
  if (!Number.isInteger(pid) || pid <= 0) throw new SetupError(`--pid needs a process id, not "${text}".`, 64)
  return pid
}

/**
 * @param {string} folder
 * @param {number[]} pids
 * @returns {Promise<number>} exit code
 */
async function takeTour(folder, pids) {
  const virtual = hasDisplay() ? null : await startVirtualDisplay()
  if (virtual) process.env['DISPLAY'] = virtual.display
  saySandbox()
  try {
    const { importTypeScript } = await import('./import-typescript.mjs')
    const tour = await importTypeScript('e2e/tour/tour.ts')
    return await tour['takeTour']({ folder, pids, print: (/** @type {string} */ line) => console.log(line) })
  } finally {
    virtual?.stop()
  }
}
