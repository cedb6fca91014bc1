import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { goldenV4, goldenV6 } from '../../nettrace/testing/golden.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { repairTrace } from './repair-trace.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-repair-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Reading {
  readonly events: readonly string[]
  readonly isComplete: boolean
  readonly damageAt: number
  readonly hasHeader: boolean
}

function read(bytes: Uint8Array): Reading {
  const reader = new TraceReader({}, { rowsPerSegment: 1024 })
  reader.push(bytes)
  const isComplete = reader.end()
  const { trace } = reader
  const events = trace.segments.flatMap((segment) =>
    Array.from({ length: segment.count }, (_, row) =>
      [segment.typeIndex[row], segment.timestamp[row], segment.payloadLength[row], segment.stackIndex[row]].join(),
    ),
  )
  const damageAt = Math.min(...trace.damage.map((entry) => entry.offset), bytes.length)
  return { events, isComplete, damageAt, hasHeader: trace.header !== null }
}

function repaired(bytes: Uint8Array, limit: number): Reading {
  const [from, to] = [path.join(folder, 'damaged'), path.join(folder, 'repaired')]
  writeFileSync(from, bytes)
  rmSync(to, { force: true })
  const result = repairTrace(from, to, limit)
  expect(result).toMatchObject({ ok: true })
  return read(readFileSync(to))
}

test('a trace cut at any byte is complete again, with every event before the cut', () => {
  // The Trace object ends here; before it there is nothing to repair.
  const firstCut = 32 + 21 + 48 + 1
  for (let cut = firstCut; cut <= goldenV4.length; cut++) {
    const damaged = goldenV4.subarray(0, cut)
    const again = repaired(damaged, Number.POSITIVE_INFINITY)
    expect([cut, again.isComplete, again.events]).toEqual([cut, true, read(damaged).events])
  }
})

test('a damaged byte costs what comes after it, never what came before', () => {
  const file = path.join(import.meta.dirname, '../../../fixtures/nettrace/net10-counters.nettrace')
  const original = new Uint8Array(readFileSync(file))
  const whole = read(original)
  // Names of objects: damage there loses the framing.
  const places: number[] = []
  for (const name of ['StackBlock', 'EventBlock', 'SPBlock', 'MetadataBlock'])
    for (let at = original.indexOf(name.charCodeAt(0)); at >= 0; at = original.indexOf(name.charCodeAt(0), at + 1))
      if (Buffer.from(original.subarray(at, at + name.length)).toString('latin1') === name) places.push(at)
  expect(places.length).toBeGreaterThan(10)
  for (const at of places) {
    const damaged = original.slice()
    // The smallest reader version, before the name.
    damaged[at - 8]! ^= 0x7f
    const reading = read(damaged)
    const again = repaired(damaged, reading.damageAt)
    expect(again.isComplete).toBe(true)
    expect(again.events).toEqual(whole.events.slice(0, again.events.length))
    expect(again.events.length).toBe(read(damaged.subarray(0, reading.damageAt)).events.length)
  }
})

test('an existing file isn’t overwritten, and a failure leaves nothing behind', () => {
  const [from, to] = [path.join(folder, 'from'), path.join(folder, 'to')]
  writeFileSync(from, goldenV4)
  writeFileSync(to, 'mine')
  expect(repairTrace(from, to, Infinity)).toMatchObject({ ok: false, error: { kind: 'io', code: 'EEXIST' } })
  expect(readFileSync(to, 'utf8')).toBe('mine')
  expect(repairTrace(path.join(folder, 'nothing'), to, Infinity)).toMatchObject({
    ok: false,
    error: { code: 'ENOENT' },
  })
})

test('a trace damaged before its header yields nothing, and no file', () => {
  const [from, to] = [path.join(folder, 'headless'), path.join(folder, 'nothing')]
  // A block that must not come first, then the sound stream.
  writeFileSync(from, Buffer.concat([goldenV6.subarray(0, 20), Uint8Array.of(1, 0, 0, 4, 0), goldenV6.subarray(20)]))
  expect(repairTrace(from, to, 20)).toMatchObject({ ok: false, error: { expected: 'the header of a trace' } })
  expect(existsSync(to)).toBe(false)
})
