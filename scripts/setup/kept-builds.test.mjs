import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { share, takeShared } from './kept-builds.mjs'

let top = ''
let shared = ''
beforeEach(() => {
  top = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-builds-'))
  shared = path.join(top, 'shared')
})
afterEach(() => fs.rmSync(top, { recursive: true }))

/** @param {string} name */
function clone(name) {
  const folder = path.join(top, name)
  fs.mkdirSync(folder)
  return folder
}

/**
 * @param {string} own
 * @param {string} name
 */
function build(own, name) {
  fs.mkdirSync(path.join(own, name))
  fs.writeFileSync(path.join(own, name, 'program'), 'run me', { mode: 0o755 })
}

test('what one clone has built is in the next without a build', () => {
  const [first, second] = [clone('first'), clone('second')]
  build(first, 'net10-a')
  share('net10-a', shared, first)
  expect(takeShared('net10-a', shared, second)).toBe(true)
  expect(fs.statSync(path.join(second, 'net10-a/program')).mode & 0o111).not.toBe(0)
  expect(fs.readdirSync(second)).toEqual(['net10-a'])
})

test('what nobody has built is not taken', () => {
  const own = clone('own')
  expect(takeShared('net10-a', shared, own)).toBe(false)
  expect(fs.readdirSync(own)).toEqual([])
})

test('a build that no clone has asked for in a month makes room, one that was asked for stays', () => {
  const own = clone('own')
  const old = new Date(Date.now() - 40 * 86_400_000)
  for (const name of ['net10-a', 'net10-b']) {
    build(own, name)
    share(name, shared, own)
    fs.utimesSync(path.join(shared, name), old, old)
  }
  takeShared('net10-b', shared, clone('other'))
  build(own, 'net10-c')
  share('net10-c', shared, own)
  expect(fs.readdirSync(shared).sort()).toEqual(['net10-b', 'net10-c'])
})

test('a cache that cannot be written leaves the build of the clone as it is', () => {
  const own = clone('own')
  build(own, 'net10-a')
  fs.writeFileSync(shared, 'a file where the cache would be')
  share('net10-a', shared, own)
  expect(takeShared('net10-a', shared, own)).toBe(true)
  expect(fs.readdirSync(own)).toEqual(['net10-a'])
})
