import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { RunningMarks } from './running-marks.ts'
import { appendToSidecar, oldMarksPathOf, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
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
  await running.add('job', '')
  nowMs = 4000
  await running.add('job', 'order sent')
  expect(await readMarks(file)).toEqual([
    { unixMs: 3500, elapsedMs: 2500, text: 'Mark 1' },
    { unixMs: 4000, elapsedMs: 3000, text: 'order sent' },
  ])
  await running.change('job', 0, 'login')
  await running.change('job', 1, null)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['login'])
  expect(fs.readFileSync(file, 'utf8')).toBe('Nettrace')
  expect(await running.change('job', 5, 'x')).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  await running.end('job', false)
  expect(fs.existsSync(sidecarPathOf(file))).toBe(false)
  expect(await running.add('job', '')).toMatchObject({ ok: false })
})

test('a file that is cut out of a recording gets the marks of its time', async () => {
  const file = path.join(folder, 'ring.nettrace')
  let nowMs = 0
  const running = new RunningMarks(() => nowMs)
  running.begin('job', null)
  await running.add('job', 'early')
  nowMs = 60_000
  await running.add('job', 'late')
  await running.keep('job', file, 10_000)
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
  expect(await writeMarks(file, [{ unixMs: 1, elapsedMs: 1, text: 'a' }])).toEqual({ ok: true, value: null })
  expect(await readMarks(file)).toHaveLength(1)
  fs.rmSync(sidecarPathOf(file))
  fs.symlinkSync('/dev/zero', sidecarPathOf(file))
  expect(await readMarks(file)).toEqual([])
})

test('marks of an older version are read until there are new ones', async () => {
  const file = path.join(folder, 'old.nettrace')
  fs.writeFileSync(oldMarksPathOf(file), '{"version":1,"marks":[{"unixMs":1,"elapsedMs":1,"text":"old"}]}')
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['old'])
  await writeMarks(file, [{ unixMs: 2, elapsedMs: 2, text: 'new' }])
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['new'])
})

test('a recording can have 500 marks', async () => {
  const book = new RunningMarks(() => 1)
  book.begin('job', null)
  for (let index = 0; index < 500; index += 1)
    // oxlint-disable-next-line no-await-in-loop -- one mark after the other
    expect((await book.add('job', '')).ok).toBe(true)
  expect(await book.add('job', '')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  expect(book.marksOf('job')).toHaveLength(500)
  expect(book.marksOf('other')).toEqual([])
})

test('a mark of no recording, or that isn’t there, can’t be changed', async () => {
  const book = new RunningMarks(() => 1)
  const missing = { ok: false, error: { kind: 'not-found', what: 'mark' } }
  expect(await book.change('nobody', 0, 'x')).toEqual(missing)
  book.begin('job', null)
  await book.add('job', 'a')
  expect(await book.change('job', 1, 'x')).toEqual(missing)
  expect(await book.change('job', 0, 'x')).toMatchObject({ ok: true, value: [{ text: 'x' }] })
})

test('a file without marks gets no marks file, nor does one of a recording that is over', async () => {
  const file = path.join(folder, 'none.nettrace')
  const book = new RunningMarks(() => 1)
  book.begin('job', null)
  await book.keep('job', file, null)
  await book.keep('nobody', file, null)
  expect(fs.existsSync(sidecarPathOf(file))).toBe(false)
})

test('removing the last mark removes the file', async () => {
  const file = path.join(folder, 'd.nettrace')
  const book = new RunningMarks(() => 1)
  book.begin('job', file)
  await book.add('job', 'a')
  expect(fs.existsSync(sidecarPathOf(file))).toBe(true)
  expect(await book.change('job', 0, null)).toEqual({ ok: true, value: [] })
  expect(await readMarks(file)).toEqual([])
})

test('marks of a recording that is kept stay, and a recording without a file leaves no marks file', async () => {
  const file = path.join(folder, 'e.nettrace')
  const book = new RunningMarks(() => 1)
  book.begin('kept', file)
  await book.add('kept', 'a')
  await book.end('kept', true)
  expect(fs.existsSync(sidecarPathOf(file))).toBe(true)
  book.begin('ring', null)
  await book.end('ring', false)
  await book.end('nobody', false)
  expect(book.marksOf('kept')).toEqual([])
})

test('a mark that can’t be written is rejected and not shown', async () => {
  const book = new RunningMarks(() => 1)
  const file = path.join(folder, 'gone', 'f.nettrace')
  book.begin('job', file)
  expect(await book.add('job', 'a')).toMatchObject({ ok: false, error: { kind: 'io', path: sidecarPathOf(file) } })
  expect(book.marksOf('job')).toEqual([])
})

test('a file of unknown length gets all marks, one of known length those of its time and two seconds before', async () => {
  let nowMs = 0
  const book = new RunningMarks(() => nowMs)
  book.begin('job', null)
  for (const at of [7999, 8000, 9000]) {
    nowMs = at
    // oxlint-disable-next-line no-await-in-loop -- each at its time
    await book.add('job', `at ${at}`)
  }
  nowMs = 20_000
  const file = path.join(folder, 'g.nettrace')
  await book.keep('job', file, 10_000)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['at 8000', 'at 9000'])
  await book.keep('job', file, null)
  expect(await readMarks(file)).toHaveLength(3)
})

test('marks that are set and changed at the same time as lines are written beside the recording lose none', async () => {
  const file = path.join(folder, 'h.nettrace')
  let nowMs = 0
  const book = new RunningMarks(() => nowMs)
  fs.writeFileSync(sidecarPathOf(file), 'of another recording')
  book.begin('job', file)
  const cpu = { unixMs: 0, processMs: 1, threads: {} }
  const asked = ['a', '', 'c'].map((text) => {
    nowMs += 1000
    return Promise.all([appendToSidecar(file, { cpu }), book.add('job', text)])
  })
  const removed = book.change('job', 0, null)
  expect((await Promise.all(asked)).flatMap(([isKept, { ok }]) => [isKept, ok])).not.toContain(false)
  expect(await removed).toMatchObject({ ok: true, value: [{ elapsedMs: 2000, text: 'Mark 2' }, { text: 'c' }] })
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['Mark 2', 'c'])
  const lines = fs.readFileSync(sidecarPathOf(file), 'utf8').trim().split('\n')
  const kinds = lines.map((line) => Object.keys(JSON.parse(line) as object)[0])
  expect([kinds.filter((kind) => kind === 'cpu').length, kinds.filter((kind) => kind === 'marks').length]).toEqual([
    3, 4,
  ])
  const late = book.add('job', 'late')
  await book.end('job', false)
  expect(await late).toMatchObject({ ok: true })
  expect(fs.existsSync(sidecarPathOf(file))).toBe(false)
})
