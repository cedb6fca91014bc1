import { describe, expect, test } from 'vitest'
import { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import { History, type HistoryRequest } from './history.ts'
import { SeriesStore } from './series-store.ts'
import { frameOf, type Sample } from '../testing.ts'

class Questions {
  readonly asked: HistoryRequest[] = []
  readonly answers: ((frame: ArrayBuffer | null) => void)[] = []
  nowMs = 0
  readonly ask = (request: HistoryRequest) => {
    this.asked.push(request)
    return new Promise<ArrayBuffer | null>((resolve) => this.answers.push(resolve))
  }
  readonly now = () => this.nowMs
  async answer(at: number, samples: readonly Sample[] | null) {
    this.answers[at]?.(samples === null ? null : frameOf(samples))
    await Promise.resolve()
    await Promise.resolve()
  }
}

function setUp(coverageFromMs = 100_000) {
  const store = new SeriesStore()
  store.beginCoverage(coverageFromMs)
  store.applyFrame(
    frameOf([
      [0, 100_000, 100],
      [0, 101_000, 101],
    ]),
  )
  const questions = new Questions()
  return { store, questions, history: new History(store, questions.ask, questions.now) }
}

const need = (fromMs: number, toMs: number) => ({ seriesIndexes: [0], fromMs, toMs, widthPx: 100 })
const owner = {}
const readAll = (history: History, fromMs = 0, toMs = 1e9) => {
  const samples = new SampleBuffer()
  history.read(0, fromMs, toMs, samples)
  return [...samples.value.subarray(0, samples.count)]
}

describe('history', () => {
  test('asks nothing for what the ring holds, or for a time before the first sample', () => {
    const { questions, history } = setUp()
    history.ensure(owner, need(100_000, 101_000), null)
    history.ensure(owner, need(50_000, 101_000), 100_000)
    expect(questions.asked).toEqual([])
  })

  test('asks once for what is older, two points a pixel, and joins the answer with the ring', async () => {
    const { questions, history } = setUp()
    history.ensure(owner, need(50_000, 101_000), null)
    history.ensure(owner, need(50_100, 101_100), null)
    expect(questions.asked).toHaveLength(1)
    expect(questions.asked[0]?.fromMs).toBe(50_000 - 5100)
    expect(questions.asked[0]?.maxPoints).toBeGreaterThanOrEqual(200)
    await questions.answer(0, [
      [0, 60_000, 60],
      [0, 99_000, 99],
      [0, 100_000, -1],
    ])
    expect(readAll(history)).toEqual([60, 99, 100, 101])
    expect(history.valueAt(0, 60_500, 1000)).toBe(60)
    expect(history.valueAt(0, 101_500, 1000)).toBe(101)
  })

  test('where segment and ring meet, no sample comes twice and none is missing', async () => {
    const store = new SeriesStore(256)
    store.beginCoverage(0)
    for (let n = 0; n < 1000; n++) store.applyFrame(frameOf([[0, n * 100, n]]))
    const questions = new Questions()
    const history = new History(store, questions.ask, questions.now)
    history.ensure(owner, need(50_000, 99_900), 0)
    await questions.answer(
      0,
      Array.from({ length: 1000 }, (_, n): Sample => [0, n * 100, n]),
    )
    const read = readAll(history, 50_000, 99_900)
    expect(read).toEqual(Array.from({ length: 501 }, (_, at) => 499 + at))
  })

  test('an outdated answer is discarded, and the last picture stays', async () => {
    const { questions, history } = setUp()
    history.ensure(owner, need(50_000, 101_000), null)
    await questions.answer(0, [[0, 60_000, 60]])
    history.ensure(owner, need(10_000, 101_000), null)
    history.ensure(owner, need(-50_000, 101_000), null)
    expect(questions.asked).toHaveLength(3)
    await questions.answer(1, [[0, 20_000, 20]])
    expect(readAll(history)[0]).toBe(60)
    await questions.answer(2, [[0, -40_000, -40]])
    expect(readAll(history, -100_000, 0)).toContain(-40)
  })

  test('zooming in asks for a finer answer', async () => {
    const { questions, history } = setUp()
    history.ensure(owner, need(0, 100_500), null)
    await questions.answer(0, [[0, 60_000, 60]])
    history.ensure(owner, need(50_000, 60_000), null)
    expect(questions.asked).toHaveLength(2)
  })

  test('charts of one board are served by one question', () => {
    const { questions, history } = setUp()
    history.ensure({}, need(50_000, 101_000), null)
    history.ensure({}, { ...need(50_000, 101_000), seriesIndexes: [1, 2] }, null)
    history.ensure({}, { ...need(50_000, 101_000), seriesIndexes: [2] }, null)
    expect(questions.asked.map((request) => request.seriesIndexes)).toEqual([[0], [0, 1, 2]])
  })

  test('after a failure it waits before it asks again', async () => {
    const { questions, history } = setUp()
    history.ensure(owner, need(50_000, 101_000), null)
    await questions.answer(0, null)
    history.ensure(owner, need(50_000, 101_000), null)
    expect(questions.asked).toHaveLength(1)
    questions.nowMs = 2001
    history.ensure(owner, need(50_000, 101_000), null)
    expect(questions.asked).toHaveLength(2)
  })
})
