import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isBuildCurrent } from './setup/build.mjs'
import { root } from './setup/paths.mjs'
import { runScript } from './setup/report.mjs'

/** `npm run inspect -- FILE [options]`: what is in a trace file. Builds first when the sources are newer than the build. */
await runScript(async () => {
  const program = path.join(root, 'out/main/inspect.cjs')
  if (!existsSync(program) || !isBuildCurrent()) {
    const { installDependencies } = await import('./setup/dependencies.mjs')
    const { buildApp } = await import('./setup/build.mjs')
    await installDependencies()
    await buildApp({ force: !existsSync(program) })
  }
  const { inspect } = createRequire(import.meta.url)(program)
  return inspect(process.argv.slice(2))
})
