import { spawn } from 'node:child_process'
import { installDependencies } from './setup/dependencies.mjs'
import { root } from './setup/paths.mjs'
import { runScript, SetupError } from './setup/report.mjs'

/**
 * Runs a program of a package after the dependencies are there, so that every npm script works right after a clone:
 *
 *   node scripts/tool.mjs typescript/bin/tsc -b
 */
await runScript(async () => {
  const [file, ...toolArguments] = process.argv.slice(2)
  if (!file) throw new SetupError('usage: node scripts/tool.mjs PACKAGE/FILE [arguments]', 64)
  await installDependencies()
  const child = spawn(process.execPath, [`${root}/node_modules/${file}`, ...toolArguments], {
    stdio: 'inherit',
    cwd: root,
  })
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal))
  return new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', (code) => resolve(code ?? 1))
  })
})
