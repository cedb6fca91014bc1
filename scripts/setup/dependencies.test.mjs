import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isInstalled } from './dependencies.mjs'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-dependencies-'))
  fs.mkdirSync(path.join(folder, 'node_modules'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

const react = { version: '19.3.1', integrity: 'sha512-a' }

/**
 * @param {Record<string, object>} wanted
 * @param {Record<string, object>} present
 */
function write(wanted, present) {
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: { '': {}, ...wanted } }))
  fs.writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), JSON.stringify({ packages: present }))
}

test('a fresh clone is not installed', () => {
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ packages: {} }))
  expect(isInstalled(folder)).toBe(false)
})

test('what the lock file names in the same version is installed', () => {
  write({ 'node_modules/react': react }, { 'node_modules/react': react })
  expect(isInstalled(folder)).toBe(true)
})

test('another version of one package is not installed', () => {
  write({ 'node_modules/react': react }, { 'node_modules/react': { ...react, version: '19.3.0' } })
  expect(isInstalled(folder)).toBe(false)
})

test('a missing package is not installed', () => {
  write({ 'node_modules/react': react }, {})
  expect(isInstalled(folder)).toBe(false)
})

test('a package of another platform may be missing', () => {
  write(
    { 'node_modules/react': react, 'node_modules/win': { ...react, optional: true } },
    { 'node_modules/react': react },
  )
  expect(isInstalled(folder)).toBe(true)
})

test('a record that was cut off counts as nothing installed', () => {
  write({ 'node_modules/react': react }, { 'node_modules/react': react })
  fs.writeFileSync(path.join(folder, 'node_modules/.package-lock.json'), '{"packages":')
  expect(isInstalled(folder)).toBe(false)
})
