import { describe, expect, test } from 'vitest'
import { utf8 } from '../../../shared/base/byte-builder.ts'
import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { FindingFacts } from '../findings/finding-facts.ts'
import { judgeFindings } from '../findings/judge-findings.ts'
import { PlantedTrace } from '../findings/testing/planted-trace.ts'
import { TraceTables } from '../tables/trace-tables.ts'
import { importedTrace } from '../imports/imported-trace.ts'
import { readSpeedscope } from '../imports/speedscope-profile.ts'
import { activity, RequestFeed } from '../requests/testing/request-feed.ts'
import { plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { TraceParts } from '../trace/trace-parts.ts'
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
  expect(page).toMatch(/title="Program\.Main, 400, 100%">Program\.Main<\/div>/)
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

function served(): RequestFeed {
  const trace = new RequestFeed()
  const handler = trace.stack(root, 'Shop!Shop.Orders.Place()')
  for (let index = 0; index < 3; index++) {
    trace.hosting('Start', 10 * index, activity(1, index + 1), { method: 'GET', path: `/orders/${index}` }, 1)
    trace.hosting('Stop', 10 * index + 4, activity(1, index + 1), {}, 1)
  }
  trace.hosting('Start', 90, activity(1, 9), { method: 'POST', path: '/carts' }, 1)
  trace.wait(40, 45, 1, handler)
  trace.contention(50, 53, 1, handler)
  trace.allocation(60, handler, 'Shop.Order', 2048)
  for (const atMs of [61, 62])
    trace.runtime(80, atMs, { stack: handler }, { ExceptionType: 'A<B>', ExceptionMessage: 'no' })
  trace.log(63, 3, 'Shop')
  trace.log(64, 4, 'Shop')
  trace.log(65, 4, 'Shop')
  return trace
}

describe('what a report has besides samples', () => {
  test('are waits, allocations and exceptions, the most first', () => {
    const page = reportOf(served())
    expect(page).toContain('<h2>Blocked</h2>')
    expect(page).toContain('<td>Orders.Place</td><td>8 ms</td><td>2</td><td>5 ms</td>')
    expect(page).toContain('<td>Shop.Order</td><td>2 KiB</td>')
    expect(page).toContain('<td>A&lt;B&gt;</td><td>2</td>')
    expect(page).toContain('<dt>Warnings and errors logged</dt><dd>1, 2</dd>')
  })

  test('are the routes of requests, with figures of those that ended', () => {
    const page = reportOf(served())
    expect(page).toContain('<td>GET /orders/{id}</td><td>3</td><td>0</td><td>4 ms</td><td>4 ms</td><td>4 ms</td>')
    expect(page).toContain('<td>POST /carts</td><td>1</td><td>0</td><td></td><td></td><td></td>')
    expect(page.indexOf('/orders/')).toBeLessThan(page.indexOf('/carts'))
  })

  test('are left out where nothing was recorded', () => {
    const trace = new PlantedTrace().endAt(10)
    trace.feed.trace.isComplete = true
    const page = reportOf(trace)
    for (const heading of ['Blocked', 'Allocations', 'GC', 'Exceptions', 'Requests', 'Flame graph', 'Call tree'])
      expect(page).not.toContain(`<h2>${heading}</h2>`)
    for (const fact of ['Samples', 'Selected samples', 'Command line', 'Runtime', 'System', 'Warnings'])
      expect(page).not.toContain(`<dt>${fact}`)
    expect(page).toContain('<p>The checks found nothing. That does not mean that there is nothing.</p>')
  })
})

describe('the facts of a report', () => {
  const fields = ['CommandLine', 'OSInformation', 'ArchInformation'].map((name) => ({
    name,
    type: plainType(typeCodes.string),
  }))
  const information = (trace: PlantedTrace, ...values: readonly string[]) =>
    trace.feed.push(
      { provider: 'Microsoft-DotNETCore-EventPipe', eventId: 1, name: 'ProcessInfo', opcode: 0, fields },
      { ticks: 1 },
      writePayload(fields, values),
    )

  test('are those of the process, without secrets of its command line', () => {
    const trace = planted()
    information(trace, 'dotnet shop.dll --password hunter2', 'Linux', 'x64')
    trace.runtime(187, 1, {}, { VMMajorVersion: 10, VMMinorVersion: 1, VMBuildNumber: 2, BclBuildNumber: 3 })
    const page = reportOf(trace)
    expect(page).toMatch(/<dt>Command line<\/dt><dd>dotnet shop\.dll --password (?!hunter2)/)
    expect(page).toContain('<dt>Runtime</dt><dd>10.1.3</dd>')
    expect(page).toContain('<dt>System</dt><dd>Linux, x64</dd>')
    const half = planted()
    information(half, '', '', 'arm64')
    expect(reportOf(half)).toContain('<dt>System</dt><dd>arm64</dd>')
  })

  test('say whether the recording is whole', () => {
    const trace = planted()
    const incomplete = '<dt>Complete</dt><dd>No, the end is missing or parts are damaged</dd>'
    expect(reportOf(trace)).toContain(incomplete)
    trace.feed.trace.isComplete = true
    expect(reportOf(trace)).toContain('<dt>Complete</dt><dd>Yes</dd>')
    trace.feed.trace.damage.push({
      kind: 'malformed',
      offset: 1,
      block: 'stream',
      expected: 'a',
      found: 'b',
      canContinue: true,
    })
    expect(reportOf(trace)).toContain(incomplete)
  })

  test('count the events, and the samples of what is selected by class', () => {
    const page = reportOf(planted(), { ...wholeTrace, range: { fromMs: 300, toMs: 400 } })
    expect(page).toMatch(/<dt>Events<\/dt><dd>\d+<\/dd>/)
    expect(page).toContain('<dt>Lost events</dt><dd>0</dd>')
    expect(page).toContain('<dt>Samples</dt><dd>100 running</dd>')
    expect(page).toContain('<dt>Selected samples</dt><dd>100</dd>')
  })
})

test.each<[Partial<TraceSelection>, boolean]>([
  [{}, false],
  [{ threads: [1001] }, true],
  [{ classes: ['running'] }, false],
  [{ transforms: [{ kind: 'fold-recursion' }] }, false],
  [{ transforms: [{ kind: 'drop', frame: { method: 'Shop.Cart.Total()', module: 'Shop' } }] }, true],
])('a selection of %j is a part: %j', (selection, isPart) => {
  expect(reportOf(planted(), { ...wholeTrace, ...selection }).includes('Only the selected part')).toBe(isPart)
})

const tree = (page: string) => page.slice(page.indexOf('<h2>Call tree</h2>'))

test('the call tree has calls with at least one per cent of the samples', () => {
  const trace = new PlantedTrace()
  trace.samples(0, 990, 1, trace.stack(root, 'Shop!Shop.Cart.Total()'), managed)
  trace.samples(990, 1000, 1, trace.stack(root, 'Shop!Shop.Cart.Enough()'), managed)
  trace.samples(1000, 1009, 1, trace.stack(root, 'Shop!Shop.Cart.TooLittle()'), managed)
  expect(tree(reportOf(trace))).not.toContain('TooLittle')
  expect(tree(reportOf(trace))).toContain('Cart.Total')
  expect(reportOf(trace)).toContain('<td>Cart.TooLittle</td><td>9</td>')
})

const read = () => new Uint8Array(0)

test('a report of another tool’s profile has no checks and no events', () => {
  const parts = new TraceParts()
  const profile = readSpeedscope(
    utf8(
      JSON.stringify({
        shared: { frames: [{ name: 'Main' }, { name: 'Work' }] },
        profiles: [{ type: 'sampled', unit: 'milliseconds', samples: [[0], [0, 1]], weights: [1, 3] }],
      }),
    ),
  )
  const trace = importedTrace(profile, parts)
  const tables = new TraceTables(parts, trace, read)
  let page = ''
  writeTraceReport(
    {
      name: 'a.json',
      summary: traceSummary(parts, trace, tables),
      tables,
      findings: judgeFindings(new FindingFacts(parts, trace, read, wholeTrace)),
      selection: wholeTrace,
    },
    (text) => (page += text),
  )
  for (const absent of [
    '<h2>Findings</h2>',
    '<dt>Events</dt>',
    '<dt>Lost events</dt>',
    '<dt>Samples</dt>',
    '<dt>Started',
  ])
    expect(page).not.toContain(absent)
  expect(page).not.toContain('Samples of wall-clock time')
  expect(page).toContain('<dt>Selected samples</dt><dd>4</dd>')
  expect(page).toMatch(/<td>Work<\/td><td>3<\/td>/)
})
