import { spawn } from 'node:child_process'
import path from 'node:path'
import { readArguments } from './setup/arguments.mjs'
import { installDependencies } from './setup/dependencies.mjs'
import { projectCache, root } from './setup/paths.mjs'
import { giveWay } from './setup/priority.mjs'
import { runScript, SetupError } from './setup/report.mjs'

const usage = 'usage: npm run fuzz -- [--seconds N] [--inputs N] [--seed S]'

/**
 * Feeds wrong bytes to the readers: `npm run fuzz -- [--seconds 60] [--inputs N] [--seed S]`. What it does is in fuzz/fuzz.ts;
 * here it is bundled, as the product is, and started at the lowest priority.
 */
await runScript(async () => {
  const text = /** @type {const} */ ({ type: 'string' })
  const { values } = readArguments({ options: { seconds: text, inputs: text, seed: text } }, usage)
  if (!Object.values(values).every((value) => Number(value) >= 0)) throw new SetupError(usage, 64)
  await installDependencies()
  const { build } = await import('vite')
  const outDir = path.join(projectCache, 'fuzz')
  await build({
    configFile: false,
    logLevel: 'error',
    root,
    build: {
      outDir,
      emptyOutDir: false,
      ssr: true,
      minify: false,
      target: 'node20.18',
      rolldownOptions: {
        input: { fuzz: path.join(root, 'fuzz', 'fuzz.ts'), 'fuzz-worker': path.join(root, 'fuzz', 'fuzz-worker.ts') },
        output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
      },
    },
  })
  const args = ['--expose-gc', path.join(outDir, 'fuzz.mjs'), ...process.argv.slice(2)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] })
  giveWay(child)
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill('SIGKILL'))
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)))
})
