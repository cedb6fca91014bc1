import { TraceTables } from '../../main/analysis/tables/trace-tables.ts'
import { type TraceSelection, wholeTrace } from '../../shared/model/trace/trace-selection.ts'
import type { TraceTableQuestion } from '../../shared/model/trace/trace-tables.ts'
import { cpuSecondsOf, repeat, report, spreadOf } from '../harness.ts'
import { makeTrace } from './made-trace.ts'

/**
 * `npm run -s bench -- selection`: what another selection costs the worker until its answers go out, in processor time. Goals: 100 ms for a million
 * samples, 300 ms for ten million events.
 */
const runs = 9
const width = 1400

const samples = makeTrace({ threadCount: 64, eventsPerSample: 1, sampleCount: 1_000_000, stackCount: 20_000 })
const events = makeTrace({ threadCount: 64, eventsPerSample: 10, sampleCount: 1_000_000, stackCount: 20_000 })
const ofSamples = new TraceTables(samples.parts, samples.trace, () => new Uint8Array(0))
const ofEvents = new TraceTables(events.parts, events.trace, () => new Uint8Array(0))

/** Each run another one: what was asked before is kept. */
const selections = {
  range: (run: number): TraceSelection => ({ ...wholeTrace, range: { fromMs: 100 + run, toMs: 700 + run } }),
  threads: (run: number): TraceSelection => ({
    ...wholeTrace,
    threads: Array.from({ length: 20 + run }, (_, index) => 1000 + index * 3),
  }),
  classes: (run: number): TraceSelection => ({
    ...wholeTrace,
    range: { fromMs: run, toMs: 5000 },
    classes: ['running', 'spinning'],
  }),
}

const flame = (selection: TraceSelection) =>
  void ofSamples.flame({ selection, stretch: { path: [], from: 0, to: 1 }, widthPx: width, search: '' })
const methods = (selection: TraceSelection) => void ofSamples.page(question('methods', selection, 'self'), 0, 100)
const overview = (selection: TraceSelection) => void ofSamples.overview(selection)
const timeline = (selection: TraceSelection) =>
  void ofSamples.timeline({
    selection,
    range: null,
    binCount: width,
    threads: { order: 'busiest', search: '', pinned: [], offset: 0, count: 32 },
  })

function question(
  table: TraceTableQuestion['table'],
  selection: TraceSelection,
  sortBy: string | null,
  search = '',
): TraceTableQuestion {
  return { table, selection, sortBy, isDescending: sortBy !== null, search }
}

/** The rows in view and the histogram above them, which the page asks for without an order. */
function eventView(asked: TraceTableQuestion): void {
  ofEvents.page(asked, 0, 100)
  ofEvents.eventMatches({ question: { ...asked, sortBy: null, isDescending: false }, binCount: 200 })
}

/** `before`: what a person has seen until then. */
const ms = async (body: (run: number) => void, before: (run: number) => void = () => {}) => {
  // Once for the compiler and for what is made once for each document.
  before(runs)
  body(runs)
  const seconds = await repeat(runs, (run) => {
    before(run)
    return cpuSecondsOf(() => body(run))
  })
  return spreadOf(seconds.map((value) => value * 1000))
}

const orderSeconds = await cpuSecondsOf(() => eventView(question('events', wholeTrace, null)))
const figures: Record<string, Awaited<ReturnType<typeof ms>> | number> = {
  samples: samples.parts.sampled.samples.count,
  nodes: samples.parts.sampled.prepare().tree.count,
  events: events.trace.eventCount,
  firstOrderOfEventsMs: orderSeconds * 1000,
}
for (const [name, of] of Object.entries(selections)) {
  figures[`flame of other ${name} ms`] = await ms((run) => flame(of(run)))
  figures[`methods of other ${name} ms`] = await ms((run) => methods(of(run + 20)))
  figures[`overview of other ${name} ms`] = await ms((run) => overview(of(run + 40)))
  figures[`timeline of other ${name} ms`] = await ms((run) => timeline(of(run)))
  figures[`events of other ${name} ms`] = await ms((run) => eventView(question('events', of(run), null)))
}
figures['events with a filter ms'] = await ms((run) =>
  eventView(question('events', selections.range(run), null, 'event = Placed')),
)
figures['events sorted by event ms'] = await ms((run) =>
  eventView(question('events', { ...wholeTrace, range: { fromMs: run, toMs: 1e6 } }, 'event')),
)
figures['events sorted by thread ms'] = await ms((run) =>
  eventView(question('events', { ...wholeTrace, range: { fromMs: run + 40, toMs: 1e6 } }, 'thread')),
)
figures['events with a filter, sorted by event ms'] = await ms((run) =>
  eventView(question('events', { ...wholeTrace, range: { fromMs: run + 80, toMs: 1e6 } }, 'event', 'event = Placed')),
)
figures['the same events, filtered by name, in another order ms'] = await ms(
  (run) => void ofEvents.page(question('events', selections.range(run), 'event', 'event = Placed'), 0, 100),
  (run) => eventView(question('events', selections.range(run), null, 'event = Placed')),
)
/** Everything at once that is out of proportion: each answer is asked for a selection of its own. */
const giant = makeTrace({
  threadCount: 5000,
  eventsPerSample: 1,
  sampleCount: 1_000_000,
  stackCount: 1_000_000,
  nameLength: 10_000,
})
const ofGiant = new TraceTables(giant.parts, giant.trace, () => new Uint8Array(0))
figures['giant nodes'] = giant.parts.sampled.prepare().tree.count
const page = { order: 'busiest', search: '', pinned: [], count: 32 } as const
const threadsAt = (selection: TraceSelection, offset: number) =>
  void ofGiant.timeline({ selection, range: null, binCount: width, threads: { ...page, offset } })
figures['giant timeline, other threads in view, ms'] = await ms((run) => threadsAt(wholeTrace, run * 500))
figures['giant flame of other range ms'] = await ms(
  (run) =>
    void ofGiant.flame({
      selection: selections.range(run),
      stretch: { path: [], from: 0, to: 1 },
      widthPx: width,
      search: '',
    }),
)
figures['giant tree rows of other range ms'] = await ms(
  (run) => void ofGiant.treeRows({ selection: selections.range(run), view: 'calls', frame: null, path: [] }),
)
figures['giant page of methods ms'] = await ms(
  (run) => void ofGiant.page(question('methods', wholeTrace, 'total'), run * 100, 100),
)
figures['giant page of events ms'] = await ms(
  (run) => void ofGiant.page(question('events', wholeTrace, null), run * 100_000, 100),
)
report({ name: 'selection', figures: { ...figures, samplesGoalMs: 100, eventsGoalMs: 300 } })
