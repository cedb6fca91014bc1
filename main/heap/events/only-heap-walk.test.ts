import { expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { rundownProvider, runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'
import { eventPipeProvider } from '../../events/process-facts.ts'
import type { RangeSource } from '../../nettrace/framing/stream-blocks.ts'
import { HeapStream } from '../testing/heap-stream.ts'
import { isOnlyHeapWalk } from './only-heap-walk.ts'

function sourceOf(bytes: Uint8Array): RangeSource {
  return { size: bytes.length, read: (offset, byteCount) => bytes.subarray(offset, offset + byteCount) }
}

const nothing = () => new ByteBuilder()
const walk = (): HeapStream =>
  new HeapStream()
    .collectionStart()
    .types({ id: 7, name: 'Shop.Order' })
    .objects({ address: 0x1000, type: 7, bytes: 24, references: [0x1000] })
    .roots({ to: 0x1000, kind: 2 })
    .collectionEnd()
const isOnly = (stream: HeapStream) => isOnlyHeapWalk(sourceOf(stream.end()))

test('a walk, with what comes with it, is only a heap walk', () => {
  expect(isOnly(walk())).toBe(true)
  const more = walk()
    .module(5, '/app/Shop.dll')
    .method(1, 'Shop.Program', 'Main')
    .event(187, nothing(), rundownProvider)
    .event(187, nothing())
    .event(1, nothing(), eventPipeProvider)
  // Allocations, pauses, handles: dotnet-gcdump asks for all that the collector tells.
  for (const eventId of [4, 9, 10, 39, 200, 209]) more.event(eventId, nothing())
  expect(isOnly(more)).toBe(true)
})

test.each([
  ['an exception', 80, runtimeProvider],
  ['a lock', 81, runtimeProvider],
  ['an event between the two stretches of the collector', 40, runtimeProvider],
  ['an event behind them', 210, runtimeProvider],
  ['a sample', 0, sampleProvider],
  ['an event of the program', 1, 'Shop'],
])('%s makes it a recording', (_what, eventId, provider) => {
  expect(isOnly(walk().event(eventId, nothing(), provider))).toBe(false)
})

test('collections alone are no heap walk', () => {
  expect(isOnly(new HeapStream().collectionStart().types({ id: 7, name: 'Shop.Order' }).collectionEnd())).toBe(false)
})

function withObjectsBehind(megabytes: number): HeapStream {
  const stream = new HeapStream().collectionStart()
  const payload = new Uint8Array(60_000)
  for (let index = 0; index < megabytes * 17; index++) stream.event(10, nothing().bytes(payload))
  return stream.objects({ address: 0x1000, type: 7, bytes: 24, references: [] })
}

test('objects that come late in a long recording make it no heap walk', () => {
  expect([isOnly(withObjectsBehind(1)), isOnly(withObjectsBehind(40))]).toEqual([true, false])
})

test('a cut one is left to those who can repair it', () => {
  expect(isOnlyHeapWalk(sourceOf(walk().soFar()))).toBe(false)
})

test('nobody waits longer than they want to', () => {
  const source = sourceOf(walk().end())
  let left = 3
  expect(isOnlyHeapWalk(source, () => left-- > 0)).toBe(false)
  left = 1000
  expect(isOnlyHeapWalk(source, () => left-- > 0)).toBe(true)
})
