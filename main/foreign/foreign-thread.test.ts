import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleWorker } from '../workers/testing/bundle-worker.ts'
import { ForeignThread } from './foreign-thread.ts'

let folder: string
/** Answers everything but what hangs, with the path it was asked for. */
let hangingWorker: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'foreign-thread-'))
  hangingWorker = path.join(folder, 'hanging.cjs')
  fs.writeFileSync(
    hangingWorker,
    `const { parentPort } = require('node:worker_threads')
     parentPort.on('message', ({ id, question }) => {
       if (question.path.startsWith('/hang')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
       if (question.path === '/crash') process.exit(1)
       parentPort.postMessage({ kind: 'answer', id, answer: { ok: true, value: question.path } })
     })
     parentPort.postMessage({ kind: 'ready' })`,
  )
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const ask = (thread: ForeignThread, file: string) => thread.ask({ kind: 'real-path', path: file })

test('reads through its thread', async () => {
  const thread = new ForeignThread({ workerPath: await bundleWorker('foreign', folder) })
  const file = path.join(folder, 'a.txt')
  fs.writeFileSync(file, 'text')
  const read = await thread.ask({ kind: 'read', path: file, maxBytes: 10 })
  expect(read).toMatchObject({ ok: true, value: { bytes: new Uint8Array(Buffer.from('text')), sizeBytes: 4 } })
  expect(await thread.ask({ kind: 'look', path: `${file}x` })).toEqual({ ok: false, error: { kind: 'missing' } })
})

test('files that hang do not stop the next one: it is asked again in a new thread', async () => {
  // Long enough for the one that does not hang, in a fifth thread, where the machine is busy.
  const thread = new ForeignThread({ workerPath: hangingWorker, deadlineMs: 300, maxStuckThreads: 10 })
  const names = ['/hang/1', '/hang/2', '/hang/3', '/hang/4', '/fine']
  const answers = await Promise.all(names.map((name) => ask(thread, name)))
  expect(answers.slice(0, 4).every(({ ok }) => !ok)).toBe(true)
  expect(answers[0]).toEqual({ ok: false, error: { kind: 'no-answer' } })
  expect(answers[4]).toEqual({ ok: true, value: '/fine' })
})

test('a thread that crashes fails the question it was at, not those behind it', async () => {
  const thread = new ForeignThread({ workerPath: hangingWorker })
  const [crashed, fine] = await Promise.all([ask(thread, '/crash'), ask(thread, '/fine')])
  expect(crashed).toEqual({ ok: false, error: { kind: 'no-answer' } })
  expect(fine).toEqual({ ok: true, value: '/fine' })
})

test('with as many threads stuck as there may be, every question is answered at once', async () => {
  const thread = new ForeignThread({ workerPath: hangingWorker, deadlineMs: 50, maxStuckThreads: 1 })
  const answers = await Promise.all([ask(thread, '/hang/1'), ask(thread, '/fine')])
  expect(answers).toEqual([
    { ok: false, error: { kind: 'no-answer' } },
    { ok: false, error: { kind: 'no-answer', wasAsked: false } },
  ])
  await expect.poll(() => thread.stuckThreadCount).toBe(0)
  expect(await ask(thread, '/fine')).toEqual({ ok: true, value: '/fine' })
})
