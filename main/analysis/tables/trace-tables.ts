import { type TraceSelection, wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import {
  columnsOf,
  type CountedTableName,
  tablesWithTexts,
  type TraceCell,
  type TraceRowCounts,
  type TraceTableName,
  traceTableNames,
  type TraceTablePage,
  type TraceTableQuestion,
} from '../../../shared/model/trace/trace-tables.ts'
import type {
  TraceEventAt,
  TraceEventDetails,
  TraceEventMatches,
  TraceEventMatchesQuestion,
  TraceEventsBetweenQuestion,
  TraceEventWords,
} from '../../../shared/model/trace/trace-events.ts'
import type { TraceFound } from '../../../shared/model/trace/trace.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { eventFilter } from '../reports/event-filter.ts'
import { threadPoolSummary } from '../reports/thread-pool-events.ts'
import { type Requests, requestRows } from '../requests/request-rows.ts'
import { plainRequests } from '../requests/request-sources.ts'
import { Waterfalls } from '../requests/waterfall.ts'
import type { TraceWaterfall, TraceWaterfallQuestion } from '../../../shared/model/trace/trace-waterfall.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { collectionTable, counterTable, eventTypeTable, threadTable } from './answer-tables.ts'
import { Frames } from './frames.ts'
import { ownCode } from '../stacks/frames/own-code.ts'
import { SelectedStacks, selectionFilter } from '../stacks/selected-stacks.ts'
import { treeRows } from '../stacks/trees/tree-rows.ts'
import { CompareAnswers } from '../compare/compare-answers.ts'
import { overviewSteps } from '../overview/overview.ts'
import type { TraceOverview } from '../../../shared/model/trace/trace-overview.ts'
import type { TraceTreeAnswer, TraceTreeQuestion } from '../../../shared/model/trace/trace-tree.ts'
import type { TraceFlame, TraceFlameQuestion } from '../../../shared/model/trace/trace-flame.ts'
import type { CallTree } from '../stacks/trees/call-tree.ts'
import { FlameGraph } from '../stacks/flame-answer.ts'
import { StackChart } from '../stacks/stack-chart-answer.ts'
import type { TraceStackChart, TraceStackChartQuestion } from '../../../shared/model/trace/trace-stack-chart.ts'
import type { TraceTimeline, TraceTimelineQuestion } from '../../../shared/model/trace/trace-timeline.ts'
import { Timeline } from '../timeline/timeline.ts'
import type { TraceFrameFacts, TraceFrameQuestion } from '../../../shared/model/trace/trace-frame-facts.ts'
import type { CodeOrigin } from '../stacks/frames/il-places.ts'
import { codeOriginOf, frameFactsOf, samplesUnder } from './frame-facts-of.ts'
import { eventTable } from './event-table.ts'
import { EventAnswers } from './event-answers.ts'
import type { PayloadSource } from './payload-texts.ts'
import { countedRows, isStillToCount } from './row-counts.ts'
import { activityTable, requestTable } from './request-table.ts'
import { loadTable, logTable, threadPoolTable, thrownTable } from './runtime-tables.ts'
import { type ListedTableName, summedTableOf } from './summed-tables.ts'
import type { RowOrder, TableSource } from './table-source.ts'
import { orderOf } from './table-view.ts'
import { allSteps, type Steps } from '../steps.ts'
import { samplingIntervalMs } from '../trace/sample-question.ts'

/** Orders kept: the pages of one view ask for the same one again and again. */
const keptOrders = 8
const keptSums = 16

/** Tables of one trace, each made when it is first asked for. */
export class TraceTables {
  readonly #parts: TraceParts
  readonly #trace: Trace
  readonly #read: PayloadSource
  readonly #frames: Frames
  /** Samples added up for a selection: what every view of stacks is drawn from. */
  readonly stacks: SelectedStacks
  readonly compare: CompareAnswers
  readonly #flames = new WeakMap<CallTree, FlameGraph>()
  readonly #stackCharts = new WeakMap<CallTree, StackChart>()
  readonly #sources = new Map<TraceTableName, TableSource>()
  /** By table and selection, the last ones. */
  readonly #summed = new Map<string, TableSource>()
  #requests: Requests | null = null
  #waterfalls: Waterfalls | null = null
  #timeline: Timeline | null = null
  #events: EventAnswers | null = null
  readonly #orders = new Map<string, RowOrder>()

  constructor(parts: TraceParts, trace: Trace, read: PayloadSource) {
    this.#parts = parts
    this.#trace = trace
    this.#read = read
    this.#frames = new Frames(parts.sampled)
    this.stacks = new SelectedStacks(parts.sampled, trace, ownCode, parts.awaits)
    const { stacks } = this
    this.compare = new CompareAnswers({ parts, trace, stacks, frames: this.#frames, requests: () => this.requests() })
  }

  page(question: TraceTableQuestion, fromRow: number, rowCount: number): TraceTablePage {
    const source = this.#source(question)
    const order = this.#order(source, question)
    const show = shownIn(question)
    let hasSecrets = false
    const count = Math.max(0, Math.min(rowCount, order.rowCount - fromRow))
    const rows = Array.from({ length: count }, (_, index) => {
      const row = order.rowAt(fromRow + index)
      return cellsOf(source, question, row).map((cell) => {
        const shown = show(cell)
        hasSecrets ||= shown !== cell
        return shown
      })
    })
    const { absentColumns } = source
    const page = {
      allRowCount: order.selectedCount,
      rowCount: order.rowCount,
      rows,
      hasSecrets,
      ...(absentColumns === undefined ? {} : { absentColumns }),
    }
    if (question.table !== 'events') return page
    return { ...page, eventIndexes: rows.map((_, index) => order.rowAt(fromRow + index)) }
  }

  treeRows({ selection, ...question }: TraceTreeQuestion): TraceTreeAnswer {
    const calls = this.stacks.callTree(selection)
    return treeRows(calls, this.#parts.sampled.prepare().tree.functions, question)
  }

  overview(selection: TraceSelection): TraceOverview {
    return allSteps(this.overviewSteps(selection))
  }

  overviewSteps(selection: TraceSelection): Steps<TraceOverview> {
    return overviewSteps(
      { parts: this.#parts, trace: this.#trace, stacks: this.stacks, frames: this.#frames },
      selection,
    )
  }

  eventWords(): TraceEventWords {
    return this.#eventAnswers.words()
  }

  eventMatches({ question, binCount }: TraceEventMatchesQuestion): TraceEventMatches {
    return this.#eventAnswers.matches(this.#orderOf(question), question.selection, binCount)
  }

  /** Null: there is none. */
  eventDetails(question: TraceTableQuestion, at: TraceEventAt): TraceEventDetails | null {
    return this.#eventAnswers.details(this.#orderOf(question), at, question.isRevealed === true)
  }

  eventsBetween({ question, from, to }: TraceEventsBetweenQuestion): number | null {
    return this.#eventAnswers.between(this.#orderOf({ ...question, sortBy: null }), from, to)
  }

  frameFacts(question: TraceFrameQuestion): TraceFrameFacts {
    return frameFactsOf(this.#parts, this.#trace, this.stacks, question)
  }

  codeOrigin(question: TraceFrameQuestion): CodeOrigin {
    return codeOriginOf(this.#parts, this.#trace, this.stacks, question)
  }

  flame({ selection, ...question }: TraceFlameQuestion): TraceFlame {
    const calls = this.stacks.callTree(selection)
    let flame = this.#flames.get(calls)
    if (flame === undefined) {
      flame = new FlameGraph(calls)
      this.#flames.set(calls, flame)
    }
    return flame.answer(question, samplingIntervalMs(this.#trace))
  }

  stackChart({ selection, ...question }: TraceStackChartQuestion): TraceStackChart {
    const calls = this.stacks.callTree(selection)
    let chart = this.#stackCharts.get(calls)
    if (chart === undefined) {
      chart = new StackChart({
        ...samplesUnder(this.#parts, this.#trace, this.stacks, selection),
        intervalMs: samplingIntervalMs(this.#trace),
        threadOf: (index) => this.#trace.threads[index],
      })
      this.#stackCharts.set(calls, chart)
    }
    return chart.answer(question)
  }

  timeline(question: TraceTimelineQuestion): TraceTimeline {
    return allSteps(this.timelineSteps(question))
  }

  timelineSteps(question: TraceTimelineQuestion): Steps<TraceTimeline> {
    return this.#timelineOf().answer(question)
  }

  /** What does not depend on the question: every document begins with one. */
  prepareTimeline(): Steps<unknown> {
    return this.#timelineOf().prepare()
  }

  #timelineOf(): Timeline {
    // Those that nobody received or sent have no track.
    const rows = () => (plainRequests(this.#parts.activities.kinds) === null ? this.requests().rows : [])
    return (this.#timeline ??= new Timeline(this.#parts, this.#trace, rows))
  }

  /** Of the request at a row of the table of requests; null: there is none. */
  waterfall({ row, ownCode: rules }: TraceWaterfallQuestion): TraceWaterfall | null {
    const requests = this.requests()
    if (this.#waterfalls?.requests !== requests) this.#waterfalls = new Waterfalls(this.#parts, requests, this.#trace)
    return this.#waterfalls.of(row, rules)
  }

  /** Rows of every table, before any selection. Few tables are made for it. `isEarly`: tables whose payloads still wait are not counted. */
  rowCounts(isEarly = false): TraceRowCounts {
    const rowCountOf = (table: CountedTableName): number | null =>
      isEarly && isStillToCount(table, this.#parts)
        ? null
        : (countedRows(table, this.#parts, this.#trace, this.#frames) ?? this.#sourceOf(table).rowCount)
    const counted = traceTableNames.flatMap((table) =>
      table === 'methods' ? [] : [[table, rowCountOf(table)] as const],
    )
    return Object.fromEntries(counted) as TraceRowCounts
  }

  /** Whole rows in the question's order, the first `limit` of them. */
  *rows(question: TraceTableQuestion, limit = Number.POSITIVE_INFINITY): Generator<readonly TraceCell[]> {
    const source = this.#source(question)
    const show = shownIn(question)
    const order = this.#order(source, question)
    for (let place = 0; place < Math.min(order.rowCount, limit); place++) {
      const row = order.rowAt(place)
      yield cellsOf(source, question, row).map(show)
    }
  }

  /** Made when something asks for it, and again when the trace has grown. */
  requests(): Requests {
    const activities = this.#parts.activities.rows()
    if (this.#requests?.activities !== activities)
      this.#requests = requestRows(activities, this.#parts.requestFacts, this.#trace)
    return this.#requests
  }

  get #eventAnswers(): EventAnswers {
    return (this.#events ??= new EventAnswers(this.#trace, this.#read, this.#parts.sampled))
  }

  #orderOf(question: TraceTableQuestion): RowOrder {
    return this.#order(this.#source(question), question)
  }

  #order(source: TableSource, question: TraceTableQuestion): RowOrder {
    const { table, selection, sortBy, isDescending, search } = question
    const key = JSON.stringify([table, selection, sortBy, isDescending, search])
    const known = this.#orders.get(key)
    if (known !== undefined) return known
    const order = source.order?.(question) ?? orderOf(source, question)
    const [oldest] = this.#orders.keys()
    if (oldest !== undefined && this.#orders.size >= keptOrders) this.#orders.delete(oldest)
    this.#orders.set(key, order)
    return order
  }

  #source({ table, selection }: TraceTableQuestion): TableSource {
    const make = summedTableOf(table)
    if (make === undefined) return this.#sourceOf(table as CountedTableName)
    const key = JSON.stringify([table, selection])
    const known = this.#summed.get(key)
    if (known !== undefined) return known
    const isIn = eventFilter(selectionFilter(this.#trace, selection))
    const { stacks } = this
    const requests = () => this.requests()
    const context = { parts: this.#parts, trace: this.#trace, frames: this.#frames, stacks, requests, selection, isIn }
    const made = make(context)
    const [oldest] = this.#summed.keys()
    if (oldest !== undefined && this.#summed.size >= keptSums) this.#summed.delete(oldest)
    this.#summed.set(key, made)
    return made
  }

  #sourceOf(table: CountedTableName): TableSource {
    if (summedTableOf(table) !== undefined)
      return this.#source({ table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' })
    const source = this.#sources.get(table) ?? this.#make(table as ListedTableName)
    this.#sources.set(table, source)
    return source
  }

  #make(table: ListedTableName): TableSource {
    const parts = this.#parts
    const trace = this.#trace
    switch (table) {
      case 'events':
        return eventTable(trace, this.#read)
      case 'event-types':
        return eventTypeTable(parts)
      case 'threads':
        return threadTable(parts, trace)
      case 'collections':
        return collectionTable(parts, trace)
      case 'counters':
        return counterTable(parts)
      case 'thread-pool':
        return threadPoolTable(parts.threadPool, trace)
      case 'loads':
        return loadTable(parts.loader, trace)
      case 'requests':
        return requestTable(this.requests(), trace, this.#read)
      case 'activities':
        return activityTable(parts.activities, trace, this.#read)
      case 'logs':
        return logTable(parts.logs, trace)
      case 'thrown':
        return thrownTable(parts.exceptions, this.#frames, trace)
    }
  }
}

/** What a cell may show: secrets in texts of programs are dots until somebody reveals them. */
/** A whole row, with the fields that are asked for behind the columns of the table. */
function cellsOf(source: TableSource, { table, fields = [] }: TraceTableQuestion, row: number): readonly TraceCell[] {
  const cells = columnsOf(table).map((_, at) => source.cell(row, at))
  const { field } = source
  return field === undefined ? cells : [...cells, ...fields.map((name) => field(row, name))]
}

function shownIn({ table, isRevealed }: TraceTableQuestion): (cell: TraceCell) => TraceCell {
  if (isRevealed === true || !tablesWithTexts.has(table)) return (cell) => cell
  return (cell) => (typeof cell === 'string' ? maskSecrets(cell) : cell)
}

export function foundIn(parts: TraceParts): TraceFound {
  return {
    starvations: threadPoolSummary(parts.threadPool).starvationCount,
    activitiesLeftOut: parts.activities.leftOutCount,
    joinableAwaits: parts.awaits.returnCount,
  }
}
