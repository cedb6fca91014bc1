import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { RunningMarks } from './running-marks.ts'
import { oldMarksPathOf, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { readMarks, writeMarks } from './marks.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-marks-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('marks lie beside the recording from the moment they are set, and go with it when it is discarded', async () => {
  const file = path.join(folder, 'a.nettrace')
  fs.writeFileSync(file, 'Nettrace')
  let nowMs = 1000
  const running = new RunningMarks(() => nowMs)
  running.begin('job', file)
  nowMs = 3500
  running.add('job', '')
  nowMs = 4000
  running.add('job', 'order sent')
  expect(await readMarks(file)).toEqual([
    { unixMs: 3500, elapsedMs: 2500, text: 'Mark 1' },
    { unixMs: 4000, elapsedMs: 3000, text: 'order sent' },
  ])
  running.change('job', 0, 'login')
  running.change('job', 1, null)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['login'])
  expect(fs.readFileSync(file, 'utf8')).toBe('Nettrace')
  expect(running.change('job', 5, 'x')).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  running.end('job', false)
  expect(fs.existsSync(sidecarPathOf(file))).toBe(false)
  expect(running.add('job', '')).toMatchObject({ ok: false })
})

test('a file that is cut out of a recording gets the marks of its time', async () => {
  const file = path.join(folder, 'ring.nettrace')
  let nowMs = 0
  const running = new RunningMarks(() => nowMs)
  running.begin('job', null)
  running.add('job', 'early')
  nowMs = 60_000
  running.add('job', 'late')
  running.keep('job', file, 10_000)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['late'])
})

test('files that Pipescope didn’t write are not marks', async () => {
  const file = path.join(folder, 'b.nettrace')
  expect(await readMarks(file)).toEqual([])
  fs.writeFileSync(oldMarksPathOf(file), '{"version":1,"marks":[{"text":5}]}')
  fs.writeFileSync(sidecarPathOf(file), '{"marks":[{"text":5}]}\nnot json\n{"marks":')
  expect(await readMarks(file)).toEqual([])
})

test.skipIf(process.platform === 'win32')('a pipe or device in place of the marks file doesn’t block', async () => {
  const file = path.join(folder, 'c.nettrace')
  execFileSync('mkfifo', [sidecarPathOf(file), oldMarksPathOf(file)])
  expect(await readMarks(file)).toEqual([])
  expect(writeMarks(file, [{ unixMs: 1, elapsedMs: 1, text: 'a' }])).toBe(true)
  expect(await readMarks(file)).toHaveLength(1)
  fs.rmSync(sidecarPathOf(file))
  fs.symlinkSync('/dev/zero', sidecarPathOf(file))
  expect(await readMarks(file)).toEqual([])
})

test('marks of an older version are read until there are new ones', async () => {
  const file = path.join(folder, 'old.nettrace')
  fs.writeFileSync(oldMarksPathOf(file), '{"version":1,"marks":[{"unixMs":1,"elapsedMs":1,"text":"old"}]}')
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['old'])
  writeMarks(file, [{ unixMs: 2, elapsedMs: 2, text: 'new' }])
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['new'])
})

test('a recording can have 500 marks', () => {
  const book = new RunningMarks(() => 1)
  book.begin('job', null)
  for (let index = 0; index < 500; index += 1) expect(book.add('job', '').ok).toBe(true)
  expect(book.add('job', '')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  expect(book.marksOf('job')).toHaveLength(500)
  expect(book.marksOf('other')).toEqual([])
})

test('removing the last mark removes the file', async () => {
  const file = path.join(folder, 'd.nettrace')
  const book = new RunningMarks(() => 1)
  book.begin('job', file)
  book.add('job', 'a')
  expect(fs.existsSync(sidecarPathOf(file))).toBe(true)
  expect(book.change('job', 0, null)).toEqual({ ok: true, value: [] })
  expect(await readMarks(file)).toEqual([])
})

test('marks of a recording that is kept stay, and a recording without a file leaves no marks file', () => {
  const file = path.join(folder, 'e.nettrace')
  const book = new RunningMarks(() => 1)
  book.begin('kept', file)
  book.add('kept', 'a')
  book.end('kept', true)
  expect(fs.existsSync(sidecarPathOf(file))).toBe(true)
  book.begin('ring', null)
  book.end('ring', false)
  book.end('nobody', false)
  expect(book.marksOf('kept')).toEqual([])
})

test('a mark that can’t be written is rejected and not shown', () => {
  const book = new RunningMarks(() => 1)
  const file = path.join(folder, 'gone', 'f.nettrace')
  book.begin('job', file)
  expect(book.add('job', 'a')).toMatchObject({ ok: false, error: { kind: 'io', path: sidecarPathOf(file) } })
  expect(book.marksOf('job')).toEqual([])
})

test('a file of unknown length gets all marks, one of known length those of its time and two seconds before', async () => {
  let nowMs = 0
  const book = new RunningMarks(() => nowMs)
  book.begin('job', null)
  for (const at of [7999, 8000, 9000]) {
    nowMs = at
    book.add('job', `at ${at}`)
  }
  nowMs = 20_000
  const file = path.join(folder, 'g.nettrace')
  book.keep('job', file, 10_000)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['at 8000', 'at 9000'])
  book.keep('job', file, null)
  expect(await readMarks(file)).toHaveLength(3)
})
