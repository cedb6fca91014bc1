import { formatBytes, formatCount, formatDuration, formatPercent, quantityText } from '../../../shared/base/format.ts'
import { rowName } from '../../../shared/model/heap/heap-row-names.ts'
import { escapeMarkup } from '../../../shared/base/markup.ts'
import type { HeapSummary, HeapTreeAnswer, HeapTypeRow } from '../../../shared/model/heap/heap-document.ts'
import type { HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import {
  writeFacts,
  writeFindings,
  writePageEnd,
  writePageStart,
  writeReportTable,
  writeReportTree,
} from '../../analysis/exports/report-page.ts'
import type { RootRow } from '../tables/root-rows.ts'
import { reportWords as words } from './heap-report-words.ts'
import { treemapStyle, writeTreemap } from './report-treemap.ts'

export interface HeapReportParts {
  readonly name: string
  readonly summary: HeapSummary
  /** Most retained first. */
  readonly types: readonly HeapTypeRow[]
  readonly roots: readonly RootRow[]
  readonly findings: HeapFindings
  /** Rows of the tree of dominators below a path of keys. */
  readonly dominators: (path: readonly number[]) => HeapTreeAnswer
}

const mostTypes = 300
const leastShare = 0.01

/** One file that opens anywhere, without a network: no scripts, no fonts, no images. */
export function writeHeapReport(parts: HeapReportParts, write: (text: string) => void): void {
  const { name, summary, types, findings } = parts
  writePageStart(name, style, write)
  write(`<p class="badge">${escapeMarkup(words[summary.completeness.kind])}</p>\n`)
  writeFacts(factsOf(name, summary), write)
  write(`<h2>${words.findings}</h2>\n`)
  writeFindings(findings.findings, words.noFindings, write)
  write(
    `<h2>${words.types}</h2>\n<p>${words.typesNote(formatCount(Math.min(mostTypes, types.length)), formatCount(types.length))}</p>\n`,
  )
  writeTypes(types.slice(0, mostTypes), summary, write)
  write(`<h2>${words.treemap}</h2>\n<p>${words.treemapNote}</p>\n`)
  writeTreemap(parts.dominators, summary.objectBytes, write)
  write(`<h2>${words.dominators}</h2>\n<p>${words.dominatorsNote}</p>\n`)
  writeDominators(parts, write)
  write(`<h2>${words.roots}</h2>\n`)
  writeReportTable(
    [words.columns.kind, words.columns.count, words.columns.shallow],
    parts.roots.map(({ kind, count, bytes }) => [rowName('', kind), formatCount(count), bytesText(bytes)]),
    write,
  )
  writePageEnd(write)
}

function factsOf(name: string, summary: HeapSummary): readonly (readonly [string, string | null])[] {
  const { processName, processId, machineName, takenUtc, runtimeVersion, pauseMs, unreached } = summary
  const process = [processName, processId === null ? null : String(processId)]
    .filter((text) => text !== null)
    .join(', ')
  return [
    [words.facts.file, name],
    [words.facts.process, process === '' ? null : process],
    [words.facts.machine, machineName],
    [words.facts.taken, takenUtc],
    [words.facts.runtime, runtimeVersion],
    [words.facts.heap, bytesText(summary.objectBytes)],
    [words.facts.objects, formatCount(summary.objectCount)],
    [words.facts.references, formatCount(summary.referenceCount)],
    [
      words.facts.unreachable,
      unreached === null ? null : `${formatCount(unreached.count)}, ${bytesText(unreached.bytes)}`,
    ],
    [words.facts.pause, pauseMs === null ? null : quantityText(formatDuration(pauseMs))],
  ]
}

function writeTypes(types: readonly HeapTypeRow[], { objectBytes }: HeapSummary, write: (text: string) => void): void {
  const { type, module, count, shallow, retained, share } = words.columns
  writeReportTable(
    [type, count, shallow, retained, share, module],
    types.map((row) => [
      row.name,
      formatCount(row.count),
      bytesText(row.shallowBytes),
      bytesText(row.retainedBytes),
      shareText(row.retainedBytes, objectBytes),
      row.module,
    ]),
    write,
  )
}

function writeDominators({ dominators, summary }: HeapReportParts, write: (text: string) => void): void {
  const { objectBytes } = summary
  writeReportTree<number>((path) => {
    return dominators(path).rows.flatMap(({ key, name, rootKind, count, retainedBytes }) => {
      if (retainedBytes < objectBytes * leastShare) return []
      const figures = `${formatCount(count)} · ${bytesText(retainedBytes)} · ${shareText(retainedBytes, objectBytes)}`
      return [{ key, name: rowName(name, rootKind), figures }]
    })
  }, write)
}

function bytesText(bytes: number): string {
  return quantityText(formatBytes(bytes))
}

function shareText(bytes: number, all: number): string {
  return all === 0 ? '' : quantityText(formatPercent((bytes / all) * 100))
}

const style = `th:nth-child(6), td:nth-child(6) { text-align: left; overflow-wrap: anywhere; }
${treemapStyle}`
