import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup/paths.mjs'

/**
 * What the table of imports in `.oxlintrc.json` cannot say, since it sees only the words of an import and not where they lead: a
 * feature imports neither another one nor the frame round it, and what lies below the features imports none of them.
 */
const below = ['ui', 'canvas', 'store', 'bridge', 'commands', 'documents']

/**
 * @param {string} folder from the root on
 * @param {string} file from that folder on
 */
function importsOf(folder, file) {
  const text = fs.readFileSync(path.join(root, folder, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return found.map((target) => path.join(path.dirname(file), target).replaceAll('\\', '/'))
}

/** @param {string} folder from the root on */
function sourcesOf(folder) {
  return fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
}

/** @param {string} file from renderer/ on */
function isAllowed(file, /** @type {string} */ target) {
  const [room, feature] = file.split('/')
  const [targetRoom, targetFeature] = target.split('/')
  if (room === 'features') return targetRoom !== 'app' && (targetRoom !== 'features' || targetFeature === feature)
  return !below.includes(room ?? '') || (targetRoom !== 'features' && targetRoom !== 'app')
}

test('no feature of the page imports another, and nothing below them imports one', () => {
  const files = sourcesOf('renderer')
  expect(files.length).toBeGreaterThan(100)
  const refused = files.flatMap((file) =>
    importsOf('renderer', file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(refused).toEqual([])
})

/** Files that name each other on purpose: the slices of the one store and its type, an endpoint and the connection that it opens. */
const circles = [/^renderer\/store\//, /^main\/transport\/(connection|endpoint)\.ts$/]

test('no file leads back to itself by its imports', () => {
  /** @type {Map<string, string[]>} */
  const imports = new Map()
  for (const folder of ['main', 'renderer', 'shared', 'preload', 'e2e', 'bench', 'matrix', 'fuzz'])
    for (const file of sourcesOf(folder))
      imports.set(
        `${folder}/${file}`,
        importsOf(folder, file).map((target) => path.posix.normalize(`${folder}/${target}`)),
      )
  expect(
    circlesOf(imports).filter((files) => !circles.some((known) => files.every((file) => known.test(file)))),
  ).toEqual([])
})

const byText = new Intl.Collator('en').compare

/**
 * Groups of files that reach one another.
 * @param {ReadonlyMap<string, readonly string[]>} imports
 */
function circlesOf(imports) {
  const reached = new Map([...imports.keys()].map((file) => [file, reachedFrom(file, imports)]))
  /** @type {Map<string, string[]>} */
  const groups = new Map()
  for (const [file, others] of reached) {
    const group = [...others].filter((other) => reached.get(other)?.has(file)).toSorted(byText)
    if (group.length > 0) groups.set(group.join(' '), group)
  }
  return [...groups.values()]
}

/**
 * @param {string} start
 * @param {ReadonlyMap<string, readonly string[]>} imports
 */
function reachedFrom(start, imports) {
  /** @type {Set<string>} */
  const reached = new Set()
  const left = [...(imports.get(start) ?? [])]
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file)) continue
    reached.add(file)
    left.push(...(imports.get(file) ?? []))
  }
  return reached
}
