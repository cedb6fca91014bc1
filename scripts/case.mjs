import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { isBuildCurrent } from './setup/build.mjs'
import { root } from './setup/paths.mjs'
import { runScript } from './setup/report.mjs'

/**
 * `npm run -s case -- --pid N --checklist slow --out DIR`: everything about a process in one package, without a display. Builds first when
 * the sources are newer than the build. See docs/case.md.
 */
await runScript(async () => {
  const program = path.join(root, 'out/main/case.cjs')
  if (!existsSync(program) || !isBuildCurrent()) {
    const { installDependencies } = await import('./setup/dependencies.mjs')
    const { buildApp } = await import('./setup/build.mjs')
    await installDependencies()
    await buildApp({ force: !existsSync(program) })
  }
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const { runCase } = createRequire(import.meta.url)(program)
  return runCase(process.argv.slice(2), { version })
})
// The thread for files of others may hang in one of them.
process.exit()
