import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventType } from '../event-type.ts'
import { DecodeKernel } from '../kernel/decode-kernel.ts'
import { type Field, objectOf, plainType, typeCodes } from '../payload/field-type.ts'
import { StackRegistry } from './stack-registry.ts'
import { ThreadRegistry } from './thread-registry.ts'
import { Trace } from './trace.ts'
import { TypeRegistry } from './type-registry.ts'

let kernel: DecodeKernel
let trace: Trace
beforeEach(() => {
  kernel = DecodeKernel.take()
  trace = new Trace(kernel)
})
afterEach(() => kernel.giveBack())

const type = (metadataId: number, fields: readonly Field[] = []): EventType => ({
  metadataId,
  provider: 'P',
  eventId: metadataId,
  name: 'E',
  keywords: 0n,
  version: 0,
  level: 4,
  opcode: 0,
  fields,
  isOpaque: false,
})

const empty = (count: number) => Array.from({ length: count }, (): Field => ({ name: 'o', type: objectOf([]) }))

describe('stack ids', () => {
  let stacks: StackRegistry
  const entriesOf = (...ids: readonly number[]) => ids.map((id) => stacks.resolve(id))
  beforeEach(() => {
    stacks = new StackRegistry(kernel)
  })

  test('stand for the entries that were defined, and for none beside them', () => {
    stacks.define(5, 3, 100)
    expect(entriesOf(0, 4, 5, 7, 8)).toEqual([0, 0, 100, 102, 0])
    stacks.define(20, 1, 200)
    expect(entriesOf(4, 5, 7, 8, 19, 20, 21)).toEqual([0, 100, 102, 0, 0, 200, 0])
  })

  test('continue a range only where both the ids and the entries do', () => {
    stacks.define(1, 2, 10)
    stacks.define(3, 2, 12)
    stacks.define(5, 2, 50)
    stacks.define(8, 2, 52)
    expect(entriesOf(1, 2, 3, 4, 5, 6, 7, 8, 9, 10)).toEqual([10, 11, 12, 13, 50, 51, 0, 52, 53, 0])
  })

  test('stand for what was defined last, also in the middle of other ranges and over several of them', () => {
    const entries = new Map<number, number>()
    const lastId = 90
    let next = 1
    // Lengths and places in an order that meets every kind of overlap.
    for (let step = 0; step < 60; step++) {
      const firstId = 1 + ((step * 37) % 80)
      const count = 1 + ((step * 11) % 9) * (step % 10 === 0 ? 4 : 1)
      stacks.define(firstId, count, next)
      for (let index = 0; index < count; index++) entries.set(firstId + index, next + index)
      next += count
      for (let id = 0; id <= lastId; id++)
        expect([step, id, stacks.resolve(id)]).toEqual([step, id, entries.get(id) ?? 0])
    }
  })

  test('0 means no stack, even where a range begins with it', () => {
    stacks.define(0, 3, 100)
    expect(entriesOf(0, 1, 2, 3)).toEqual([0, 101, 102, 0])
    stacks.define(0, 1, 200)
    stacks.define(9, 0, 300)
    expect(entriesOf(0, 1, 9)).toEqual([0, 101, 0])
  })

  test('end with the largest number of 32 bits and do not begin again', () => {
    stacks.define(2 ** 32 - 2, 5, 100)
    expect(entriesOf(2 ** 32 - 3, 2 ** 32 - 2, 2 ** 32 - 1, 0, 1)).toEqual([0, 100, 101, 0, 0])
    stacks.define(7, 1, 200)
    expect(entriesOf(2 ** 32 - 1, 1, 7)).toEqual([101, 0, 200])
  })

  test('mean nothing after they were cleared', () => {
    stacks.define(1, 2, 10)
    stacks.define(8, 2, 20)
    stacks.clear()
    expect(entriesOf(1, 2, 8, 9)).toEqual([0, 0, 0, 0])
    stacks.define(3, 1, 30)
    expect(entriesOf(2, 3, 8)).toEqual([0, 30, 0])
  })

  test('are kept for 512 ranges; with one more the lower half is lost', () => {
    const known = () =>
      Array.from({ length: 513 }, (_, range) => range).filter((range) => stacks.resolve(10 + range * 4) !== 0)
    const define = (range: number) => stacks.define(10 + range * 4, 2, 1 + range * 2)
    for (let range = 0; range < 512; range++) define(range)
    expect([known().length, stacks.resolve(11), stacks.resolve(11 + 4 * 511)]).toEqual([512, 2, 1024])
    define(512)
    expect([known().length, known()[0], stacks.resolve(11 + 4 * 512), stacks.resolve(11 + 4 * 255)]).toEqual([
      258, 255, 1026, 512,
    ])
  })
})

test('ranges of stacks and threads that need more room take nobody’s', () => {
  const stacks = new StackRegistry(kernel)
  const threads = new ThreadRegistry(trace, kernel)
  for (let number = 1; number <= 500; number++) {
    stacks.define(number * 4, 2, number * 2)
    threads.resolve(number, 0)
    const address = kernel.allocate(64)
    kernel.bytes.fill(0xaa, address, address + 64)
  }
  for (let number = 1; number <= 500; number++) {
    expect([stacks.resolve(number * 4), stacks.resolve(number * 4 + 1)]).toEqual([number * 2, number * 2 + 1])
    expect([number, threads.has(number, 0)]).toEqual([number, true])
  }
})

describe('threads', () => {
  let threads: ThreadRegistry
  beforeEach(() => {
    threads = new ThreadRegistry(trace, kernel)
  })

  test('have one entry for each id, and the id is all that is known of them', () => {
    const told: unknown[] = []
    threads.onNew = (low, high) => told.push([low, high])
    expect([threads.resolve(7, 0), threads.resolve(7, 2), threads.resolve(7, 0)]).toEqual([0, 1, 0])
    expect([told, threads.has(7, 0), threads.has(7, 1)]).toEqual([
      [
        [7, 0],
        [7, 2],
      ],
      true,
      false,
    ])
    expect(trace.threads[1]).toEqual({
      index: 1,
      id: 2 ** 33 + 7,
      exactId: 2n ** 33n + 7n,
      name: '',
      processId: null,
      attributes: [],
    })
  })

  test('lost what is missing between two numbers, and nothing before the first or where numbers go back', () => {
    threads.resolve(7, 0)
    const lost = [5, 6, 10, 9, 10, 0, 3, 4].map((sequence) => threads.addEvent(7, 0, sequence))
    expect(lost).toEqual([0, 0, 3, 0, 0, 0, 0, 0])
    threads.addEvent(7, 0, 0xffff_fffe)
    expect([threads.addEvent(7, 0, 0xffff_ffff), threads.addEvent(7, 0, 2)]).toEqual([0, 2])
  })

  test('lost what a sequence point counts more, from its beginning on unless the stream was joined later', () => {
    expect([3, 3, 2, 8].map((sequence) => threads.advance(7, 0, sequence).lostCount)).toEqual([3, 0, 0, 5])
    expect([threads.addEvent(7, 0, 9), threads.addEvent(7, 0, 12)]).toEqual([0, 2])
    threads.isJoined = true
    expect([4, 6].map((sequence) => threads.advance(8, 0, sequence))).toEqual([
      { threadIndex: 1, lostCount: 0 },
      { threadIndex: 1, lostCount: 2 },
    ])
  })

  test('that are kept get new places, with what is known of them', () => {
    for (const id of [5, 6, 7]) threads.resolve(id, 0)
    threads.addEvent(7, 0, 20)
    threads.keepOnly([
      { low: 7, high: 0 },
      { low: 99, high: 0 },
      { low: 5, high: 0 },
      { low: 7, high: 0 },
    ])
    expect(trace.threads.map(({ index, id }) => [index, id])).toEqual([
      [0, 7],
      [1, 5],
      [2, 7],
    ])
    expect([threads.resolve(7, 0), threads.resolve(5, 0), threads.has(6, 0), threads.has(99, 0)]).toEqual([
      0,
      1,
      false,
      false,
    ])
    expect(threads.addEvent(7, 0, 23)).toBe(2)
  })

  test('are forgotten one by one or all together', () => {
    for (const id of [5, 6]) threads.resolve(id, 0)
    threads.remove(5, 0)
    expect([threads.has(5, 0), threads.has(6, 0), threads.resolve(5, 0)]).toEqual([false, true, 2])
    threads.clear()
    expect([threads.has(5, 0), threads.has(6, 0)]).toEqual([false, false])
  })
})

describe('event types', () => {
  test('are replaced for the events that follow, and stay for those before', () => {
    const types = new TypeRegistry(trace, {}, kernel)
    expect([types.isDefined(3), types.define(type(3)), types.isDefined(3), types.resolve(3)]).toEqual([
      false,
      true,
      true,
      0,
    ])
    expect([types.define(type(3)), types.resolve(3), trace.types.length]).toEqual([true, 1, 2])
    types.forgetIds()
    expect([types.isDefined(3), trace.types.length]).toEqual([false, 2])
  })

  test('that were not defined are reported once, and known from then on', () => {
    const types = new TypeRegistry(trace, { onEventType: () => () => undefined }, kernel)
    const told: number[] = []
    types.onUndefined = (metadataId) => told.push(metadataId)
    expect([types.resolve(9), types.resolve(9), types.hasHandlers, told]).toEqual([0, 0, false, [9]])
    expect(trace.types).toMatchObject([{ metadataId: 9, isUndefined: true, isOpaque: true }])
    types.define(type(9))
    expect([types.resolve(9), types.hasHandlers, types.handlers.map((handler) => handler !== null)]).toEqual([
      1,
      true,
      [false, true],
    ])
  })

  test('have no more than sixteen fields that take no bytes', () => {
    const types = new TypeRegistry(trace, {}, kernel)
    const number: Field = { name: 'x', type: plainType(typeCodes.int32) }
    for (const [index, fields] of [[...empty(16), number], empty(17)].entries()) types.define(type(index + 1, fields))
    expect(trace.types.map(({ fields, isOpaque }) => [fields.length, isOpaque])).toEqual([
      [17, false],
      [0, true],
    ])
  })

  test('are not more than 65,536; what was not defined beyond them shares one', () => {
    const types = new TypeRegistry(trace, {}, kernel)
    for (let id = 1; id < 65_536; id++) types.define(type(id))
    expect([trace.types.length, types.resolve(70_000), types.resolve(70_001)]).toEqual([65_535, 65_535, 65_535])
    expect([types.define(type(70_002)), trace.types.length, types.isDefined(70_002)]).toEqual([false, 65_536, false])
  })
})
