import fs from 'node:fs'
import path from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { root } from '../setup/paths.mjs'

/**
 * @typedef {import('./refused-by-types.mjs').Fault} Fault
 *
 * @typedef {object} FaultySources
 * @property {readonly Fault[]} faults that can be switched on, by their number in the sources
 * @property {ReadonlyMap<string, string>} texts the sources with every fault in them, by their path from the root
 */

/**
 * Not mutated: texts and objects. A text is mostly a member of a closed union, and an object without its properties misses required ones;
 * `npm run check` refuses both before any test runs. Texts for people are data of the page.
 */
const excludedMutations = ['StringLiteral', 'ObjectLiteral']

const quiet = /** @type {any} */ ({ isDebugEnabled: () => false, debug() {}, info() {}, warn() {} })

/**
 * StrykerJS writes every fault into the sources behind a switch. Its switches and counters are functions that look up a test by name and count
 * in objects; ours are a comparison and a number that counts down (`fault-switch.mjs`), because tests come by them millions of times.
 *
 * @param {readonly string[]} files from the root of the repository
 * @returns {Promise<FaultySources>}
 */
export async function writeFaults(files) {
  const sources = files.map((file) => ({
    name: path.join(root, file),
    mutate: true,
    content: fs.readFileSync(path.join(root, file), 'utf8'),
  }))
  const options = { plugins: null, excludedMutations, ignorers: [] }
  const { files: written, mutants } = await new Instrumenter(quiet).instrument(sources, options)
  return {
    faults: mutants.flatMap((mutant) => (mutant.status === undefined ? [/** @type {Fault} */ (mutant)] : [])),
    texts: new Map(written.map(({ name, content }) => [relative(name), withOwnSwitches(content)])),
  }
}

/**
 * @param {string} text as Stryker wrote it
 * @returns {string}
 */
export function withOwnSwitches(text) {
  const header = /function stryNS_9fa48\(\)[\s\S]*?\n  return isActive\(id\);\n\}\n/
  if (!header.test(text)) return text
  return text
    .replace(header, '\nconst faultSwitch = globalThis.pipescopeFaults;\n')
    .replaceAll(/stryMutAct_9fa48\("(\d+)"\)/g, '(faultSwitch.active === $1)')
    .replaceAll(
      /stryCov_9fa48\(([^)]*)\)/g,
      (_, ids) => `(--faultSwitch.fuel < 0 && faultSwitch.pass(${ids.replaceAll('"', '')}))`,
    )
}

/** @param {string} fileName */
function relative(fileName) {
  return path.relative(root, fileName).replaceAll('\\', '/')
}
