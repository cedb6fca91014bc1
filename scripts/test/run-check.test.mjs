import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOne, countedBy, describeCounts, sumCounts } from './run-check.mjs'

let file = ''
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-counts-')), 'counts.json')
})
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }))

const good = { passed: 3, failed: 0, skipped: 1, skippedNames: ['needs a .NET SDK'] }

test('the counts of a program are taken as they are', () => {
  fs.writeFileSync(file, JSON.stringify(good))
  expect(countedBy(file, true)).toEqual(good)
})

test('a program that crashed after its last test counts as failed', () => {
  fs.writeFileSync(file, JSON.stringify(good))
  expect(countedBy(file, false)).toEqual({ ...good, failed: 1 })
})

test('failures that were counted are not counted twice', () => {
  fs.writeFileSync(file, JSON.stringify({ ...good, failed: 2 }))
  expect(countedBy(file, false).failed).toBe(2)
})

test('a program that left no counts failed, whatever its exit code says', () => {
  expect(countedBy(file, true)).toEqual(asOne(false))
})

test('the line for machines sums all checks', () => {
  expect(describeCounts(sumCounts([asOne(true), asOne(false), good]))).toBe('4 passed, 1 failed, 1 skipped')
})
