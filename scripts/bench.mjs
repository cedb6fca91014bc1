import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { installDependencies } from './setup/dependencies.mjs'
import { callerPath, projectCache, root } from './setup/paths.mjs'

/**
 * Runs a benchmark program: `npm run -s bench -- NAME [--out FILE] [arguments of the program]`.
 *
 * The program (`bench/NAME.ts` or `bench/NAME/NAME.ts`) is bundled first, because its figures are about the code as it is
 * shipped, and runs in a process of its own. Its result is one JSON object on stdout; what people read goes to stderr.
 */
const [name, ...rest] = process.argv.slice(2)
const benchFolder = path.join(root, 'bench')

/** @param {string} wanted */
function programOf(wanted) {
  const candidates = [`${wanted}.ts`, path.join(wanted, `${wanted}.ts`)]
  return candidates.map((file) => path.join(benchFolder, file)).find((file) => existsSync(file))
}

/**
 * Programs, by the name they are called by. In a folder there are their parts as well: a program there tells at its head how it is run.
 *
 * @returns {string[]}
 */
function knownNames() {
  const files = readdirSync(benchFolder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  const names = files.map((file) =>
    file
      .replaceAll(path.sep, '/')
      .replace(/\.ts$/, '')
      .replace(/^(.+)\/\1$/, '$1'),
  )
  return names.filter((candidate) => isProgram(candidate)).sort()
}

/** @param {string} candidate */
function isProgram(candidate) {
  const file = programOf(candidate)
  if (file === undefined || candidate === 'harness') return false
  return !candidate.includes('/') || readFileSync(file, 'utf8').includes(`run -s bench -- ${candidate}`)
}

const program = name === undefined ? undefined : programOf(name)
if (program === undefined) {
  const inFolder = knownNames().filter((known) => known.startsWith(`${name}/`))
  const names = inFolder.length > 0 ? inFolder : knownNames()
  console.error(`usage: npm run bench -- NAME [--out FILE]\nnames: ${names.join(', ')}`)
  process.exit(64)
}

let outFile = null
const args = []
for (let index = 0; index < rest.length; index++) {
  if (rest[index] === '--out') outFile = callerPath(rest[++index] ?? 'bench.json')
  else args.push(rest[index] ?? '')
}

/** A bundled module still finds what lies beside its source (C# projects, fixtures). */
const keepPlaces = {
  name: 'keep-places',
  /** @param {string} code @param {string} id */
  transform(code, id) {
    if (!id.startsWith(root) || id.includes('node_modules') || !code.includes('import.meta.')) return null
    const file = id.split('?')[0] ?? id
    return code
      .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)))
      .replaceAll('import.meta.filename', JSON.stringify(file))
      .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
  },
}

await installDependencies()
const { build } = await import('vite')
const outDir = path.join(projectCache, 'bench')
await build({
  configFile: false,
  logLevel: 'error',
  root,
  plugins: [keepPlaces],
  build: {
    outDir,
    emptyOutDir: false,
    ssr: true,
    minify: false,
    target: 'node20.18',
    rolldownOptions: {
      input: { [String(name)]: program },
      output: { format: 'es', entryFileNames: '[name].mjs', chunkFileNames: 'chunks/[name]-[hash].mjs' },
    },
  },
})

const child = spawn(process.execPath, ['--expose-gc', path.join(outDir, `${name}.mjs`), ...args], {
  cwd: root,
  stdio: ['ignore', 'pipe', 'inherit'],
})
let output = ''
child.stdout.setEncoding('utf8').on('data', (text) => {
  output += text
  process.stdout.write(text)
})
const exitCode = await new Promise((resolve) => child.once('close', resolve))
if (exitCode === 0 && outFile !== null) {
  mkdirSync(path.dirname(outFile), { recursive: true })
  writeFileSync(outFile, output)
}
process.exitCode = Number(exitCode ?? 1)
