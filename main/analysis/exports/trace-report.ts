import {
  formatBytes,
  formatCount,
  formatDateTime,
  formatDuration,
  formatPercent,
  quantityText,
} from '../../../shared/base/format.ts'
import { escapeMarkup } from '../../../shared/base/markup.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import type { TraceOverview } from '../../../shared/model/trace/trace-overview.ts'
import { type TraceSelection, traceSampleClasses } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceCell, TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import type { TraceTables } from '../tables/trace-tables.ts'
import { flameStyle, writeFlame } from './report-flame.ts'
import {
  writeFacts,
  writeFindings,
  writePageEnd,
  writePageStart,
  writeReportTable,
  writeReportTree,
} from './report-page.ts'
import { reportWords as words } from './trace-report-words.ts'

export interface TraceReportParts {
  readonly name: string
  readonly summary: TraceSummary
  readonly tables: TraceTables
  readonly findings: TraceFindings
  readonly selection: TraceSelection
}

type Write = (text: string) => void

const mostMethods = 100
const mostRoutes = 50
const leastShare = 0.01

/** The answers to a recording in one file, of what is selected. Secrets in commands, addresses and messages are dots. */
export function writeTraceReport(parts: TraceReportParts, write: Write): void {
  const { name, summary, tables, findings, selection } = parts
  const overview = tables.overview(selection)
  writePageStart(name, flameStyle, write)
  if (isPart(selection)) write(`<p>${words.part}</p>\n`)
  writeFacts(factsOf(name, summary, overview), write)
  if (summary.imported === null) {
    write(`<h2>${words.findings}</h2>\n`)
    writeFindings(findings.findings, words.noFindings, write)
    if (findings.notJudged.length > 0) {
      const missing = findings.notJudged.map((check) => escapeMarkup(check.name)).join(', ')
      write(`<p>${words.notJudged} ${missing}.</p>\n`)
    }
  }
  if (overview.selectedCount > 0) writeStacks(parts, write)
  writeEvents(overview, write)
  if (summary.rowCounts.routes > 0) writeRoutes(parts, write)
  writePageEnd(write)
}

/** Transforms that take samples away; the others only show them otherwise. */
const leavesOut: ReadonlySet<string> = new Set(['focus', 'only', 'drop', 'patterns'])

function isPart({ range, threads, transforms }: TraceSelection): boolean {
  return range !== null || threads !== null || transforms.some(({ kind }) => leavesOut.has(kind))
}

function factsOf(
  name: string,
  summary: TraceSummary,
  overview: TraceOverview,
): readonly (readonly [string, string | null])[] {
  const { target, imported } = summary
  const counts = traceSampleClasses.flatMap((of) =>
    overview.samples[of] === 0 ? [] : [`${formatCount(overview.samples[of])} ${words.classes[of]}`],
  )
  const { logs } = overview
  return [
    [words.facts.file, name],
    [words.facts.process, target.commandLine === '' ? null : maskCommandLine(target.commandLine)],
    [words.facts.runtime, target.runtimeVersion === '' ? null : target.runtimeVersion],
    [
      words.facts.system,
      [target.operatingSystem, target.architecture].filter((text) => text !== '').join(', ') || null,
    ],
    [words.facts.started, imported?.hasStart === false ? null : formatDateTime(summary.startUnixMs, 'utc')],
    [words.facts.duration, quantityText(formatDuration(overview.durationMs))],
    [words.facts.events, imported === null ? formatCount(summary.eventCount) : null],
    [words.facts.lost, imported === null ? formatCount(summary.lostCount) : null],
    [words.facts.complete, summary.isComplete && summary.damage.length === 0 ? words.complete : words.incomplete],
    [words.facts.samples, counts.length === 0 || imported !== null ? null : counts.join(', ')],
    [words.facts.selected, overview.selectedCount === 0 ? null : formatCount(Math.round(overview.selectedCount))],
    [words.facts.logs, logs === null ? null : `${formatCount(logs.warnings)}, ${formatCount(logs.errors)}`],
  ]
}

function writeStacks({ tables, selection, summary }: TraceReportParts, write: Write): void {
  const calls = tables.stacks.callTree(selection)
  const all = calls.total[0]!
  write(`<h2>${words.flame}</h2>\n<p>${words.flameNote}</p>\n`)
  writeFlame(calls, write)
  const page = tables.page(question('methods', selection), 0, mostMethods)
  const { method, self, selfShare, total, totalShare } = words.columns
  const note = words.methodsNote(formatCount(page.rows.length), formatCount(page.rowCount))
  write(`<h2>${words.methods}</h2>\n${summary.imported === null ? `<p>${note}</p>\n` : ''}`)
  writeReportTable(
    [method, self, selfShare, total, totalShare],
    page.rows.map(([of, , own, ownShare, whole, wholeShare]) => [
      textOf(of),
      countText(own),
      shareText(ownShare),
      countText(whole),
      shareText(wholeShare),
    ]),
    write,
  )
  write(`<h2>${words.tree}</h2>\n<p>${words.treeNote}</p>\n`)
  writeReportTree<number>((path) => {
    const { rows } = tables.treeRows({ selection, view: 'callees', frame: null, path })
    return rows.flatMap((row) => {
      if (row.total < all * leastShare) return []
      const figures = `${formatCount(row.total)} · ${quantityText(formatPercent((row.total / all) * 100))}`
      return [{ key: row.functionNumber, name: row.name, figures }]
    })
  }, write)
}

/** What was recorded beside samples; what was not is left out. */
function writeEvents({ blocked, allocated, collections, exceptions }: TraceOverview, write: Write): void {
  const { method, wait, count, longest, type, bytes, generation, pause } = words.columns
  if (blocked !== null && blocked.rows.length > 0) {
    write(`<h2>${words.blocked}</h2>\n`)
    writeReportTable(
      [method, wait, count, longest],
      blocked.rows.map((row) => [row.name, msText(row.waitMs), formatCount(row.count), msText(row.longestMs)]),
      write,
    )
  }
  if (allocated !== null && allocated.rows.length > 0) {
    write(`<h2>${words.allocated}</h2>\n`)
    const rows = allocated.rows.map((row) => [row.type, quantityText(formatBytes(row.bytes))])
    writeReportTable([type, bytes], rows, write)
  }
  if (collections !== null && collections.count > 0) {
    write(`<h2>${words.collections}</h2>\n`)
    writeReportTable(
      [generation, count, pause, longest],
      collections.generations.map((row) => [
        String(row.generation),
        formatCount(row.count),
        msText(row.pauseMs),
        msText(row.longestMs),
      ]),
      write,
    )
  }
  if (exceptions !== null && exceptions.count > 0) {
    write(`<h2>${words.exceptions}</h2>\n`)
    writeReportTable(
      [type, count],
      exceptions.rows.map((row) => [row.type, formatCount(row.count)]),
      write,
    )
  }
}

function writeRoutes({ tables, selection }: TraceReportParts, write: Write): void {
  const { route, requests, failed, p50, p95, longest } = words.columns
  write(`<h2>${words.routes}</h2>\n`)
  const page = tables.page({ ...question('routes', selection), sortBy: 'total_ms', isDescending: true }, 0, mostRoutes)
  writeReportTable(
    [route, requests, failed, p50, p95, longest],
    page.rows.map(([of, , , all, bad, half, most, last]) => [
      textOf(of),
      countText(all),
      countText(bad),
      ...[half, most, last].map((cell) => (typeof cell === 'number' ? msText(cell) : '')),
    ]),
    write,
  )
}

function question(table: TraceTableName, selection: TraceSelection) {
  return { table, selection, sortBy: null, isDescending: false, search: '' }
}

function textOf(cell: TraceCell | undefined): string {
  return cell === null || cell === undefined ? '' : String(cell)
}

function countText(cell: TraceCell | undefined): string {
  return typeof cell === 'number' ? formatCount(cell) : textOf(cell)
}

function shareText(cell: TraceCell | undefined): string {
  return typeof cell === 'number' ? quantityText(formatPercent(cell)) : textOf(cell)
}

function msText(milliseconds: number): string {
  return quantityText(formatDuration(milliseconds))
}
