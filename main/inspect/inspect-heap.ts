import type { AppError } from '../../shared/base/errors.ts'
import {
  heapGenerations,
  type HeapGeneration,
  type HeapTypeRow,
  type HeapTypesQuestion,
} from '../../shared/model/heap/heap-document.ts'
import type { HeapFindings } from '../../shared/model/heap/heap-findings.ts'
import { dominatorTree } from '../heap/dominators/dominator-tree.ts'
import { retainedSizes } from '../heap/dominators/retained-sizes.ts'
import { HeapEvents } from '../heap/events/heap-events.ts'
import { type Heap, heapOfEvents } from '../heap/events/read-heap-events.ts'
import { cappedLog } from '../heap/gcdump/gcdump-format.ts'
import type { HeapGap } from '../heap/graph/heap-facts.ts'
import { heapSummary } from '../heap/tables/heap-summary.ts'
import { type RootRow, rootRows } from '../heap/tables/root-rows.ts'
import { type TypeGroups, typeGroups } from '../heap/tables/type-groups.ts'
import { orderedTypes, typeRows } from '../heap/tables/type-rows.ts'
import { bytesOf, kindOfHeapFile, openHeapFile, readDumpHeapNow } from '../workers/heap/heap-file.ts'
import { typeFiles } from '../workers/heap/type-files.ts'
import { writeGcDumpFile } from '../workers/heap/write-gcdump-file.ts'
import { findingsJson } from './findings-text.ts'
import { heapFindings, heapFindingsText } from './inspect-heap-findings.ts'
import { damageOf } from './inspect-import.ts'
import { readTrace } from './read-trace.ts'
import type { DamageRow } from './report.ts'
import { textTable } from './text-table.ts'

export interface TypeRow {
  readonly name: string
  /** As the source tells it. */
  readonly module: string
  readonly count: number
  readonly shallowBytes: number
  readonly retainedBytes: number
  /** Of the shallow bytes; left out: the source doesn't tell. */
  readonly generations?: Readonly<Record<HeapGeneration, number>>
}

/** docs/formats/inspect.md describes every field; a change here is a change of that format. */
export interface HeapReport {
  readonly objects: number
  readonly bytes: number
  readonly references: number
  readonly complete: boolean
  /** Why it is not complete; empty when it is, or when the file holds a sample on purpose. */
  readonly gaps: readonly HeapGap[]
  readonly unreachable: { readonly objects: number; readonly bytes: number }
  readonly types: readonly TypeRow[]
  readonly roots: readonly RootRow[]
  readonly damage: readonly DamageRow[]
  /** With --findings. */
  readonly found?: HeapFindings
  /** With --gcdump: the file that was written. */
  readonly saved?: { readonly path: string; readonly sizeBytes: number; readonly cappedCount?: number }
}

export type HeapAnswer = { readonly report: HeapReport } | { readonly failure: DamageRow }

interface ReadHeap {
  readonly heap: Heap
  readonly damage: readonly DamageRow[]
}

export interface WantedHeap {
  /** Types at most; null: all. */
  readonly max: number | null
  /** Also written there, as a `.gcdump`. */
  readonly saveTo: string | null
  readonly wantsFindings: boolean
}

export function readHeap(file: string, wanted: WantedHeap): HeapAnswer {
  const kind = kindOfHeapFile(file)
  if (!kind.ok) return { failure: damageOf(kind.error, file) }
  const read = kind.value === 'gcdump' ? readDump(file) : readTraceHeap(file)
  return 'failure' in read ? read : answerOf(read, wanted)
}

function answerOf(read: ReadHeap, wanted: WantedHeap): HeapAnswer {
  const { saveTo } = wanted
  if (saveTo === null) return { report: reportOf(read, wanted) }
  const saved = writeGcDumpFile(saveTo, read.heap)
  if (!saved.ok) return { failure: damageOf(saved.error, saveTo) }
  return { report: { ...reportOf(read, wanted), saved: { path: saveTo, ...saved.value } } }
}

function readDump(file: string): ReadHeap | { readonly failure: DamageRow } {
  const read = readDumpHeapNow(file)
  if (!read.ok) return { failure: damageOf(read.error, file) }
  return { heap: read.value, damage: damageIn(read.value) }
}

function damageIn({ facts: { completeness } }: Heap): readonly DamageRow[] {
  const gaps = completeness.kind === 'partial' ? completeness.reasons : []
  return gaps
    .filter((gap) => gap.kind === 'damage')
    .map(({ offset, message }): DamageRow => ({ offset, kind: 'malformed', message }))
}

/** `readHeap` for core dumps and minidumps, which a process of their own reads. */
export async function readProcessDump(file: string, wanted: WantedHeap): Promise<HeapAnswer> {
  const read = await openHeapFile(file)
  return read.ok
    ? answerOf({ heap: read.value, damage: damageIn(read.value) }, wanted)
    : { failure: dumpFailure(read.error, file) }
}

function dumpFailure(error: AppError, file: string): DamageRow {
  if (error.kind !== 'dump-unreadable') return damageOf(error, file)
  const { reason, needed, actual, details } = error
  const about = [needed, actual].filter((text) => text !== null).join(', ')
  const message = [details.split('\n')[0] ?? '', about].filter((text) => text !== '').join(': ')
  return { offset: 0, kind: reason, message: message === '' ? reason : message }
}

function readTraceHeap(file: string): ReadHeap | { readonly failure: DamageRow } {
  const events = new HeapEvents(bytesOf(file))
  const outcome = readTrace(file, [events], false)
  if ('failure' in outcome) return outcome
  const heap = heapOfEvents(events, typeFiles())
  return heap === null ? { failure: noHeap } : { heap, damage: outcome.damage }
}

const noHeap: DamageRow = { offset: 0, kind: 'no-heap', message: 'there is no heap graph in the file' }

function reportOf({ heap, damage }: ReadHeap, { max, wantsFindings }: WantedHeap): HeapReport {
  const { graph, facts } = heap
  const tree = dominatorTree(graph)
  const retained = retainedSizes(graph, tree)
  const groups = typeGroups(graph, 'type')
  const { completeness } = facts
  const { unreached } = heapSummary(heap, tree, groups)
  return {
    objects: facts.objectCount,
    bytes: facts.objectBytes,
    references: facts.referenceCount,
    complete: completeness.kind === 'complete',
    gaps: completeness.kind === 'partial' ? completeness.reasons : [],
    unreachable: { objects: unreached?.count ?? 0, bytes: unreached?.bytes ?? 0 },
    types: typesOf(typeRows(graph, tree, retained, groups), groups).slice(0, max ?? undefined),
    roots: rootRows(graph),
    damage,
    ...(wantsFindings ? { found: heapFindings({ heap, tree, retained, groups }) } : {}),
  }
}

/** What retains most comes first. */
function typesOf(rows: readonly HeapTypeRow[], { modulePaths }: TypeGroups): readonly TypeRow[] {
  const order: HeapTypesQuestion = { grouping: 'type', search: '', sortBy: 'retained', isDescending: true }
  return orderedTypes(rows, order, () => true).map((row) => {
    const { group, name, count, shallowBytes, retainedBytes } = row
    return { name, module: modulePaths[group]!, count, shallowBytes, retainedBytes, ...generationsOf(row) }
  })
}

function generationsOf({ generationBytes }: HeapTypeRow): Pick<TypeRow, 'generations'> {
  if (generationBytes === null) return {}
  const [gen0 = 0, gen1 = 0, gen2 = 0, loh = 0, poh = 0, frozen = 0] = generationBytes
  return { generations: { gen0, gen1, gen2, loh, poh, frozen } }
}

/** For scripts. */
export function heapJson({ found, ...report }: HeapReport): Readonly<Record<string, unknown>> {
  return found === undefined ? report : { ...report, ...findingsJson(found) }
}

/** For people; scripts take --json. */
export function printHeap(report: HeapReport): string {
  const { objects, bytes, references, complete, gaps, unreachable, damage, saved } = report
  const head = [
    `${count(objects)} objects, ${count(bytes)} bytes, ${count(references)} references`,
    `no root reaches ${count(unreachable.objects)} objects of ${count(unreachable.bytes)} bytes`,
    complete ? 'complete' : `not complete${gaps.map((gap) => `; ${gapText(gap)}`).join('')}`,
    ...damage.map((entry) => `damaged at ${entry.offset}: ${entry.message}`),
    ...(saved === undefined ? [] : [`saved: ${saved.path}, ${count(saved.sizeBytes)} bytes${cappedWords(saved)}`]),
  ]
  const roots = textTable(
    ['roots', 'objects', 'bytes'],
    report.roots.map((row) => [row.kind, row.count, row.bytes]),
  )
  const shown = heapGenerations.filter((generation) =>
    report.types.some(({ generations }) => (generations?.[generation] ?? 0) > 0),
  )
  const types = textTable(
    ['type', 'objects', 'bytes', 'retained bytes', ...shown, 'module'],
    report.types.map((row) => [
      row.name,
      row.count,
      row.shallowBytes,
      row.retainedBytes,
      ...shown.map((generation) => row.generations?.[generation] ?? 0),
      fileName(row.module),
    ]),
  )
  const findings = report.found === undefined ? '' : heapFindingsText(report.found)
  return `${head.join('\n')}\n\n${roots}\n${types}${findings}`
}

function cappedWords({ cappedCount = 0 }: { readonly cappedCount?: number }): string {
  return cappedCount === 0 ? '' : `; ${cappedLog(cappedCount)}`
}

function gapText(gap: HeapGap): string {
  switch (gap.kind) {
    case 'missing-chunks':
      return `${count(gap.count)} chunks of ${gap.of} are missing`
    case 'edge-count':
      return `${count(gap.found)} of ${count(gap.expected)} references are there`
    case 'no-end':
      return 'the end of the collection is missing'
    case 'lost-events':
      return `the runtime dropped ${count(gap.count)} events`
    case 'unknown-types':
      return `${count(gap.objectCount)} objects have a type that nothing describes`
    case 'damage':
      return `damaged at ${gap.offset}`
    case 'writer-limit':
      return `the tool that wrote the file stops at ${count(gap.objectCount)} objects`
    case 'partial-source':
      return 'the heap graph that was saved in the file was partial'
  }
}

function fileName(module: string): string {
  return module.split(/[\\/]/).at(-1) ?? ''
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
