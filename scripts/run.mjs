import { importTypeScript } from './import-typescript.mjs'

/**
 * Runs a TypeScript program: `node scripts/run.mjs bench/start/start.ts [arguments]`. Its top level is the program; the
 * arguments are where every program finds them, from process.argv[2] on.
 */
const file = process.argv[2]
if (!file) {
  console.error('usage: node scripts/run.mjs FILE.ts [arguments]')
  process.exit(64)
}
process.argv.splice(1, 2, file)
await importTypeScript(file)
