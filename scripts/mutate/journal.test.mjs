import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  dropHalfLine,
  judgedFaults,
  leftFaults,
  note,
  readJournal,
  surveyedFiles,
  unfinished,
  verdicts,
} from './journal.mjs'

let folder = ''
let journal = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'))
  journal = path.join(folder, 'journal')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const file = 'main/a.test.ts'

test('a fault is noticed, survives, is come by only while modules are read, or never', () => {
  note(journal, { file, loads: [1, 2, 3], steps: 0, around: [], tests: [] })
  note(journal, { fault: 1, isNoticed: false, how: '' })
  note(journal, { fault: 2, isNoticed: true, how: 'adds' })
  expect([1, 2, 3, 4].map(verdicts(readJournal(journal)))).toEqual(['Survived', 'Killed', 'Ignored', 'NoCoverage'])
  expect([...judgedFaults(readJournal(journal))]).toEqual([1, 2])
})

test('a fault that no fast test has noticed is left for the slow ones, and survives until one does', () => {
  note(journal, { file, loads: [1], steps: 0, around: [], tests: [] })
  note(journal, { left: 1 })
  expect([...leftFaults(readJournal(journal))]).toEqual([1])
  expect([...judgedFaults(readJournal(journal))]).toEqual([])
  expect(verdicts(readJournal(journal))(1)).toBe('Survived')
  note(journal, { fault: 1, isNoticed: true, how: 'reads a whole stream' })
  expect(verdicts(readJournal(journal))(1)).toBe('Killed')
})

test('a process that ended in the midst of a fault left it as the last line, perhaps with half a line behind it', () => {
  expect(unfinished(readJournal(journal))).toBeNull()
  note(journal, { start: 7 })
  fs.appendFileSync(journal, '{"fault":7,"isNo')
  dropHalfLine(journal)
  expect(unfinished(readJournal(journal))).toBe(7)
  note(journal, { fault: 7, isNoticed: true, how: 'adds' })
  expect(unfinished(readJournal(journal))).toBeNull()
})

test('a file is surveyed once, also when it cannot judge', () => {
  note(journal, { file, loads: [], steps: 0, around: [], tests: [] })
  note(journal, { file: 'main/b.test.ts', problem: 'it fails without a fault', loads: [5] })
  expect(surveyedFiles(readJournal(journal))).toEqual([file, 'main/b.test.ts'])
  // It has read modules, which nobody reads again.
  expect(verdicts(readJournal(journal))(5)).toBe('Ignored')
})
