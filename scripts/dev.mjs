import { EventEmitter, once } from 'node:events'
import { forgetBuild } from './setup/build.mjs'
import { hasDisplay, startVirtualDisplay } from './setup/display.mjs'
import { launchElectron } from './setup/launch.mjs'
import { root } from './setup/paths.mjs'
import { runScript, say } from './setup/report.mjs'
import { setUp } from './setup/set-up.mjs'

/**
 * `npm run dev`: the page is served with hot reload, main and preload are rebuilt on each change. A new main restarts the
 * app, a new preload reloads the page.
 */
await runScript(async () => {
  const { electron } = await setUp({ headline: 'Pipescope: development', withBuild: false })
  forgetBuild()
  const { createBuilder, createServer } = await import('vite')
  const virtual = hasDisplay() ? null : await startVirtualDisplay()
  const server = await createServer({ root: `${root}/renderer`, configFile: `${root}/vite.config.ts` })
  await server.listen()
  const url = server.resolvedUrls?.local[0]
  if (!url) throw new Error('the development server has no local address')
  say(`  page served at ${url}`)

  /** @type {ReturnType<typeof launchElectron> | null} */
  let app = null
  let isRestarting = false
  const environment = {
    ...process.env,
    VITE_DEV_SERVER_URL: url,
    ...(virtual ? { DISPLAY: virtual.display } : {}),
  }

  /** Emits `closed` with the exit code when the person closes the app; a restart of ours does not count. */
  const person = new EventEmitter()

  async function restart() {
    if (isRestarting) return
    isRestarting = true
    // The old one first: a second instance would hand over to it and end.
    app?.child.kill()
    await app?.ended
    isRestarting = false
    const started = launchElectron(electron.executablePath, process.argv.slice(2), { environment })
    app = started
    void started.ended.then((exitCode) => {
      if (app === started && !isRestarting) person.emit('closed', exitCode)
    })
  }

  const builder = await createBuilder({ configFile: `${root}/vite.config.ts`, logLevel: 'warn', build: { watch: {} } })
  const watchers = []
  for (const name of ['preload', 'main']) {
    const environmentOfBuild = builder.environments[name]
    if (!environmentOfBuild) throw new Error(`vite.config.ts has no environment called ${name}`)
    const watcher = /** @type {import('vite').Rolldown.RolldownWatcher} */ (await builder.build(environmentOfBuild))
    watchers.push(watcher)
    await new Promise((resolve) => {
      let isFirst = true
      watcher.on('event', async (event) => {
        if (event.code === 'ERROR') say(event.error.message)
        if (event.code !== 'BUNDLE_END') return
        say(`  built ${name}`)
        await event.result.close()
        if (isFirst) resolve(undefined)
        else if (name === 'main') await restart()
        else server.ws.send({ type: 'full-reload' })
        isFirst = false
      })
    })
  }
  await restart()
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => app?.child.kill())
  const [exitCode] = await once(person, 'closed')
  for (const watcher of watchers) await watcher.close()
  await server.close()
  virtual?.stop()
  return exitCode
})
