import path from 'node:path'
import { parseArgs } from 'node:util'
import { TraceTables } from '../../main/analysis/tables/trace-tables.ts'
import { traceSummary } from '../../main/analysis/trace/trace-summary.ts'
import { wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import { type PageWork, splitFigures } from '../growing/page-work.ts'
import { tracedWork } from '../growing/traced-work.ts'
import { report } from '../harness.ts'
import { openPage } from '../live-render/page-window.ts'
import { servePage } from '../live-render/page-server.ts'
import { makeTrace } from '../selection/made-trace.ts'
import { packed } from './packed.ts'

/** `npm run -s bench -- trace-page`: frames of the screen of a trace of ten million events and 500 threads. See README.md beside this file. */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    seconds: { type: 'string', default: '12' },
    step: { type: 'string' },
    split: { type: 'boolean', default: false },
    keep: { type: 'string' },
    picture: { type: 'string' },
  },
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
const figures: Record<string, number> = { threads: threadCount, events: trace.eventCount }

/** What the page counts itself, and what its thread works meanwhile: scripts, styles, layout, painting, also of what a graphics processor would paint. */
async function measure(name: string, script: string): Promise<void> {
  if (values.step !== undefined && values.step !== name) return
  const keptAs = values.keep === undefined ? undefined : path.join(values.keep, `${name.replaceAll(' ', '-')}.json`)
  const found: Record<string, number> = {}
  const work = await tracedWork(window, { isSplit: values.split, keptAs }, async () => {
    Object.assign(found, await page.evaluate<Record<string, number>>(script))
  })
  for (const [key, value] of Object.entries({ ...found, ...figuresOf(work) })) figures[`${name} ${key}`] = value
  if (values.split) Object.assign(figures, splitFigures(name, work))
}

function figuresOf({ busyMedianMs, p99Ms, longestMs }: PageWork): Record<string, number> {
  return { workMedianMs: busyMedianMs, workP99Ms: p99Ms, workLongestMs: longestMs }
}

await page.locator('[aria-roledescription="timeline"] canvas').first().waitFor()
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
