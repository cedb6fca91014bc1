import { installDependencies } from './setup/dependencies.mjs'

/**
 * Runs a TypeScript program: `node scripts/run.mjs bench/app/startup.ts [arguments]`. Its top level is the program; the
 * arguments are where every program finds them, from process.argv[2] on.
 */
const file = process.argv[2]
if (!file) {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments]')
  process.exit(64)
}
process.argv.splice(1, 2, file)
await installDependencies()
const { importTypeScript } = await import('./import-typescript.mjs')
await importTypeScript(file)
