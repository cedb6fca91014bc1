import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { runCode } from './compiled-code.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-compiled-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Program {
  readonly double: (value: number) => number
  readonly place: string
  readonly separator: string
  readonly fail: () => void
}

const file = path.join(folder, 'program.cjs')
const source = `exports.double = (value) => value * 2
exports.place = __dirname
exports.separator = require('node:path').sep
exports.fail = () => { throw new Error('line 4') }
`
writeFileSync(file, source)

test('runs a bundle as require does', () => {
  const { exports, isReused } = runCode<Program>(file, null)
  expect(isReused).toBe(false)
  expect([exports.double(2), exports.place, exports.separator]).toEqual([4, folder, path.sep])
})

test('its errors name the file and the line', () => {
  const { exports } = runCode<Program>(file, null)
  let stack = ''
  try {
    exports.fail()
  } catch (error) {
    stack = (error as Error).stack ?? ''
  }
  expect(stack).toContain(`${file}:4:`)
})

test('what one thread has compiled serves the next', () => {
  const first = runCode<Program>(file, null)
  first.exports.double(1)
  const second = runCode<Program>(file, first.compiled())
  expect(second.isReused).toBe(true)
  expect(second.exports.double(21)).toBe(42)
})

test('what was compiled of other code is not used', () => {
  const compiled = runCode<Program>(file, null).compiled()
  const other = path.join(folder, 'other.cjs')
  writeFileSync(other, `${source}exports.double = (value) => value * 3\n`)
  const { exports, isReused } = runCode<Program>(other, compiled)
  expect(isReused).toBe(false)
  expect(exports.double(2)).toBe(6)
  const noise = new SharedArrayBuffer(64)
  expect(runCode<Program>(file, noise).exports.double(2)).toBe(4)
})
