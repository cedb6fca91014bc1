import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { TraceParts } from '../../../analysis/trace/trace-parts.ts'
import { TraceReader } from '../../../nettrace/trace/trace-reader.ts'
import { TraceDocumentEngine } from '../trace-document-engine.ts'
import { Practice, practiceReading, practiceRecording } from './practice-reading.ts'

test('is a whole recording, with what a first page is about', () => {
  const parts = new TraceParts()
  const reader = new TraceReader(parts.listener)
  reader.push(practiceRecording())
  expect(reader.end()).toBe(true)
  expect(reader.trace.damageCount).toBe(0)
  const { sampled, exceptions, allocations, contention, activities } = parts
  for (const { count } of [
    sampled.samples,
    sampled.code.methods,
    sampled.code.ilMaps,
    exceptions,
    allocations,
    contention,
  ])
    expect(count).toBeGreaterThan(0)
  expect(activities.count).toBeGreaterThan(0)
  reader.dispose()
})

test('changes no answer of the recording that is read next, wherever it is left', async () => {
  const untouched = await firstAnswers()
  const stepCount = Array.from(practiceReading()).length
  expect(stepCount).toBeGreaterThan(20)
  for (const left of [0, 1, 10, stepCount - 8, stepCount - 4, stepCount - 1, stepCount]) {
    const steps = practiceReading()
    for (let step = 0; step < left; step++) steps.next()
    steps.return(undefined)
    // oxlint-disable-next-line no-await-in-loop -- one document after the other
    expect(await firstAnswers()).toStrictEqual(untouched)
  }
})

test('is done step by step in turns of its own, and no more of it once it is ended', async () => {
  let done = 0
  let isLeft = false
  const isUnderWay = (): boolean => done >= 3
  const steps = (function* () {
    try {
      for (;;) {
        done++
        yield
      }
    } finally {
      isLeft = true
    }
  })()
  const practice = new Practice(steps, () => expect.unreachable('it has no end'))
  practice.begin()
  expect(done).toBe(0)
  // oxlint-disable-next-line no-await-in-loop -- turn by turn
  while (!isUnderWay()) await nextTurn()
  practice.end()
  const doneByThen = done
  await nextTurn()
  await nextTurn()
  expect(done).toBe(doneByThen)
  expect(isLeft).toBe(true)
  practice.end()
})

test('says when all of it is done', async () => {
  let isDone = false
  const isUnderWay = (): boolean => !isDone
  const steps = (function* () {
    yield
    yield
  })()
  const practice = new Practice(steps, () => (isDone = true))
  practice.begin()
  // oxlint-disable-next-line no-await-in-loop -- turn by turn
  while (isUnderWay()) await nextTurn()
  practice.end()
})

async function firstAnswers(): Promise<unknown> {
  const file = path.join(import.meta.dirname, '../../../../fixtures/traces/net10-native.nettrace')
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const summary = await engine.answer({ name: 'summary', request: { isWhole: false } })
  const overview = await engine.answer({ name: 'overview', request: { selection: wholeTrace } })
  engine.close()
  return { summary, overview }
}
