import fs from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { laneCodes } from '../../../shared/frames/live-frame.ts'
import type { FieldType } from '../../nettrace/payload/field-type.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import { fuzzRuns, fuzzTimeoutMs } from '../testing/fuzz-runs.ts'
import { EngineHarness } from '../testing/engine-harness.ts'

const folder = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'nettrace')
const names = fs
  .readdirSync(folder)
  .filter((name) => name.endsWith('.nettrace'))
  .map((name) => path.basename(name, '.nettrace'))

beforeAll(() => void vi.useFakeTimers())
afterAll(() => void vi.useRealTimers())

function typeText(type: FieldType): string {
  if (type.element) return `${typeText(type.element)}[]`
  if (type.fields.length > 0)
    return `{${type.fields.map((field) => `${field.name}:${typeText(field.type)}`).join(' ')}}`
  return String(type.code)
}

/** Head, event types with their counts, and what was lost. */
function describeStream(bytes: Uint8Array, pieceBytes: number): readonly string[] {
  const lines: string[] = []
  const counts = new Map<number, number>()
  const reader = new TraceReader({
    onHeader: ({ syncUnixMs, ticksPerSecond, pointerBytes, processorCount }) =>
      lines.push(
        `sync ${new Date(syncUnixMs).toISOString()} · ${ticksPerSecond} Hz · ${pointerBytes}-byte pointers · ${processorCount} processors`,
      ),
    onEvents: ({ typeIndex }, from, to) => {
      for (let row = from; row < to; row++) counts.set(typeIndex[row]!, (counts.get(typeIndex[row]!) ?? 0) + 1)
    },
    onDamage: (damage) => lines.push(`damage ${JSON.stringify(damage)}`),
  })
  for (let start = 0; start < bytes.length; start += pieceBytes) reader.push(bytes.subarray(start, start + pieceBytes))
  const isComplete = reader.end()
  const { types, eventCount, lostEventCount } = reader.trace
  const found = [...counts].map(([index, count]) => ({ type: types[index]!, count }))
  for (const { type, count } of found.sort((a, b) => a.type.metadataId - b.type.metadataId)) {
    const fields = type.fields.map((field) => `${field.name}:${typeText(field.type)}`).join(' ')
    const head = `${type.metadataId} ${type.provider}/${type.eventId} "${type.name}" v${type.version} level ${type.level}`
    lines.push(`${head} keywords 0x${type.keywords.toString(16)} opcode ${type.opcode} × ${count}`)
    if (fields !== '') lines.push(`    ${fields}`)
  }
  lines.push(`${eventCount} events, ${lostEventCount} lost, ${isComplete ? 'complete' : 'cut off'}`)
  return lines
}

/** Every sample and lane entry, as times since the first one. */
function describeLive(bytes: Uint8Array, pieceBytes: number): readonly string[] {
  const harness = new EngineHarness(500, () => vi.advanceTimersByTime(60))
  harness.begin({ role: 'file' })
  for (let start = 0; start < bytes.length; start += pieceBytes) harness.push(bytes.slice(start, start + pieceBytes))
  harness.engine.receive({ kind: 'end-session', sessionIndex: 0, reason: 'stopped' })
  vi.advanceTimersByTime(60)
  harness.engine.dispose()
  const firstMs = Math.min(...harness.samples.map((sample) => sample.atMs), ...harness.lanes.map((lane) => lane[1]!))
  const at = (timeMs: number) => `+${((timeMs - firstMs) / 1000).toFixed(3)}`
  const facts = harness.notices.flatMap((notice) => (notice.what === 'process-facts' ? [notice.commandLine] : []))
  const lanes = harness.lanes.map(([lane, timeMs, durationMs, amount]) =>
    lane === laneCodes.gc
      ? `${at(timeMs!)} gc generation ${amount} pause ${durationMs!.toFixed(3)} ms`
      : `${at(timeMs!)} exceptions ${amount}`,
  )
  const samples = harness.samples.map(({ series, atMs, value }) => `${at(atMs)} ${series} = ${value}`)
  return [...facts, ...lanes, ...samples]
}

test.each(names)('%s is read as its text says, in one piece and in pieces of 97 bytes', async (name) => {
  const bytes = new Uint8Array(fs.readFileSync(path.join(folder, `${name}.nettrace`)))
  const describeAll = (pieceBytes: number) =>
    [...describeStream(bytes, pieceBytes), '', ...describeLive(bytes, pieceBytes), ''].join('\n')
  const text = describeAll(bytes.length)
  expect(describeAll(97)).toBe(text)
  await expect(text).toMatchFileSnapshot(path.join(folder, `${name}.txt`))
})

test.each(names)(
  '%s with changed or missing bytes never makes the pipeline throw',
  (name) => {
    const bytes = new Uint8Array(fs.readFileSync(path.join(folder, `${name}.nettrace`)))
    const place = fc.nat(bytes.length - 1)
    const changes = fc.array(fc.record({ at: place, value: fc.nat(255) }), { minLength: 1, maxLength: 30 })
    fc.assert(
      fc.property(changes, fc.option(place), (changes, cutAt) => {
        const damaged = bytes.slice(0, cutAt ?? bytes.length)
        for (const { at, value } of changes) if (at < damaged.length) damaged[at] = value
        const lines = describeLive(damaged, 5000)
        if (lines.length > 5000) throw new Error(`${lines.length} values out of ${bytes.length} bytes`)
      }),
      { numRuns: fuzzRuns(25) },
    )
  },
  fuzzTimeoutMs,
)
