import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { linkTree } from './link-tree.mjs'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-cache-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true }))

test.skipIf(process.platform === 'win32')(
  'a linked tree has the files, run bits and symbolic links of its source',
  () => {
    const source = path.join(folder, 'source')
    const target = path.join(folder, 'target')
    fs.mkdirSync(path.join(source, 'inside'), { recursive: true })
    fs.mkdirSync(target)
    fs.writeFileSync(path.join(source, 'inside/program'), 'run me', { mode: 0o755 })
    fs.symlinkSync('inside/program', path.join(source, 'short'))

    linkTree(source, target)

    expect(fs.readFileSync(path.join(target, 'short'), 'utf8')).toBe('run me')
    expect(fs.readlinkSync(path.join(target, 'short'))).toBe('inside/program')
    expect(fs.statSync(path.join(target, 'inside/program')).mode & 0o777).toBe(0o755)
  },
)

test('a linked tree outlives its source', () => {
  const source = path.join(folder, 'source')
  const target = path.join(folder, 'target')
  fs.mkdirSync(source)
  fs.mkdirSync(target)
  fs.writeFileSync(path.join(source, 'file'), 'content')
  linkTree(source, target)
  fs.rmSync(source, { recursive: true })
  expect(fs.readFileSync(path.join(target, 'file'), 'utf8')).toBe('content')
})
