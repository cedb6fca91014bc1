import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../setup/paths.mjs'

/* Unit tests share a process and its modules (vitest.config.ts): what would reach from one file into the next is kept out here. */

const files = ['main', 'shared', 'preload', 'renderer', 'matrix', 'fixtures', 'scripts'].flatMap((folder) =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((name) => /\.(tsx?|mjs)$/.test(name)),
)

/** @param {string} file */
const text = (file) => fs.readFileSync(path.join(root, file), 'utf8')
const isTest = (/** @type {string} */ file) => /\.test\.(tsx?|mjs)$/.test(file)
const hasOwnProcess = (/** @type {string} */ file) => /\.(alone|live)\.test\.tsx?$/.test(file)

test('a file that replaces a module, or the platform under it, is named .alone.test.ts or .alone.test.tsx', () => {
  const shared = files.filter((file) => isTest(file) && !hasOwnProcess(file))
  expect(shared.filter((file) => /\bvi\.(do)?mock\(|\bonPlatform\(/i.test(text(file)))).toEqual([])
})

test('a helper of tests says what is done before and after each in a function that a file calls', () => {
  const helpers = files.filter((file) => !isTest(file))
  expect(helpers.filter((file) => /^(before|after)(Each|All)\(/m.test(text(file)))).toEqual([
    path.join('renderer', 'testing', 'setup.ts'),
    path.join('scripts', 'test', 'leave-as-found.mjs'),
  ])
})
