import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { MarkBook } from './mark-book.ts'
import { marksPathOf, readMarks, writeMarks } from './marks.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-marks-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

test('marks lie beside the recording from the moment they are set, and go with it when it is discarded', async () => {
  const file = path.join(folder, 'a.nettrace')
  fs.writeFileSync(file, 'Nettrace')
  let nowMs = 1000
  const book = new MarkBook(() => nowMs)
  book.begin('job', file)
  nowMs = 3500
  book.add('job', '')
  nowMs = 4000
  book.add('job', 'order sent')
  expect(await readMarks(file)).toEqual([
    { unixMs: 3500, elapsedMs: 2500, text: 'Mark 1' },
    { unixMs: 4000, elapsedMs: 3000, text: 'order sent' },
  ])
  book.change('job', 0, 'login')
  book.change('job', 1, null)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['login'])
  expect(fs.readFileSync(file, 'utf8')).toBe('Nettrace')
  expect(book.change('job', 5, 'x')).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  book.end('job', false)
  expect(fs.existsSync(marksPathOf(file))).toBe(false)
  expect(book.add('job', '')).toMatchObject({ ok: false })
})

test('a file that is cut out of a recording gets the marks of its time', async () => {
  const file = path.join(folder, 'ring.nettrace')
  let nowMs = 0
  const book = new MarkBook(() => nowMs)
  book.begin('job', null)
  book.add('job', 'early')
  nowMs = 60_000
  book.add('job', 'late')
  book.keep('job', file, 10_000)
  expect((await readMarks(file)).map(({ text }) => text)).toEqual(['late'])
})

test('what is not ours is no mark', async () => {
  const file = path.join(folder, 'b.nettrace')
  expect(await readMarks(file)).toEqual([])
  fs.writeFileSync(marksPathOf(file), '{"version":1,"marks":[{"text":5}]}')
  expect(await readMarks(file)).toEqual([])
})

test.skipIf(process.platform === 'win32')('a pipe or a device in place of the marks is not waited for', async () => {
  const file = path.join(folder, 'c.nettrace')
  execFileSync('mkfifo', [marksPathOf(file), `${marksPathOf(file)}.part`])
  expect(await readMarks(file)).toEqual([])
  expect(writeMarks(file, [{ unixMs: 1, elapsedMs: 1, text: 'a' }])).toBe(true)
  expect(await readMarks(file)).toHaveLength(1)
  fs.rmSync(marksPathOf(file))
  fs.symlinkSync('/dev/zero', marksPathOf(file))
  expect(await readMarks(file)).toEqual([])
})
