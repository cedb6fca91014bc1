import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { CounterStream } from '../../events/testing/counter-stream.ts'
import { bundleWorker } from '../testing/bundle-worker.ts'
import { RulesHost } from './rules-host.ts'
import type { Hit } from './rules-protocol.ts'

let folder: string
let worker: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-rules-host-'))
  worker = await bundleWorker('rules', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const thrown = { kind: 'exception', type: '*', message: '', count: 1, withinMs: 10_000 } as const

/** A stream whose exceptions come in pieces, one after the other. */
function pieces(count: number): ArrayBuffer[] {
  const stream = new CounterStream()
  return Array.from({ length: count }, (_, at) => {
    stream.runtime(80, 1000 + at * 100, [0])
    return stream.take().buffer
  })
}

it('gathers pieces of several streams and finds in each of them what it holds', async () => {
  const host = new RulesHost(worker, (reason) => expect.fail(reason))
  const found = new Map<string, Hit[]>()
  const begin = (name: string): number => {
    found.set(name, [])
    return host.begin([{ index: 0, condition: thrown }], {
      onHits: (hits) => found.get(name)?.push(...hits),
      onLost: () => expect.fail('lost'),
    })
  }
  const streams = { first: begin('first'), second: begin('second'), ended: begin('ended') }
  for (const bytes of pieces(3)) host.push(streams.first, bytes)
  for (const bytes of pieces(2)) host.push(streams.second, bytes)
  const countOf = (name: string): number => found.get(name)!.reduce((sum, { count }) => sum + count, 0)
  await expect.poll(() => [countOf('first'), countOf('second')]).toEqual([3, 2])
  // One after the other they would be several firings, of which limits let the first one pass.
  expect(found.get('first')).toMatchObject([{ condition: 0, count: 3 }])
  // Nothing is looked for in a stream that has ended, and the others go on.
  host.end(streams.ended)
  const [late] = pieces(1)
  host.push(streams.ended, late!)
  expect(late!.byteLength).toBeGreaterThan(0)
  host.dispose()
})

it('finds what came last in a stream that has ended', async () => {
  const host = new RulesHost(worker, (reason) => expect.fail(reason))
  const found: Hit[] = []
  const stream = host.begin([{ index: 0, condition: thrown }], {
    onHits: (hits) => found.push(...hits),
    onLost: () => expect.fail('lost'),
  })
  for (const bytes of pieces(2)) host.push(stream, bytes)
  host.end(stream)
  await expect.poll(() => found).toMatchObject([{ condition: 0, count: 2 }])
})
