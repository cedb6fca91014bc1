import fs from 'node:fs'
import path from 'node:path'
import { root } from '../setup/paths.mjs'
import { runCommand } from '../setup/run-command.mjs'

/** Everything that the mutated folders import, tests included. */
const copied = ['main', 'shared', 'samples', 'fixtures', 'tsconfig.base.json']

/** How many faults the compiler reads at once: each is a file of its own, and all of them are in memory. */
const batchSize = 1500

/**
 * @typedef {object} Fault
 * @property {string} id
 * @property {string} fileName
 * @property {string} replacement
 * @property {{ readonly start: Place, readonly end: Place }} location
 *
 * @typedef {{ readonly line: number, readonly column: number }} Place from 0
 */

/**
 * Faults that never get as far as a test, because the types refuse them. Stryker's own checker needs TypeScript's JS API, which TypeScript 7
 * does not have. Instead every fault becomes a file of its own beside the original, in a copy of the sources, and one run of the compiler
 * reads many of them. What an unchanged copy is refused for as well is no fault of the fault.
 *
 * @param {readonly Fault[]} faults
 * @param {string} folder scratch folder, replaced
 * @returns {Promise<ReadonlyMap<string, string>>} the compiler's reason by the id of the fault
 */
export async function findRefusedByTypes(faults, folder) {
  fs.rmSync(folder, { recursive: true, force: true })
  fs.mkdirSync(folder, { recursive: true })
  for (const name of copied) {
    fs.cpSync(path.join(root, name), path.join(folder, name), { recursive: true, filter: isSource })
  }
  fs.symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'), 'junction')
  /** @type {Map<string, string>} */
  const refused = new Map()
  for (let from = 0; from < faults.length; from += batchSize) {
    const files = writeCopies(faults.slice(from, from + batchSize), folder)
    fs.writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(configFor(files)))
    const compiler = path.join(root, 'node_modules/typescript/bin/tsc')
    const { stdout } = await runCommand(process.execPath, [compiler, '-p', folder, '--pretty', 'false'], {
      cwd: folder,
    })
    for (const [id, reason] of refusals(stdout)) refused.set(id, reason)
    for (const file of files) fs.rmSync(path.join(folder, file))
  }
  fs.rmSync(folder, { recursive: true, force: true })
  return refused
}

/**
 * @param {readonly Fault[]} faults
 * @param {string} folder
 * @returns {readonly string[]} the files with one fault each, and one without any for each source
 */
function writeCopies(faults, folder) {
  return [...new Set(faults.map(({ fileName }) => relative(fileName)))].flatMap((file) => {
    const text = fs.readFileSync(path.join(root, file), 'utf8')
    const own = faults.filter(({ fileName }) => relative(fileName) === file)
    return [
      writeCopy(folder, file, 'unchanged', text),
      ...own.map((fault) => writeCopy(folder, file, fault.id, withFault(text, fault))),
    ]
  })
}

/**
 * @param {string} output of the compiler
 * @returns {ReadonlyMap<string, string>}
 */
export function refusals(output) {
  const found = [...output.matchAll(/^(.+)\.fault-(\w+)\.ts\(\d+,\d+\): error (.+)$/gm)].map(
    ([, file = '', id = '', reason = '']) => ({ file, id, reason }),
  )
  const usual = new Set(found.filter(({ id }) => id === 'unchanged').map(({ file, reason }) => `${file} ${reason}`))
  const own = found.filter(({ id, file, reason }) => id !== 'unchanged' && !usual.has(`${file} ${reason}`))
  return new Map(own.map(({ id, reason }) => [id, reason]))
}

/**
 * @param {string} text
 * @param {Pick<Fault, 'location' | 'replacement'>} fault
 */
export function withFault(text, { location, replacement }) {
  return text.slice(0, offsetOf(text, location.start)) + replacement + text.slice(offsetOf(text, location.end))
}

/**
 * @param {string} text
 * @param {Place} place
 */
function offsetOf(text, { line, column }) {
  let offset = 0
  for (let at = 0; at < line; at += 1) offset = text.indexOf('\n', offset) + 1
  return offset + column
}

/**
 * @param {string} folder
 * @param {string} file
 * @param {string} id
 * @param {string} text
 */
function writeCopy(folder, file, id, text) {
  const copy = file.replace(/\.ts$/, `.fault-${id}.ts`)
  fs.writeFileSync(path.join(folder, copy), text)
  return copy
}

/** @param {readonly string[]} files */
function configFor(files) {
  return {
    extends: './tsconfig.base.json',
    compilerOptions: {
      composite: false,
      declaration: false,
      emitDeclarationOnly: false,
      noEmit: true,
      lib: ['ES2023', 'ESNext.Disposable', 'DOM'],
      types: ['node'],
    },
    files,
  }
}

/** @param {string} place */
function isSource(place) {
  return !/[/\\](node_modules|bin|obj)$/.test(place) && (/\.(ts|mts|json|d\.cts)$/.test(place) || isFolder(place))
}

/** @param {string} place */
function isFolder(place) {
  return fs.statSync(place).isDirectory()
}

/** @param {string} fileName */
function relative(fileName) {
  return path.relative(root, fileName).replaceAll('\\', '/')
}
