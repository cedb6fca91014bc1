import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { readyAfterMs, TraceService } from './trace-service.ts'
import { err } from '../../../shared/base/result.ts'
import { pause } from '../../os/pause.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-traces-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A thread that answers every question with its own number. */
const workerPath = path.join(folder, 'worker.cjs')
writeFileSync(
  workerPath,
  `const { parentPort, threadId } = require('node:worker_threads')
  parentPort.on('message', (message) => {
    if (message[0] === 'ask') parentPort.postMessage(['answer', message[1], { ok: true, value: threadId }])
    if (message[0] === 'close') parentPort.close()
  })`,
)
const file = path.join(folder, 'any.nettrace')
writeFileSync(file, 'Nettrace')

const openedIds: string[] = []

async function threadOfNext(traces: TraceService): Promise<unknown> {
  const opened = await traces.open(file)
  if (opened.ok) openedIds.push(opened.value.documentId)
  const document = opened.ok ? traces.document(opened.value.documentId) : opened
  const answer = document.ok ? await document.value.ask('summary', { isWhole: false }) : document
  return answer.ok ? answer.value : answer.error
}

async function closeAll(traces: TraceService): Promise<void> {
  traces.rest()
  for (const documentId of openedIds.splice(0)) await traces.close(documentId)
}

async function nextThreadId(): Promise<number> {
  const worker = new Worker(workerPath)
  const { threadId } = worker
  await worker.terminate()
  return threadId
}

test('a recording is read by the thread that was started while it was chosen', async () => {
  const traces = new TraceService({ workerPath, onCrash: () => undefined })
  const first = Number(await threadOfNext(traces))
  traces.prepare()
  traces.prepare()
  expect(await threadOfNext(traces)).toBe(first + 1)
  expect(await threadOfNext(traces)).toBe(first + 2)
  // Nothing was chosen: that thread is gone, and the next recording has one of its own.
  traces.prepare()
  traces.release()
  expect(await threadOfNext(traces)).toBe(first + 4)
  await closeAll(traces)
  expect(traces.count).toBe(0)
})

test('a thread gets what an earlier one has compiled', async () => {
  const compiling = path.join(folder, 'compiling.cjs')
  writeFileSync(
    compiling,
    `const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage({ kind: 'compiled', code: new SharedArrayBuffer(7) })
    parentPort.on('message', (message) => {
      const value = workerData.compiledCode === null ? 0 : workerData.compiledCode.byteLength
      if (message[0] === 'ask') parentPort.postMessage(['answer', message[1], { ok: true, value }])
      if (message[0] === 'close') parentPort.close()
    })`,
  )
  const traces = new TraceService({ workerPath: compiling, onCrash: () => undefined })
  expect(await threadOfNext(traces)).toBe(0)
  expect(await threadOfNext(traces)).toBe(7)
  await closeAll(traces)
})

test('while there is a window, a thread waits for the next recording, also when nothing was chosen', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const traces = new TraceService({ workerPath, onCrash: () => undefined })
    traces.keepReady()
    traces.keepReady()
    const before = Number(await threadOfNext(traces))
    vi.advanceTimersByTime(readyAfterMs)
    traces.release()
    // Numbers of threads count up: the one that is ready was started before this one.
    expect(await nextThreadId()).toBe(before + 2)
    expect(await threadOfNext(traces)).toBe(before + 1)
    await closeAll(traces)
    vi.advanceTimersByTime(2 * readyAfterMs)
    expect(await nextThreadId()).toBe(before + 3)
  } finally {
    vi.useRealTimers()
  }
})

test('a thread that dies before it has a file is no crash of a document', async () => {
  const crashed: string[] = []
  const deadPath = path.join(folder, 'dead.cjs')
  writeFileSync(deadPath, `throw new Error('no')`)
  const traces = new TraceService({ workerPath: deadPath, onCrash: (name) => crashed.push(path.basename(name)) })
  traces.prepare()
  await pause(200)
  expect(crashed).toEqual([])
  await traces.open(file)
  await expect.poll(() => crashed).toEqual(['any.nettrace'])
})

const anyJob = () => 'job-1'

describe('a recording that may be a heap walk', () => {
  const looking = path.join(folder, 'looking.cjs')
  writeFileSync(
    looking,
    `const { parentPort, threadId } = require('node:worker_threads')
    parentPort.on('message', (message) => {
      if (message[0] === 'ask' && message[2] === 'only-heap-walk')
        parentPort.postMessage(['answer', message[1], { ok: true, value: message[3].path.endsWith('walk.nettrace') }])
      else if (message[0] === 'ask') parentPort.postMessage(['answer', message[1], { ok: true, value: threadId }])
      if (message[0] === 'close') parentPort.close()
    })`,
  )

  const walk = path.join(folder, 'walk.nettrace')
  writeFileSync(walk, 'Nettrace')

  test('is looked at by the thread that reads the next one', async () => {
    const traces = new TraceService({ workerPath: looking, onCrash: () => undefined })
    const before = await nextThreadId()
    expect(await traces.holdsOnlyHeapWalk(walk)).toBe(true)
    expect(await traces.holdsOnlyHeapWalk(file)).toBe(false)
    expect(await threadOfNext(traces)).toBe(before + 1)
    await closeAll(traces)
  })

  test('is a recording while it is written, and where the thread dies', async () => {
    const written = new TraceService({ workerPath: looking, onCrash: () => undefined, jobWriting: anyJob })
    expect(await written.holdsOnlyHeapWalk(walk)).toBe(false)
    const deadPath = path.join(folder, 'dead-at-once.cjs')
    writeFileSync(deadPath, `throw new Error('no')`)
    const dead = new TraceService({ workerPath: deadPath, onCrash: () => undefined })
    expect(await dead.holdsOnlyHeapWalk(walk)).toBe(false)
  })

  test('is left alone by that thread where its disk does not answer', async () => {
    const traces = new TraceService({ workerPath: looking, onCrash: () => undefined })
    const noAnswer = Promise.resolve(err({ kind: 'no-answer' as const }))
    expect(await traces.holdsOnlyHeapWalk(walk, noAnswer)).toBe(false)
    expect(await traces.holdsOnlyHeapWalk(folder)).toBe(false)
    await closeAll(traces)
  })
})
