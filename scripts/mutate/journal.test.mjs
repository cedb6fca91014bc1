import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { endedFiles, note, readJournal, unfinished, verdicts } from './journal.mjs'

let folder = ''
let journal = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'faults-'))
  journal = path.join(folder, 'journal')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const file = 'main/a.test.ts'

test('a fault is noticed when one file notices it, and survives when the files that come by it do not', () => {
  note(journal, { file, covers: [1, 2], loads: [1, 2, 3] })
  note(journal, { file, fault: 1, isNoticed: false, how: '' })
  note(journal, { file, fault: 2, isNoticed: false, how: '' })
  note(journal, { file: 'main/b.test.ts', fault: 2, isNoticed: true, how: 'adds' })
  expect([1, 2, 3, 4].map(verdicts(readJournal(journal)))).toEqual(['Survived', 'Killed', 'Ignored', 'NoCoverage'])
})

test('a process that ended in the midst of a fault left it as the last line, perhaps with half a line behind it', () => {
  expect(unfinished(readJournal(journal))).toBeNull()
  note(journal, { file, start: 7 })
  fs.appendFileSync(journal, '{"file":"main/a.te')
  expect(unfinished(readJournal(journal))).toEqual({ file, fault: 7 })
  fs.writeFileSync(journal, '')
  note(journal, { file, fault: 7, isNoticed: true, how: 'adds' })
  expect(unfinished(readJournal(journal))).toBeNull()
})

test('a file is not read again once all its faults are judged, or when it fails by itself', () => {
  note(journal, { file, start: 7 })
  expect(endedFiles(readJournal(journal))).toEqual([])
  note(journal, { file, ended: true })
  note(journal, { file: 'main/b.test.ts', problem: 'it fails without a fault' })
  expect(endedFiles(readJournal(journal))).toEqual([file, 'main/b.test.ts'])
})
