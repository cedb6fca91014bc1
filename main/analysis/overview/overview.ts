import type { TraceOverview, TraceOverviewFunction } from '../../../shared/model/trace/trace-overview.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceGcRow } from '../../../shared/model/trace/trace.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { type EventFilter, eventFilter } from '../reports/event-filter.ts'
import { exceptionTypes } from '../reports/exception-events.ts'
import { logLevels } from '../reports/log-events.ts'
import type { FunctionEntry } from '../code/function-table.ts'
import { type CallTree, type FunctionWeight, functionList } from '../stacks/trees/call-tree.ts'
import { classCounts, passesFilter } from '../stacks/prepared-samples.ts'
import { type SelectedStacks, selectionFilter } from '../stacks/selected-stacks.ts'
import { shortTypeName } from '../names/type-name.ts'
import { allocatedTypeRows } from '../tables/allocation-tables.ts'
import type { Frames } from '../tables/frames.ts'
import type { Steps } from '../steps.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import { gcRows } from '../trace/trace-answers.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { blockedRows } from './blocked-rows.ts'
import { namedFrame } from '../code/function-table.ts'

const shownRows = 5

export interface OverviewContext {
  readonly parts: TraceParts
  readonly trace: Trace
  readonly stacks: SelectedStacks
  readonly frames: Frames
}

/** What a person wants to know first, all from the same selection. */
export function* overviewSteps(context: OverviewContext, selection: TraceSelection): Steps<TraceOverview> {
  const { parts, trace } = context
  const isIn = eventFilter(selectionFilter(trace, selection))
  const ofSamples = sampleParts(context, selection)
  yield
  const ofWaits = blocked(context, isIn, selection)
  yield
  const ofAllocations = allocated(parts, isIn)
  yield
  return {
    durationMs: durationMs(parts, trace, selection),
    ...ofSamples,
    blocked: ofWaits,
    allocated: ofAllocations,
    collections: collections(parts, trace, selection),
    exceptions: exceptions(parts, isIn),
    logs: logs(parts, isIn),
  }
}

export function durationMs({ span }: TraceParts, trace: Trace, { range }: TraceSelection): number {
  if (range !== null) return range.toMs - range.fromMs
  return span.isEmpty ? 0 : ticksToMs(trace, span.lastTicks - span.firstTicks)
}

type SampleParts = Pick<TraceOverview, 'samples' | 'threadCount' | 'selectedCount' | 'tracingCount' | 'self' | 'own'>

function sampleParts({ parts, trace, stacks }: OverviewContext, selection: TraceSelection): SampleParts {
  const { samples } = parts.sampled.prepare()
  const filter = selectionFilter(trace, { ...selection, classes: null })
  const threads = new Set<number>()
  for (let row = 0; row < samples.count; row++)
    if (passesFilter(samples, row, filter)) threads.add(samples.threadIndex[row]!)
  const calls = stacks.callTree(selection)
  const { functions } = calls.tree
  const rows = functionList(calls)
  const named = ({ functionIndex }: FunctionWeight, count: number): TraceOverviewFunction => ({
    ...namedFrame(functions.get(functionIndex)),
    count,
  })
  return {
    samples: classCounts(samples, filter),
    threadCount: threads.size,
    selectedCount: calls.total[0]!,
    tracingCount: tracingCount(calls),
    self: rows
      .filter(({ self }) => self > 0)
      .slice(0, shownRows)
      .map((row) => named(row, row.self)),
    own: firstOfEachName(
      rows
        .filter(({ functionIndex }) => calls.isOwn(functions.get(functionIndex)))
        .toSorted((a, b) => b.total - a.total),
      functions,
    )
      .slice(0, shownRows)
      .map((row) => named(row, row.total)),
  }
}

/** Code that writes events and counters: what the recording costs, as far as samples of managed code show it. */
const tracing = /^System\.Diagnostics\.Tracing\./

/** Each sample once: at the outermost frame of tracing on its path. */
function tracingCount({ tree, total }: CallTree): number {
  const isTracing: (boolean | undefined)[] = []
  const isInside = new Uint8Array(total.length)
  let count = 0
  // Parents have smaller numbers.
  for (let node = 1; node < total.length; node++) {
    isInside[node] = isInside[tree.parentOf(node)]!
    if (isInside[node] === 1 || total[node] === 0) continue
    const of = tree.functionOf(node)
    if (!(isTracing[of] ??= tracing.test(tree.functions.get(of).name))) continue
    isInside[node] = 1
    count += total[node]!
  }
  return count
}

/** An asynchronous method and its body have one name, and nearly the same samples. */
function firstOfEachName(
  rows: readonly FunctionWeight[],
  functions: { get(index: number): FunctionEntry },
): readonly FunctionWeight[] {
  const seen = new Set<string>()
  return rows.filter(({ functionIndex }) => {
    const { module, displayName } = functions.get(functionIndex)
    const key = `${module}!${displayName}`
    return !seen.has(key) && seen.add(key)
  })
}

function blocked(
  { parts, trace, frames }: OverviewContext,
  isIn: EventFilter,
  { ownCode }: TraceSelection,
): TraceOverview['blocked'] {
  const { contention, waits } = parts
  if (contention.count + waits.count === 0) return null
  const { rows, otherTicks } = blockedRows({ contention, waits }, frames.owners(ownCode), isIn)
  const ms = (ticks: number): number => ticksToMs(trace, ticks)
  return {
    waitMs: ms(rows.reduce((sum, { ticks }) => sum + ticks, 0)),
    otherMs: ms(otherTicks),
    rows: rows.slice(0, shownRows).map(({ functionIndex, ticks, longestTicks, count }) => ({
      ...namedFrame(frames.get(functionIndex)),
      waitMs: ms(ticks),
      longestMs: ms(longestTicks),
      count,
    })),
  }
}

function allocated({ allocations, allocationSamples }: TraceParts, isIn: EventFilter): TraceOverview['allocated'] {
  if (allocations.count + allocationSamples.count === 0) return null
  const hasTicks = allocations.count > 0
  const rows = allocatedTypeRows(allocations, allocationSamples, isIn).map(({ type, tickBytes, estimatedBytes }) => ({
    type,
    bytes: hasTicks ? tickBytes : Math.round(estimatedBytes),
  }))
  return {
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    rows: rows.slice(0, shownRows).map(({ type, bytes }) => ({ type, name: shortTypeName(type), bytes })),
    typeCount: rows.length,
  }
}

/** GCReason values of collections that somebody asked for. */
const inducedReasons = /induced/i

function collections(parts: TraceParts, trace: Trace, { range }: TraceSelection): TraceOverview['collections'] {
  const all = gcRows(parts, trace)
  if (all.length === 0) return null
  const rows = all.filter(({ startMs }) => range === null || (startMs >= range.fromMs && startMs < range.toMs))
  return {
    count: rows.length,
    inducedCount: rows.filter(({ reason }) => inducedReasons.test(reason)).length,
    pauseMs: pauseSum(rows),
    generations: [0, 1, 2].map((generation) => {
      const of = rows.filter((row) => row.generation === generation)
      const longestMs = of.reduce((longest, row) => Math.max(longest, row.pauseMs ?? 0), 0)
      return { generation, count: of.length, pauseMs: pauseSum(of), longestMs }
    }),
  }
}

function exceptions(parts: TraceParts, isIn: EventFilter): TraceOverview['exceptions'] {
  if (parts.exceptions.count === 0) return null
  const rows = exceptionTypes(parts.exceptions, isIn)
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    rows: rows.slice(0, shownRows).map(({ type, count }) => ({ type, count })),
  }
}

function logs({ logs: events }: TraceParts, isIn: EventFilter): TraceOverview['logs'] {
  if (events.count === 0) return null
  const [warning, error] = [logLevels.indexOf('Warning'), logLevels.indexOf('Error')]
  let warnings = 0
  let errors = 0
  for (let row = 0; row < events.count; row++) {
    const level = events.level.at(row)
    if (level < warning || !isIn(events.ticks.at(row), events.threadIndex.at(row))) continue
    if (level >= error) errors++
    else warnings++
  }
  return { warnings, errors }
}

function pauseSum(rows: readonly TraceGcRow[]): number {
  return rows.reduce((sum, row) => sum + (row.pauseMs ?? 0), 0)
}
