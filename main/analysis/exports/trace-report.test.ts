import { expect, test } from 'vitest'
import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { FindingFacts } from '../findings/finding-facts.ts'
import { judgeFindings } from '../findings/judge-findings.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import { traceSummary } from '../trace/trace-summary.ts'
import { writeTraceReport } from './trace-report.ts'

const managed = 2
const root = 'Shop!Shop.Program.Main()'

function reportOf(planted: PlantedTrace, selection: TraceSelection = wholeTrace): string {
  const { parts, feed } = planted
  const tables = new TraceTables(parts, feed.trace, feed.read)
  let page = ''
  writeTraceReport(
    {
      name: 'a<b>.nettrace',
      summary: traceSummary(parts, feed.trace, tables),
      tables,
      findings: judgeFindings(new FindingFacts(parts, feed.trace, feed.read, selection)),
      selection,
    },
    // Figures and units are joined by blanks that do not break.
    (text) => (page += text.replaceAll(/[\u00a0\u2009\u202f]/g, ' ')),
  )
  return page
}

function planted(): PlantedTrace {
  const trace = new PlantedTrace()
  trace.samples(0, 300, 1, trace.stack(root, 'Shop!Shop.List`1[System.__Canon].Sort()'), managed)
  trace.samples(300, 400, 1, trace.stack(root, 'Shop!Shop.Cart.Total()'), managed)
  for (let at = 0; at < 10; at++) trace.collection(at * 30, 12, { generation: 2, reason: 1 })
  return trace
}

test('a report is one page without scripts or addresses, with names as text', () => {
  const page = reportOf(planted())
  expect(page).toMatch(/^<!doctype html>[^]*<\/html>\n$/)
  expect(page).not.toMatch(/<script|<b>\.nettrace|https?:|url\(/)
  expect(page).toContain('<h1>a&lt;b&gt;.nettrace</h1>')
  expect(page.match(/<details/g)).toHaveLength(page.match(/<\/details>/g)!.length)
})

test('it has findings, methods, the flame graph, the call tree and what else was recorded', () => {
  const page = reportOf(planted())
  expect(page).toContain('<b>Code forces collections</b>')
  expect(page).toMatch(/Not checked, because it was not recorded: .*Repeated SQL commands/)
  expect(page).toContain('<td>List&lt;T&gt;.Sort</td><td>300</td><td>75.0%</td><td>300</td><td>75.0%</td>')
  expect(page).toMatch(
    /<div class="own" style="left:0\.0px;top:17px;width:795\.0px" title="List&lt;T&gt;\.Sort, 300, 75\.0%">/,
  )
  expect(page).toContain('<summary>Program.Main <span>400 · 100%</span></summary>')
  expect(page).toContain('<td>2</td><td>10</td><td>120 ms</td><td>12 ms</td>')
  expect(page).not.toContain('<h2>Exceptions</h2>')
})

test('it is about what is selected, and says that it is a part', () => {
  const page = reportOf(planted(), { ...wholeTrace, range: { fromMs: 300, toMs: 400 } })
  expect(page).toContain('Only the selected part of the recording.')
  expect(page).toContain('<td>Cart.Total</td><td>100</td>')
  expect(page).not.toContain('Sort')
  expect(reportOf(planted())).not.toContain('Only the selected part of the recording.')
})

test('a recording without samples has no empty flame graph', () => {
  const trace = new PlantedTrace()
  trace.collection(5, 2, { generation: 0 })
  const page = reportOf(trace)
  expect(page).not.toContain('<h2>Flame graph</h2>')
  expect(page).toContain('<h2>GC</h2>')
})
