import { beforeEach, describe, expect, it } from 'vitest'
import { runtimeEventIds as ids, RuntimeEvents, type GcPause } from './runtime-events.ts'

let pauses: GcPause[]
let exceptions: number[]
let events: RuntimeEvents

beforeEach(() => {
  pauses = []
  exceptions = []
  events = new RuntimeEvents({
    onGcPause: (pause) => pauses.push(pause),
    onException: (ticks) => exceptions.push(ticks),
  })
})

/** One event of the stream, its payload in the middle of a block. */
function come(id: number, ticks: number, ...words: number[]) {
  const bytes = new Uint8Array(8 + words.length * 4).fill(0xee)
  const view = new DataView(bytes.buffer)
  for (const [index, word] of words.entries()) view.setUint32(4 + index * 4, word, true)
  events.handlerOf(id)?.handle(bytes, view, 4, 4 + words.length * 4, ticks)
}

const suspend = (ticks: number, reason = 1) => come(ids.suspendBegin, ticks, reason)
const start = (ticks: number, number: number, generation: number, type = 0) =>
  come(ids.gcStart, ticks, number, generation, 5, type)
const restart = (ticks: number) => come(ids.restartEnd, ticks)

describe('a pause', () => {
  it('lasts from the suspension to the restart, with the collection that began in between', () => {
    suspend(10)
    start(20, 7, 2)
    restart(30)
    expect(pauses).toEqual([])
    events.advanceTo(30)
    expect(pauses).toEqual([{ startTicks: 10, endTicks: 30, number: 7, generation: 2 }])
  })

  it('is found in events of several threads, which come out of order', () => {
    restart(30)
    start(20, 7, 1)
    suspend(10)
    events.advanceTo(100)
    expect(pauses).toMatchObject([{ startTicks: 10, endTicks: 30, number: 7 }])
  })

  it('waits until nothing earlier can follow', () => {
    suspend(10)
    start(20, 7, 1)
    restart(30)
    events.advanceTo(29)
    expect(pauses).toEqual([])
    events.advanceTo(30)
    expect(pauses).toHaveLength(1)
    events.advanceTo(31)
    expect(pauses).toHaveLength(1)
  })

  it('for another reason, or without a collection, is not a GC pause', () => {
    suspend(10, 2)
    start(20, 7, 1)
    restart(30)
    suspend(40)
    restart(50)
    start(60, 8, 1)
    restart(70)
    events.advanceTo(100)
    expect(pauses).toEqual([])
  })

  it('ends once', () => {
    suspend(10)
    start(20, 7, 1)
    restart(30)
    restart(40)
    events.advanceTo(100)
    expect(pauses).toHaveLength(1)
  })

  it('without its restart is replaced by the next one', () => {
    suspend(10)
    start(20, 7, 1)
    suspend(30)
    start(35, 8, 0)
    restart(40)
    events.advanceTo(100)
    expect(pauses).toEqual([{ startTicks: 30, endTicks: 40, number: 8, generation: 0 }])
  })
})

describe('a background collection', () => {
  it('has a second pause in which no collection starts, until it ends', () => {
    suspend(10)
    start(11, 7, 2, 1)
    restart(12)
    suspend(20, 6)
    restart(21)
    come(ids.gcEnd, 22, 7)
    suspend(30)
    restart(31)
    events.advanceTo(100)
    expect(pauses).toEqual([
      { startTicks: 10, endTicks: 12, number: 7, generation: 2 },
      { startTicks: 20, endTicks: 21, number: 7, generation: 2 },
    ])
  })

  it('continues while foreground collections come and go', () => {
    suspend(10)
    start(11, 7, 2, 1)
    restart(12)
    suspend(20)
    start(21, 8, 0)
    restart(22)
    come(ids.gcEnd, 23, 8)
    suspend(30, 6)
    restart(31)
    events.advanceTo(100)
    expect(pauses.map(({ number, generation }) => [number, generation])).toEqual([
      [7, 2],
      [8, 0],
      [7, 2],
    ])
  })
})

describe('other events', () => {
  it('are exceptions, in time order, or of no interest', () => {
    come(ids.exceptionThrown, 20)
    come(ids.exceptionThrown, 10)
    come(ids.exceptionThrown, 40)
    events.advanceTo(30)
    expect(exceptions).toEqual([10, 20])
    events.advanceTo(40)
    expect(exceptions).toEqual([10, 20, 40])
    expect(events.handlerOf(4)).toBeNull()
  })

  it('that are too short are left out', () => {
    suspend(10)
    come(ids.gcStart, 20, 7, 1, 5)
    restart(30)
    come(ids.suspendBegin, 40)
    start(50, 8, 1)
    come(ids.gcEnd, 55)
    restart(60)
    events.advanceTo(100)
    expect(pauses).toEqual([])
  })

  it('that are too short take nothing of what follows them', () => {
    suspend(10)
    start(11, 7, 2, 1)
    restart(12)
    // The end of an event with nothing in it, in front of bytes that would be the collection.
    const bytes = new Uint8Array(8)
    const view = new DataView(bytes.buffer)
    view.setUint32(4, 7, true)
    events.handlerOf(ids.gcEnd)?.handle(bytes, view, 4, 4, 15)
    suspend(20, 6)
    restart(21)
    events.advanceTo(100)
    expect(pauses).toHaveLength(2)
  })

  it('of a stream without order are kept up to a limit', () => {
    for (let ticks = 0; ticks < 100_001; ticks += 1) come(ids.exceptionThrown, ticks)
    events.advanceTo(Number.POSITIVE_INFINITY)
    expect(exceptions).toHaveLength(100_000)
  })
})
