import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../setup/paths.mjs'
import { findFolder, goalScore, mutatedFolders } from './folders.mjs'
import { refusals, withFault } from './refused-by-types.mjs'
import { reasonsToFail, scoreOf, scoreTable } from './score.mjs'

const place = { file: 'main/a.ts', line: 3, code: 'if (at < 0) begin()', part: 'at < 0', becomes: 'at <= 0' }
/** @param {string} status */
const mutant = (status) => ({ ...place, status })
const accepted = { file: place.file, code: place.code, becomes: place.becomes, reason: 'at is never 0 here' }

test('the score is the share of faults that a test notices, those that no test reaches included', () => {
  const all = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'].map(mutant)
  const score = scoreOf(all, [])
  expect(score).toMatchObject({ tried: 5, noticed: 3, accepted: 0, score: 60 })
  expect(score.survivors.map(({ status }) => status)).toEqual(['Survived', 'NoCoverage'])
})

test('accepted survivors do not lower the score', () => {
  expect(scoreOf(['Killed', 'Survived'].map(mutant), [accepted])).toMatchObject({ accepted: 1, score: 100, stale: [] })
})

test('an accepted survivor that a test notices by now is named', () => {
  expect(scoreOf([mutant('Killed')], [accepted]).stale).toEqual([accepted])
  expect(scoreOf([], [accepted])).toMatchObject({ score: 100, stale: [accepted] })
})

test('a test file that fails without a fault fails the run, also a sample, and is named', () => {
  const unusable = [{ file: 'main/a.test.ts', problem: 'it fails without a fault: adds', loads: [] }]
  const run = { score: scoreOf([mutant('Killed')], []), leastScore: 85, unusable }
  const reason = 'main/a.test.ts could not judge: it fails without a fault: adds'
  expect(reasonsToFail({ ...run, isWhole: true })).toEqual([reason])
  expect(reasonsToFail({ ...run, isWhole: false })).toEqual([reason])
})

test('a whole run fails below the least score and for an accepted survivor that is noticed by now, a sample does not', () => {
  const score = scoreOf(['Killed', 'Killed', 'Survived'].map(mutant), [])
  const run = { score: { ...score, stale: [accepted] }, leastScore: 67, unusable: [] }
  expect(reasonsToFail({ ...run, isWhole: true })).toEqual([
    '66.7 % of the faults noticed, at least 67 %',
    'no longer a survivor: main/a.ts: if (at < 0) begin()',
  ])
  expect(reasonsToFail({ ...run, isWhole: false })).toEqual([])
  expect(reasonsToFail({ score, leastScore: 66, unusable: [], isWhole: true })).toEqual([])
})

test('the table has a row for each folder', () => {
  const score = scoreOf(['Killed', 'Survived'].map(mutant), [])
  const lines = scoreTable([{ name: 'main/protocol', score, leastScore: 40 }]).split('\n')
  expect(lines.map((line) => line.trim().split(/\s{2,}/))).toEqual([
    ['folder', 'tried', 'noticed', 'survived', 'accepted', 'score', 'at least'],
    ['main/protocol', '2', '1', '1', '0', '50.0 %', '40 %'],
  ])
})

test('a folder, a folder inside of it and a file are found; anything else is not', () => {
  expect(findFolder('main/protocol/')).toMatchObject({ mutated: { folder: 'main/protocol' }, isPart: false })
  expect(findFolder('main/nettrace/framing')).toMatchObject({ mutated: { folder: 'main/nettrace' }, isPart: true })
  expect(findFolder('./main/protocol/guid.ts')).toMatchObject({ mutated: { folder: 'main/protocol' }, isPart: true })
  expect(findFolder('main/protocols')).toBeNull()
})

test('every mutated folder exists and asks for a score that can be reached', () => {
  for (const { folder, leastScore } of mutatedFolders) {
    expect(fs.readdirSync(path.join(root, folder))).toContain('README.md')
    expect(leastScore).toBeLessThanOrEqual(goalScore)
  }
})

test('every accepted survivor is a line of its file and has a reason', () => {
  const list = JSON.parse(fs.readFileSync(path.join(import.meta.dirname, 'accepted-survivors.json'), 'utf8'))
  for (const { file, code, becomes, reason } of list) {
    const lines = fs.readFileSync(path.join(root, file), 'utf8').split('\n')
    const isThere = lines.some((line) => line.trim() === code)
    expect({ file, becomes, isThere }).toEqual({ file, becomes, isThere: true })
    expect(reason.length).toBeGreaterThan(10)
  }
})

test('a fault takes the place of the code from its start to its end', () => {
  const location = { start: { line: 1, column: 4 }, end: { line: 1, column: 9 } }
  expect(withFault('one\nif (a < b) c()\n', { location, replacement: 'true' })).toBe('one\nif (true) c()\n')
})

test('the types refuse a fault for what they do not refuse an unchanged copy for', () => {
  const output = [
    "main/a.fault-7.ts(3,5): error TS18048: 'last' is possibly 'undefined'.",
    'main/a.fault-8.ts(9,1): error TS2345: of any copy',
    'main/a.fault-unchanged.ts(8,1): error TS2345: of any copy',
    'main/b.fault-9.ts(8,1): error TS2345: of any copy',
    'Found 4 errors.',
  ].join('\n')
  expect([...refusals(output)]).toEqual([
    ['7', "TS18048: 'last' is possibly 'undefined'."],
    ['9', 'TS2345: of any copy'],
  ])
})
