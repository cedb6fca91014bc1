import { countOf } from '../../../shared/base/count-of.ts'
import { formatBytes, formatCount, formatPercent, quantityText } from '../../../shared/base/format.ts'
import type {
  HeapCompletenessSummary,
  HeapEstimate,
  HeapGapSummary,
  HeapSummary,
} from '../../../shared/model/heap/heap-document.ts'

export const tabWords = {
  types: 'Types',
  dominators: 'Dominators',
  treemap: 'Treemap',
  paths: 'Paths to roots',
  objects: 'Objects',
  findings: 'Findings',
  compare: 'Compare',
  threads: 'Threads',
  info: 'Info',
} as const

export function bytesText(bytes: number): string {
  return quantityText(formatBytes(bytes))
}

/** Of the whole heap. */
export function shareText(bytes: number | null, { objectBytes }: HeapSummary): string {
  return bytes === null || objectBytes === 0 ? '' : quantityText(formatPercent((bytes / objectBytes) * 100))
}

export function badgeText(completeness: HeapCompletenessSummary): string {
  if (completeness.kind === 'complete') return 'Complete'
  if (completeness.kind === 'sampled') return 'Sampled'
  return completeness.share === null
    ? 'Partial'
    : `Partial (${quantityText(formatPercent(completeness.share * 100))} of objects)`
}

const chunkWords: Readonly<Record<string, string>> = {
  nodes: 'objects',
  edges: 'references',
  roots: 'roots',
  'weak-table': 'the weak table',
}

/** Why a graph is partial, a sentence a reason. */
export function gapText({ kind, count, detail }: HeapGapSummary): string {
  const figure = formatCount(count ?? 0)
  switch (kind) {
    case 'missing-chunks':
      return count === 1
        ? `1 chunk of ${chunkWords[detail] ?? detail} is missing.`
        : `${figure} chunks of ${chunkWords[detail] ?? detail} are missing.`
    case 'edge-count':
      return `${countOf(count ?? 0, 'reference is', 'references are')} missing.`
    case 'no-end':
      return 'The recording ends before the end of the collection.'
    case 'lost-events':
      return `The runtime lost ${countOf(count ?? 0, 'event', 'events')} because its buffer was full.`
    case 'unknown-types':
      return `${countOf(count ?? 0, 'object has a type', 'objects have types')} that no event describes.`
    case 'damage':
      return `The file is damaged at offset ${figure}: ${detail}.`
    case 'writer-limit':
      return `The tool that wrote this file stops at ${figure} objects.`
    case 'partial-source':
      return 'The heap graph that was saved in this file was partial.'
    default:
      return kind
  }
}

/** Totals of a partial graph are too low, and so are retained sizes. */
export const partialAdvice =
  'Counts and sizes are too low, and paths and retained sizes may be wrong. Capture again; if that is partial too, take a dump: it has every object.'
export const lockedUpAdvice =
  'Counts and sizes are too low, and paths and retained sizes may be wrong. If the process no longer responds, restart it before you capture again.'
/** Only Native AOT has them; those of a few objects are told in Info alone. */
export function lacksTypeNames({ unnamedObjectCount, objectCount }: HeapSummary): boolean {
  return unnamedObjectCount * 2 > objectCount
}
export const unnamedAdvice =
  'Type names are missing: Native AOT sends only type addresses, and the names come from the program’s symbols. Put the program and the .dbg file from the same build back where the program ran, then reopen this file.'
export const diskFullAdvice =
  'Counts and sizes are too low, and paths and retained sizes may be wrong. Free some space or choose another folder, then capture again.'
const sampledWords =
  'PerfView keeps a part of a large heap: counts and sizes are those of the objects kept, not of the process.'

/** What is kept is shown; how much there was is an estimate. */
export function sampledAdvice(estimate: HeapEstimate | null): string {
  return estimate === null
    ? sampledWords
    : `${sampledWords} By its multipliers, the process had about ${countOf(estimate.count, 'object', 'objects')} and ${bytesText(estimate.bytes)}.`
}
