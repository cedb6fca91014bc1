import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  traceGroupings,
  traceSampleClasses,
  type TraceSelection,
  type TraceTransform,
  wholeTrace,
} from '../../../shared/model/trace/trace-selection.ts'
import { TraceDocumentEngine } from './trace-document-engine.ts'
import type { TraceQueries, TraceQuery, TraceQueryName } from './trace-document-protocol.ts'

/** Whatever is selected: all tabs count the same samples. */

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-same-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const mostRows = 5000

class Document {
  readonly #engine: TraceDocumentEngine

  constructor(file: string) {
    this.#engine = new TraceDocumentEngine({ path: file }, () => undefined)
  }

  async ask<Name extends TraceQueryName>(name: Name, request: TraceQueries[Name]['asks']) {
    const outcome = await this.#engine.answer({ name, request } as TraceQuery)
    if (!outcome.ok) throw new Error(JSON.stringify(outcome.error))
    return outcome.value as TraceQueries[Name]['gets']
  }

  /** Samples of the selection by each tab that counts them. */
  async counts(selection: TraceSelection): Promise<Readonly<Record<string, number>>> {
    const tree = (view: 'calls' | 'callers') => this.ask('tree', { selection, view, frame: null, path: [] })
    const [calls, callers] = [await tree('calls'), await tree('callers')]
    const methods = await this.ask('table', {
      question: { table: 'methods', selection, sortBy: null, isDescending: false, search: '' },
      fromRow: 0,
      rowCount: mostRows,
    })
    const flame = await this.ask('flame', {
      selection,
      stretch: { path: [], from: 0, to: 1 },
      widthPx: 1e6,
      search: '',
    })
    const side = await this.ask('compare-side', { selection })
    const stacks = await this.ask('compare-stacks', { selection })
    return {
      calls: calls.sampleCount,
      'calls, first rows': sumOf(calls.rows.map(({ total }) => total)) + calls.omitted.total,
      'callers, last frames': sumOf(callers.rows.map(({ self }) => self)) + callers.omitted.total,
      'methods, self': sumOf(methods.rows.map((row) => Number(row[2]))),
      flame: flame.sampleCount,
      'flame, its box': flame.width[0] ?? 0,
      'flame, self': sumOf(flame.self),
      compare: side.sampleCount,
      'compare, stacks': stacks.sampleCount,
      'compare, self': sumOf(side.self),
    }
  }

  /** Where transforms leave out no stacks, what is about threads and time counts the same samples, too. */
  async countsOverTime(selection: TraceSelection): Promise<Readonly<Record<string, number>>> {
    const chart = await this.ask('stack-chart', { selection, thread: null, from: 0, to: null, widthPx: 100 })
    const overview = await this.ask('overview', { selection })
    const classes = selection.classes ?? traceSampleClasses
    return {
      'stack chart': sumOf(chart.threads.map(({ samples }) => samples)),
      overview: overview.selectedCount,
      'overview, classes': sumOf(classes.map((one) => overview.samples[one])),
    }
  }
}

function sumOf(numbers: Iterable<number>): number {
  let sum = 0
  for (const number of numbers) sum += number
  return sum
}

/** Those that count otherwise than the call tree. */
function others(counts: Readonly<Record<string, number>>): readonly (readonly [string, number])[] {
  return Object.entries(counts).filter(([, count]) => count !== counts['calls'])
}

const range = fc.option(
  fc.tuple(fc.integer({ min: -50, max: 600 }), fc.integer({ min: 1, max: 600 })).map(([fromMs, length]) => ({
    fromMs,
    toMs: fromMs + length,
  })),
)
const classes = fc.option(fc.subarray([...traceSampleClasses], { minLength: 1 }))

describe('the same samples are counted everywhere', () => {
  let document: Document
  let ids: readonly number[]
  beforeAll(async () => {
    document = new Document(path.join(import.meta.dirname, '../../../fixtures/traces/net10-native.nettrace'))
    const question = { table: 'threads', selection: wholeTrace, sortBy: null, isDescending: false, search: '' } as const
    const { rows } = await document.ask('table', { question, fromRow: 0, rowCount: 100 })
    ids = rows.map((row) => Number(row[0]))
  })

  test('in a recording, whatever range, threads and classes are selected', async () => {
    await fc.assert(
      fc.asyncProperty(range, fc.option(fc.array(fc.nat(30), { minLength: 1 })), classes, async (part, threads, of) => {
        const selection: TraceSelection = {
          range: part,
          threads: threads?.map((at) => ids[at % ids.length]!) ?? null,
          classes: of,
          transforms: [],
        }
        const counts = { ...(await document.counts(selection)), ...(await document.countsOverTime(selection)) }
        expect(others(counts)).toEqual([])
      }),
      { numRuns: 60 },
    )
    const { calls } = await document.counts(wholeTrace)
    expect(calls).toBe(1272)
  })
})

test('in a profile, whatever the transforms are', async () => {
  const methods = [
    'A!X.Y.Main()',
    'A!X.Y.Run(int32)',
    'B!Z.Do()',
    'B!Z.Do2()',
    'System.Private.CoreLib!System.Threading.Thread.Sleep()',
  ]
  const lines = Array.from({ length: 60 }, (_, at) => {
    const frames = Array.from(
      { length: 1 + (at % 6) },
      (__, depth) => methods[(at * 7 + depth * depth * 3) % methods.length]!,
    )
    return `${frames.join(';')} ${String(1 + (at % 5))}`
  })
  const file = path.join(folder, 'stacks.folded')
  writeFileSync(file, `${lines.join('\n')}\n`)
  const document = new Document(file)
  const named = methods.map((full) => {
    const [module, method] = full.split('!')
    return { module: module!, method: method! }
  })
  const transform: fc.Arbitrary<TraceTransform> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('focus' as const, 'only' as const, 'drop' as const, 'hide' as const),
      frame: fc.constantFrom(...named),
    }),
    fc.record({ kind: fc.constantFrom('fold-recursion' as const, 'own-code' as const) }),
    fc.record({ kind: fc.constant('group' as const), by: fc.constantFrom(...traceGroupings) }),
    fc.record({ kind: fc.constant('fold-module' as const), module: fc.constantFrom('A', 'B') }),
  )
  const patterns = fc.subarray(['A', 'B', 'A*', '*', 'System.*'])
  const rules = fc.option(fc.record({ mine: patterns, notMine: patterns }), { nil: undefined })
  await fc.assert(
    fc.asyncProperty(fc.array(transform, { maxLength: 4 }), rules, async (transforms, ownCode) => {
      expect(others(await document.counts({ ...wholeTrace, transforms, ownCode }))).toEqual([])
    }),
    { numRuns: 60 },
  )
  expect((await document.counts(wholeTrace))['calls']).toBe(180)
})
