import { describe, expect, it } from 'vitest'
import { DumpStreamWriter } from '../testing/dump-stream-writer.ts'
import { blockKinds, StreamError } from './dump-stream.ts'
import { DumpThreadsReader } from './dump-threads-reader.ts'
import { StreamBlocks } from './stream-blocks.ts'

const frame = { type: 'Shop.Cart', method: 'Add', module: '/app/Shop.dll', isManaged: true }
const internal = { type: '', method: 'InlinedCallFrame', module: '', isManaged: false }
const exception = {
  address: '7f00',
  type: 'System.InvalidOperationException',
  message: 'no stock',
  resultCode: -1,
  frames: [frame],
  inner: null,
}
const thread = {
  managedId: 1,
  nativeId: 77,
  isAlive: true,
  role: 'pool',
  isBackground: true,
  lockCount: null,
  frames: [internal, frame],
  isCut: false,
  exception: { ...exception, inner: exception },
}

function read(writer: DumpStreamWriter) {
  const reader = new DumpThreadsReader()
  new StreamBlocks((kind, payload, offset) => reader.block(kind, payload, offset)).push(writer.bytes())
  return reader.threads
}

/** A chain of exceptions, each the inner one of the next. */
function nested(depth: number): unknown {
  let one: unknown = null
  for (let at = 0; at < depth; at++) one = { ...exception, inner: one }
  return one
}

describe('threads of a dump stream', () => {
  it('have frames, roles and exceptions with what caused them', () => {
    const answer = read(
      new DumpStreamWriter()
        .info()
        .json(blockKinds.threads, thread)
        .json(blockKinds.exceptions, exception)
        .json(blockKinds.end, { threadCount: 1, exceptionCount: 4 }),
    )
    expect(answer.exceptionCount).toBe(4)
    expect(answer.exceptions).toHaveLength(1)
    expect(answer.threads[0]).toMatchObject({
      nativeId: 77,
      role: 'pool',
      lockCount: null,
      frames: [
        { name: 'InlinedCallFrame', isManaged: false },
        { name: 'Shop.Cart.Add', module: 'Shop.dll', isManaged: true },
      ],
      exception: { message: 'no stock', inner: { type: 'System.InvalidOperationException' } },
    })
  })

  it.each([
    ['a count that is none', { ...thread, nativeId: -1 }],
    ['frames that are none', { ...thread, frames: 'many' }],
    ['more frames than are sent', { ...thread, frames: Array.from({ length: 501 }, () => frame) }],
    ['an exception of another shape', { ...thread, exception: [] }],
  ])('are refused with %s', (_name, wrong) => {
    expect(() => read(new DumpStreamWriter().json(blockKinds.threads, wrong))).toThrow(StreamError)
  })

  it('are rejected beyond any plausible number, and chains of inner exceptions are cut', () => {
    const many = new DumpStreamWriter()
    for (let count = 0; count < 1001; count++) many.json(blockKinds.exceptions, exception)
    expect(() => read(many)).toThrow(StreamError)
    let depth = 0
    const { exceptions } = read(new DumpStreamWriter().json(blockKinds.exceptions, nested(100)))
    for (let one = exceptions[0] ?? null; one !== null; one = one.inner) depth++
    expect(depth).toBe(9)
  })
})
