import { escapeMarkup } from '../../../shared/base/markup.ts'
import type { Finding, Observation } from '../../../shared/model/findings.ts'

type Write = (text: string) => void

/** What reports are made of: one file that opens anywhere, without a network: no scripts, no fonts, no images. */
export function writePageStart(name: string, style: string, write: Write): void {
  const title = escapeMarkup(name)
  write(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>${pageStyle}${style}</style>
</head>
<body>
<h1>${title}</h1>
`)
}

export function writePageEnd(write: Write): void {
  write('</body>\n</html>\n')
}

/** A fact without a value is left out. */
export function writeFacts(facts: readonly (readonly [name: string, value: string | null])[], write: Write): void {
  const rows = facts.flatMap(([fact, value]) =>
    value === null ? [] : [`<dt>${fact}</dt><dd>${escapeMarkup(value)}</dd>`],
  )
  write(`<dl>${rows.join('\n')}</dl>\n`)
}

export function writeFindings(findings: readonly Finding<Observation>[], none: string, write: Write): void {
  if (findings.length === 0) return write(`<p>${none}</p>\n`)
  const items = findings.map(({ title, summary, evidence }) => {
    const seen = evidence.map(({ text }) => `<li>${escapeMarkup(text)}</li>`).join('\n')
    return `<li><b>${escapeMarkup(title)}</b> ${escapeMarkup(summary)}\n<ul>${seen}</ul></li>`
  })
  write(`<ul>${items.join('\n')}</ul>\n`)
}

/** The first column is text, the others are figures. */
export function writeReportTable(columns: readonly string[], rows: Iterable<readonly string[]>, write: Write): void {
  write(`<table><thead><tr>${columns.map((column) => `<th scope="col">${column}</th>`).join('')}</tr></thead><tbody>\n`)
  for (const row of rows) write(`<tr>${row.map((cell) => `<td>${escapeMarkup(cell)}</td>`).join('')}</tr>\n`)
  write('</tbody></table>\n')
}

/** A row that can be unfolded without scripts. */
export interface ReportTreeRow<Key> {
  readonly key: Key
  readonly name: string
  /** Lighter, behind the name. */
  readonly figures: string
}

const mostTreeRows = 400
const deepest = 24

/** Rows below a path of keys; so many at most that a browser opens it at once. */
export function writeReportTree<Key>(
  rowsBelow: (path: readonly Key[]) => readonly ReportTreeRow<Key>[],
  write: Write,
): void {
  let left = mostTreeRows
  const pending: { readonly path: readonly Key[]; readonly rows: readonly ReportTreeRow<Key>[]; next: number }[] = [
    { path: [], rows: rowsBelow([]), next: 0 },
  ]
  for (let list = pending.at(-1); list !== undefined; list = pending.at(-1)) {
    const row = list.rows[list.next++]
    if (row === undefined || left === 0) {
      pending.pop()
      if (pending.length > 0) write('</div></details>\n')
      continue
    }
    left--
    const text = `${escapeMarkup(row.name)} <span>${row.figures}</span>`
    const path = [...list.path, row.key]
    const below = path.length < deepest ? rowsBelow(path) : []
    if (below.length > 0) {
      write(`<details${path.length <= 2 ? ' open' : ''}><summary>${text}</summary><div>\n`)
      pending.push({ path, rows: below, next: 0 })
    } else write(`<p class="row">${text}</p>\n`)
  }
}

/** Of boxes by whose code or type they are. */
export function originColors(within: string): string {
  return `${within} .own { background: light-dark(#ffe0bd, #6d4a22); border-color: light-dark(#a86a1c, #c48a4a); }
${within} .framework { background: light-dark(#cfe6f5, #24485c); border-color: light-dark(#3f7d9f, #6ba6c6); }
${within} .base { background: light-dark(#e6e8eb, #3a3f45); border-color: light-dark(#7b828a, #878f98); }
`
}

const pageStyle = `
:root { color-scheme: light dark; font: 14px/1.5 system-ui, sans-serif; }
body { max-width: 1100px; margin: 2rem auto; padding: 0 1rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem; }
dt { opacity: 0.7; } dd { margin: 0; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 2px 8px; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent); }
th:first-child, td:first-child { text-align: left; overflow-wrap: anywhere; }
details > div { margin-left: 1.2rem; } p.row { margin: 0 0 0 1rem; }
summary span, p.row span { opacity: 0.7; white-space: nowrap; }
`
