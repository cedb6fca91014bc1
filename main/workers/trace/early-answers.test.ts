import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { practiceRecording } from './practice/practice-reading.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-early-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A real recording, with exceptions, allocations and locks that were waited for. */
const recording = path.join(folder, 'recorded.nettrace')
writeFileSync(recording, practiceRecording())
const fixtures = path.join(import.meta.dirname, '../../../fixtures/nettrace')
const recordings = readdirSync(fixtures).filter((file) => file.endsWith('.nettrace'))

const selection = wholeTrace
const flame = { selection, stretch: { path: [], from: 0, to: 1 }, widthPx: 800, search: '' } as const
const threads = { order: 'busiest', search: '', pinned: [], offset: 0, count: 8 } as const
const question = { table: 'thrown', selection, sortBy: null, isDescending: false, search: '' } as const

class OpenDocument implements Disposable {
  readonly #engine: TraceDocumentEngine
  /** In the order of their answers. */
  readonly answered: TraceQueryName[] = []

  constructor(file: string, laterFromBytes?: number) {
    this.#engine = new TraceDocumentEngine({ path: file, laterFromBytes }, () => undefined)
  }

  async ask<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
    const outcome = await this.#engine.answer({ name, request } as TraceQuery)
    this.answered.push(name)
    if (!outcome.ok) throw new Error(outcome.error.kind)
    return outcome.value as TraceQueries[Name]['gets']
  }

  /** As a page does that has just begun. */
  begin() {
    return Promise.all([
      this.ask('overview', { selection }),
      this.ask('timeline', { selection, range: null, binCount: 50, threads }),
      this.ask('table', { question, fromRow: 0, rowCount: 5000 }),
      this.ask('findings', { selection }),
      this.ask('summary', { isWhole: true }),
      this.ask('flame', flame),
      this.ask('summary', { isWhole: false }),
    ])
  }

  close(): void {
    this.#engine.close()
  }

  [Symbol.dispose](): void {
    this.close()
  }
}

test('the summary and the flame graph come before the payloads they do without, and everything else after', async () => {
  using early = new OpenDocument(recording, 0)
  using atOnce = new OpenDocument(recording)
  const [, , , , wholeSummary, , summary] = await early.begin()
  expect(early.answered.slice(0, 2)).toEqual(['summary', 'flame'])
  expect(summary.rowCounts).toMatchObject({ thrown: null, 'allocated-types': null, locks: null, 'blocking-waits': 0 })
  const isCounted = (table: string): boolean => summary.rowCounts[table as keyof typeof summary.rowCounts] !== null
  const counted = Object.entries(wholeSummary.rowCounts).map(([table, count]) => [
    table,
    isCounted(table) ? count : null,
  ])
  expect(summary).toEqual({ ...wholeSummary, rowCounts: Object.fromEntries(counted) })
  expect(await atOnce.ask('summary', { isWhole: false })).toEqual(wholeSummary)
})

test.each(recordings)('%s has the answers of one pass', async (file) => {
  using early = new OpenDocument(path.join(fixtures, file), 0)
  using atOnce = new OpenDocument(path.join(fixtures, file))
  const inTwo = await early.begin()
  const inOne = await atOnce.begin()
  expect(inTwo.slice(0, -1)).toEqual(inOne.slice(0, -1))
})

test('what was asked of a document that is closed before its payloads are read is cancelled', async () => {
  using early = new OpenDocument(recording, 0)
  const overview = early.ask('overview', { selection })
  const closed = early.ask('summary', { isWhole: false }).then(() => early.close())
  await expect(overview).rejects.toThrow('cancelled')
  await closed
})
