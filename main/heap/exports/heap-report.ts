import { formatBytes, formatCount, formatDuration, formatPercent, quantityText } from '../../../shared/base/format.ts'
import { rowName } from '../../../shared/model/heap-row-names.ts'
import { escapeMarkup } from '../../../shared/base/markup.ts'
import type { HeapSummary, HeapTreeAnswer, HeapTypeRow } from '../../../shared/model/heap-document.ts'
import type { HeapFindings } from '../../../shared/model/heap-findings.ts'
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
const mostTreeRows = 400
const deepest = 24

/** One file that opens anywhere, without a network: no scripts, no fonts, no images. */
export function writeHeapReport(parts: HeapReportParts, write: (text: string) => void): void {
  const { name, summary, types, findings } = parts
  const title = escapeMarkup(name)
  write(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p class="badge">${escapeMarkup(words[summary.completeness.kind])}</p>
`)
  write(factList(name, summary))
  write(`<h2>${words.findings}</h2>\n${findingList(findings)}`)
  write(
    `<h2>${words.types}</h2>\n<p>${words.typesNote(formatCount(Math.min(mostTypes, types.length)), formatCount(types.length))}</p>\n`,
  )
  writeTypes(types.slice(0, mostTypes), summary, write)
  write(`<h2>${words.treemap}</h2>\n<p>${words.treemapNote}</p>\n`)
  writeTreemap(parts.dominators, summary.objectBytes, write)
  write(`<h2>${words.dominators}</h2>\n<p>${words.dominatorsNote}</p>\n`)
  writeDominators(parts, write)
  write(`<h2>${words.roots}</h2>\n`)
  writeTable(
    [words.columns.kind, words.columns.count, words.columns.shallow],
    parts.roots.map(({ kind, count, bytes }) => [rowName('', kind), formatCount(count), bytesText(bytes)]),
    write,
  )
  write('</body>\n</html>\n')
}

function factList(name: string, summary: HeapSummary): string {
  const { processName, processId, machineName, takenUtc, runtimeVersion, pauseMs, unreached } = summary
  const process = [processName, processId === null ? null : String(processId)]
    .filter((text) => text !== null)
    .join(', ')
  const facts: readonly (readonly [string, string | null])[] = [
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
  const rows = facts.flatMap(([fact, value]) =>
    value === null ? [] : [`<dt>${fact}</dt><dd>${escapeMarkup(value)}</dd>`],
  )
  return `<dl>${rows.join('\n')}</dl>\n`
}

function findingList({ findings }: HeapFindings): string {
  if (findings.length === 0) return `<p>${words.noFindings}</p>\n`
  const items = findings.map(({ title, summary, evidence }) => {
    const seen = evidence.map(({ text }) => `<li>${escapeMarkup(text)}</li>`).join('\n')
    return `<li><b>${escapeMarkup(title)}</b> ${escapeMarkup(summary)}\n<ul>${seen}</ul></li>`
  })
  return `<ul>${items.join('\n')}</ul>\n`
}

function writeTypes(types: readonly HeapTypeRow[], { objectBytes }: HeapSummary, write: (text: string) => void): void {
  const { type, module, count, shallow, retained, share } = words.columns
  writeTable(
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

function writeTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  write: (text: string) => void,
): void {
  write(`<table><thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead><tbody>\n`)
  for (const row of rows) write(`<tr>${row.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>\n`)
  write('</tbody></table>\n')
}

/** Rows that can be unfolded without scripts; so many at most that a browser opens it at once. */
function writeDominators({ dominators, summary }: HeapReportParts, write: (text: string) => void): void {
  const { objectBytes } = summary
  let left = mostTreeRows
  const pending: { readonly path: readonly number[]; readonly rows: HeapTreeAnswer['rows']; next: number }[] = [
    { path: [], rows: dominators([]).rows, next: 0 },
  ]
  for (let list = pending.at(-1); list !== undefined; list = pending.at(-1)) {
    const row = list.rows[list.next++]
    const isSmall = row === undefined || row.retainedBytes < objectBytes * leastShare
    if (isSmall || left === 0) {
      pending.pop()
      if (pending.length > 0) write('</div></details>\n')
      continue
    }
    left--
    const { count, rootKind, name, retainedBytes, key, hasRows } = row
    const text = `${escapeMarkup(rowName(name, rootKind))} <span>${formatCount(count)} · ${bytesText(retainedBytes)} · ${shareText(retainedBytes, objectBytes)}</span>`
    const path = [...list.path, key]
    const below = hasRows && path.length < deepest ? dominators(path).rows : []
    if (below.some((one) => one.retainedBytes >= objectBytes * leastShare)) {
      write(`<details${path.length <= 2 ? ' open' : ''}><summary>${text}</summary><div>\n`)
      pending.push({ path, rows: below, next: 0 })
    } else write(`<p class="row">${text}</p>\n`)
  }
}

function bytesText(bytes: number): string {
  return quantityText(formatBytes(bytes))
}

function shareText(bytes: number, all: number): string {
  return all === 0 ? '' : quantityText(formatPercent((bytes / all) * 100))
}

const style = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { opacity: 0.7; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 2px 8px; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
th:first-child, td:first-child, th:nth-child(6), td:nth-child(6) { text-align: left; overflow-wrap: anywhere; }
details > div { margin-left: 1.2rem; } p.row { margin: 0 0 0 1rem; }
summary span, p.row span { opacity: 0.7; white-space: nowrap; }
${treemapStyle}`
