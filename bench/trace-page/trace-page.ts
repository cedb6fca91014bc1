import { parseArgs } from 'node:util'
import { TraceTables } from '../../main/analysis/tables/trace-tables.ts'
import { traceSummary } from '../../main/analysis/trace/trace-summary.ts'
import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import { report } from '../harness.ts'
import { openPage } from '../live-render/page-window.ts'
import { servePage } from '../live-render/page-server.ts'
import { makeTrace } from '../selection/made-trace.ts'
import { packed } from './packed.ts'

/** `npm run -s bench -- trace-page`: frames of the screen of a trace of ten million events and 500 threads. See README.md beside this file. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: { seconds: { type: 'string', default: '12' }, picture: { type: 'string' } },
})
const threadCount = 500
const goals = { workP99GoalMs: 8, framesPerSecondGoal: 58 }

const { parts, trace } = makeTrace({ threadCount, eventsPerSample: 10, sampleCount: 1_000_000, stackCount: 20_000 })
const tables = new TraceTables(parts, trace, () => new Uint8Array(0))

type Asked = Record<string, (request: never) => unknown>
const answers: Asked = {
  summary: () => traceSummary(parts, trace, tables),
  overview: ({ selection }: { readonly selection: typeof wholeTrace }) => tables.overview(selection),
  timeline: ({ question }: { readonly question: Parameters<TraceTables['timeline']>[0] }) => tables.timeline(question),
  flame: ({ question }: { readonly question: Parameters<TraceTables['flame']>[0] }) => tables.flame(question),
  eventWords: () => tables.eventWords(),
  eventMatches: ({ question }: { readonly question: Parameters<TraceTables['eventMatches']>[0] }) =>
    tables.eventMatches(question),
  table: ({ question, fromRow, rowCount }: TableRequest) => tables.page(question, fromRow, rowCount),
}

interface TableRequest {
  readonly question: Parameters<TraceTables['page']>[0]
  readonly fromRow: number
  readonly rowCount: number
}

/** As the worker answers, as text. */
function answerTo(url: URL): Uint8Array | null {
  if (url.pathname !== '/ask') return null
  const answer = answers[(url.searchParams.get('channel') ?? '').replace('traces.', '')]
  if (answer === undefined) return null
  return new TextEncoder().encode(packed(answer(JSON.parse(url.searchParams.get('request') ?? 'null') as never)))
}

const server = await servePage('trace-page', answerTo)
const window = await openPage(server.url, 1440, 900)
const { page } = window
const devTools = await page.context().newCDPSession(page)
await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
const figures: Record<string, number> = { threads: threadCount, events: trace.eventCount }

/** Beside what the page measures itself: processor time of its thread, in which what it asks for is read and painting is prepared as well. */
async function measure(name: string, script: string): Promise<void> {
  const beforeSeconds = await threadSeconds()
  const { frames = 1, ...found } = await page.evaluate<Record<string, number>>(script)
  figures[`${name} threadMsPerFrame`] = ((await threadSeconds()) - beforeSeconds) * (1000 / frames)
  for (const [key, value] of Object.entries(found)) figures[`${name} ${key}`] = value
}

async function threadSeconds(): Promise<number> {
  const { metrics } = await devTools.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0
}

await page.locator('[aria-roledescription="timeline"] canvas').waitFor()
// What is asked at first is answered.
await page.waitForTimeout(2000)
await measure('timeline', `moveTimeline(${values.seconds})`)
figures['open events ms'] = await page.evaluate<number>('openEvents()')
await page.waitForTimeout(1000)
await measure('events by wheel', `scrollEvents('wheel', ${values.seconds})`)
await measure('events by thumb', `scrollEvents('thumb', ${values.seconds})`)
figures['rows reached'] = await page.evaluate<number>('scrollToLast()')
if (values.picture !== undefined) await page.screenshot({ path: values.picture })
await window.close()
server.close()
report({ name: 'trace-page', figures: { ...figures, ...goals } })
