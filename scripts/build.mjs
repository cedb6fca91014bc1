import { installDependencies } from './setup/dependencies.mjs'
import { buildApp } from './setup/build.mjs'
import { runScript } from './setup/report.mjs'

/** `npm run build`: main, preload and page into out/, if an input changed; `--force` builds in any case. */
await runScript(async () => {
  await installDependencies()
  await buildApp({ force: process.argv.includes('--force') })
})
