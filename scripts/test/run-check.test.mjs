import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { asOne, countedBy, describeCounts, describeFailures, sumCounts } from './run-check.mjs'

let file = ''
beforeEach(() => {
  file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-counts-')), 'counts.json')
})
afterEach(() => fs.rmSync(path.dirname(file), { recursive: true }))

const good = { passed: 3, failed: 0, skipped: 1, skippedNames: ['needs a .NET SDK'], failures: [] }

test('the counts of a program are taken as they are', () => {
  fs.writeFileSync(file, JSON.stringify(good))
  expect(countedBy(file, true, 'unit')).toEqual(good)
})

test('a program that crashed after its last test counts as failed', () => {
  fs.writeFileSync(file, JSON.stringify(good))
  expect(countedBy(file, false, 'unit')).toMatchObject({ ...good, failed: 1, failures: [{ name: 'unit' }] })
})

test('failures that were counted are not counted twice', () => {
  fs.writeFileSync(file, JSON.stringify({ ...good, failed: 2 }))
  expect(countedBy(file, false, 'unit').failed).toBe(2)
})

test('a program that left no counts failed, whatever its exit code says', () => {
  expect(countedBy(file, true, 'unit')).toEqual(asOne(false, 'unit'))
})

test('the line for machines sums all checks', () => {
  expect(describeCounts(sumCounts([asOne(true, 'types'), asOne(false, 'lint'), good]))).toBe(
    '4 passed, 1 failed, 1 skipped',
  )
})

test('what failed is said again at the end, without colors, and no longer than helps', () => {
  const reason = ['\u001b[31mexpected 3 to be 4\u001b[39m', ...Array.from({ length: 100 }, () => 'more')].join('\n')
  const lines = describeFailures([
    { name: 'lint', reason: 'It ended badly.' },
    { name: 'live > counters', reason },
  ]).split('\n')
  expect(lines.slice(0, 5)).toEqual(['', 'Failed: lint', '   It ended badly.', '', 'Failed: live > counters'])
  expect(lines[5]).toBe('   expected 3 to be 4')
  expect(lines.length).toBeLessThan(40)
  expect(lines.at(-1)).toBe('   ...')
})
