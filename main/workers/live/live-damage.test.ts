import { afterEach, expect, test, vi } from 'vitest'
import { CounterStream } from '../../events/testing/counter-stream.ts'
import { work } from '../../nettrace/work-steps.ts'
import { EngineHarness } from '../testing/engine-harness.ts'

vi.useFakeTimers()
const harnesses: EngineHarness[] = []
afterEach(() => {
  for (const harness of harnesses.splice(0)) harness.engine.dispose()
})

/** Two counters and a gauge, each second; `damage` changes the bytes of the first delivery, which holds all descriptions of types. */
function watch(damage: (bytes: Buffer) => void, seconds = [1, 2]): EngineHarness {
  const harness = new EngineHarness(1000, () => vi.advanceTimersByTime(60))
  harnesses.push(harness)
  harness.begin({ meterSessionId: 'SHARED' })
  const stream = new CounterStream()
  for (const second of seconds) {
    stream.sum('S', second * 1000, 1000, 1, { name: 'requests', increment: second })
    stream.mean('S', second * 1000, 1000, 1, { name: 'cpu', mean: second, units: 'percent' })
    stream.metric(5, second * 1000, ['SHARED', 'M', '', 'level', 'items', 'k=v', `10${second}`, 7])
    const bytes = Buffer.from(stream.take())
    if (second === 1) damage(bytes)
    harness.push(new Uint8Array(bytes))
  }
  return harness
}

const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const overwrite = (bytes: Buffer, at: number, count: number) => bytes.fill(0xff, at, at + count)
const breakFraming = (bytes: Buffer) => overwrite(bytes, bytes.indexOf('EventBlock') + 2, 64)
const damages = (harness: EngineHarness) => harness.notices.filter((notice) => notice.what === 'damage')
const shown = (harness: EngineHarness) => [
  harness.valuesOf('S requests total'),
  harness.valuesOf('S cpu value'),
  harness.valuesOf('M level k=v value'),
]

test('without damage, everything is shown and nothing is reported', () => {
  const harness = watch(() => undefined)
  expect(damages(harness)).toEqual([])
  expect(shown(harness)).toEqual([
    [1, 3],
    [1, 2],
    [101, 102],
  ])
})

test('damage in a block header is reported, and the next block is read', () => {
  const harness = watch((bytes) => {
    const nameEnd = bytes.indexOf('EventBlock') + 'EventBlock'.length
    // Tag, size, zeros up to a multiple of four, then the header's own size.
    overwrite(bytes, Math.ceil((nameEnd + 5) / 4) * 4, 4)
  })
  expect(damages(harness)).toMatchObject([{ block: 'EventBlock', canContinue: true }])
  expect(shown(harness)).toEqual([[2], [2], [102]])
})

test('damage to the framing is reported, and reading continues at the next complete block', () => {
  const unconfirmed = watch(breakFraming)
  expect(damages(unconfirmed)).toMatchObject([{ block: 'stream', canContinue: true }])
  expect(shown(unconfirmed)).toEqual([[], [], []])

  const harness = watch(breakFraming, [1, 2, 3])
  expect(damages(harness)).toMatchObject([{ block: 'stream', canContinue: true }])
  expect(shown(harness)).toEqual([
    [2, 5],
    [2, 3],
    [102, 103],
  ])
})

test('an unreadable counter description is reported once, not treated as silence', () => {
  const harness = watch((bytes) => {
    const fieldName = bytes.indexOf(utf16('IntervalSec'))
    overwrite(bytes, fieldName - 4, 4)
  })
  expect(damages(harness)).toMatchObject([
    { block: 'MetadataBlock', found: expect.stringContaining('S/EventCounters') },
  ])
  expect(shown(harness)[2]).toEqual([101, 102])
})

test('a payload that does not match its layout is reported and skipped', () => {
  // The closing zero of a text is gone: everything behind it moves.
  const harness = watch((bytes) => overwrite(bytes, bytes.indexOf(utf16('requests shown')) + 28, 2))
  expect(damages(harness)).toMatchObject([{ block: 'EventBlock', canContinue: true }])
  expect(shown(harness)).toEqual([[2], [1, 2], [101, 102]])
})

test('a metric that does not match its layout is reported and skipped', () => {
  const harness = watch((bytes) => overwrite(bytes, bytes.indexOf(utf16('items')) + 10, 2))
  expect(damages(harness)).toMatchObject([{ block: 'EventBlock' }])
  expect(shown(harness)).toEqual([[1, 3], [1, 2], [102]])
})

test('letters in place of a number are reported, not shown as missing', () => {
  const harness = watch((bytes) => overwrite(bytes, bytes.indexOf(utf16('101')) + 2, 2))
  expect(damages(harness)).toMatchObject([{ block: 'EventBlock', expected: 'a number as text' }])
  expect(shown(harness)).toEqual([[1, 3], [1, 2], [102]])
})

test('changed letters inside a string go unnoticed: a stream has no checksums', () => {
  const harness = watch((bytes) => overwrite(bytes, bytes.indexOf(utf16('k=v')), 2))
  expect(damages(harness)).toEqual([])
  expect(shown(harness)).toEqual([[1, 3], [1, 2], [102]])
  expect(harness.valuesOf('M level \uffff=v value')).toEqual([101])
})

test('a stream that asks for too much work keeps what came before, and says once where reading stopped', () => {
  const harness = watch(() => undefined, [1])
  const stream = new CounterStream()
  stream.sum('S', 2000, 1000, 1, { name: 'requests', increment: 2 })
  // The second session costs what no stream of its size may; the first one goes on.
  const push = (bytes: Uint8Array<ArrayBuffer>) => harness.push(bytes, 1)
  harness.begin({ sessionIndex: 1, meterSessionId: 'SHARED' })
  harness.onNotice = ({ what }) => void (what === 'session-started' && (work.steps += 2 ** 30))
  push(stream.take())
  for (let piece = 0; piece < 3; piece++) push(new Uint8Array(1000))
  expect(harness.notices.filter(({ what }) => what === 'too-costly')).toEqual([
    { what: 'too-costly', sessionIndex: 1, offset: expect.any(Number) },
  ])
  expect(damages(harness)).toEqual([])
  expect(harness.valuesOf('S cpu value')).toEqual([1])
})
