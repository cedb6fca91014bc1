import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './setup/paths.mjs'

/**
 * What the table of imports in `.oxlintrc.json` cannot say, since it sees only the words of an import and not where they lead: a
 * feature imports neither another one nor the frame round it, and what lies below the features imports none of them.
 */
const rendererFolder = path.join(root, 'renderer')
const below = ['ui', 'canvas', 'store', 'bridge', 'commands']

/** @param {string} file from renderer/ on */
function importsOf(file) {
  const text = fs.readFileSync(path.join(rendererFolder, file), 'utf8')
  const found = [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map((match) => match[1] ?? '')
  return found.map((target) => path.join(path.dirname(file), target).replaceAll('\\', '/'))
}

/** @param {string} file from renderer/ on */
function isAllowed(file, /** @type {string} */ target) {
  const [room, feature] = file.split('/')
  const [targetRoom, targetFeature] = target.split('/')
  if (room === 'features') return targetRoom !== 'app' && (targetRoom !== 'features' || targetFeature === feature)
  return !below.includes(room ?? '') || (targetRoom !== 'features' && targetRoom !== 'app')
}

test('no feature of the page imports another, and nothing below them imports one', () => {
  const files = fs
    .readdirSync(rendererFolder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
  expect(files.length).toBeGreaterThan(100)
  const refused = files.flatMap((file) =>
    importsOf(file)
      .filter((target) => !isAllowed(file, target))
      .map((target) => `${file} imports ${target}`),
  )
  expect(refused).toEqual([])
})
