import { installDependencies } from './setup/dependencies.mjs'
import { buildApp } from './setup/build.mjs'
import { buildDumpReader } from './setup/dump-reader.mjs'
import { runScript } from './setup/report.mjs'

/** `npm run build`: main, preload, page and the program that opens dumps into out/, if an input changed; `--force` builds in any case. */
await runScript(async () => {
  await installDependencies()
  await buildApp({ force: process.argv.includes('--force') })
  await buildDumpReader()
})
