import {
  type TraceWaterfall,
  type WaterfallKind,
  waterfallKinds,
  type WaterfallLane,
  type WaterfallRequest,
  type WaterfallRule,
  type WaterfallSpan,
} from '../../../shared/model/trace/trace-waterfall.ts'
import type { OwnCodeRules } from '../../../shared/model/trace/trace-selection.ts'
import { maskSecrets } from '../../../shared/base/text-secrets.ts'
import { enumText } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { Frames, type OwnerOf } from '../tables/frames.ts'
import { firstRowAt } from '../timeline/sample-index.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import type { Part, PartLayer } from './lane-parts.ts'
import { mergeShort } from './merge-short.ts'
import { endOf, PartsFinder, type RequestParts } from './request-parts.ts'
import { labelOf, type RequestRow, type Requests, routeOf } from './request-rows.ts'

const mostSpans = 300
const mostLanes = 24
const mostChildren = 100
const mostDepth = 8

const assumed: ReadonlySet<WaterfallRule> = new Set(['same-thread', 'until-idle', 'since-idle'])

interface RequestsSource {
  readonly parts: TraceParts
  readonly trace: Trace
  readonly requests: Requests
  readonly finder: PartsFinder
  readonly frames: Frames
}

interface WaterfallSource extends RequestsSource {
  readonly ownerOf: OwnerOf
}

/** Answers about the requests of one trace. */
export class Waterfalls {
  readonly requests: Requests
  readonly #source: RequestsSource

  constructor(parts: TraceParts, requests: Requests, trace: Trace) {
    this.requests = requests
    const frames = new Frames(parts.sampled)
    this.#source = { parts, trace, requests, finder: new PartsFinder(parts, requests, trace), frames }
  }

  /** Of the request at a row; null: there is no such row. */
  of(row: number, rules?: OwnCodeRules): TraceWaterfall | null {
    const ownerOf = this.#source.frames.owners(rules)
    return waterfallOf({ ...this.#source, ownerOf }, row)
  }
}

function waterfallOf(source: WaterfallSource, row: number): TraceWaterfall | null {
  const { parts, trace, requests, finder } = source
  if (requests.rows[row] === undefined) return null
  const found = finder.find(row)
  const children = descendantsOf(source, row)
  const lanes = [...found.lanes].map(([thread, lane]) => laneOf(source, thread, lane))
  return {
    request: requestOf(source, row, 0),
    spans: spansOf(source, found.parts),
    lanes: lanes.slice(0, mostLanes),
    children: children.slice(0, mostChildren).map(({ child, depth }) => requestOf(source, child, depth)),
    ...sumsOf(found, trace),
    omittedChildCount: Math.max(0, children.length - mostChildren),
    omittedLaneCount: Math.max(0, lanes.length - mostLanes),
    hasSamples: parts.sampled.samples.count > 0,
    hasActivityIds: requests.activities[requests.rows[row].activity]!.activityIndex !== 0,
    hasTaskEvents: parts.workSigns.awaitCount > 0,
  }
}

function sumsOf({ parts }: RequestParts, trace: Trace): Pick<TraceWaterfall, 'sums' | 'assumedMs'> {
  const sums = Object.fromEntries(waterfallKinds.map((kind) => [kind, 0])) as Record<WaterfallKind, number>
  let assumedMs = 0
  for (const { layer, fromTicks, toTicks } of parts) {
    const ms = ticksToMs(trace, toTicks - fromTicks)
    sums[layer.kind] += ms
    if (assumed.has(layer.rule) && layer.kind !== 'unknown') assumedMs += ms
  }
  return { sums, assumedMs }
}

function laneOf(source: WaterfallSource, thread: number, lane: readonly Part[]): WaterfallLane {
  const { id, name } = source.trace.threads[thread]!
  return { thread: id, name, spans: spansOf(source, lane) }
}

function spansOf(source: WaterfallSource, parts: readonly Part[]): readonly WaterfallSpan[] {
  const spans: WaterfallSpan[] = []
  for (const part of parts) {
    const span = spanOf(source, part)
    const last = spans.at(-1)
    if (last === undefined || !isSame(last, span)) spans.push(span)
    else spans[spans.length - 1] = joined(last, span)
  }
  return mergeShort(spans, mostSpans)
}

/** A person sees no difference but how it is known. */
function isSame(one: WaterfallSpan, other: WaterfallSpan): boolean {
  return (
    one.toMs === other.fromMs &&
    one.kind === other.kind &&
    one.thread === other.thread &&
    one.detail === other.detail &&
    one.child === other.child
  )
}

/** Known no better than the part of it that is known least. */
function joined(one: WaterfallSpan, other: WaterfallSpan): WaterfallSpan {
  const rule = assumed.has(one.rule) ? one.rule : other.rule
  return { ...one, rule, toMs: other.toMs, sampleCount: one.sampleCount + other.sampleCount }
}

function spanOf(source: WaterfallSource, { layer, fromTicks, toTicks }: Part): WaterfallSpan {
  const { trace, finder } = source
  const { kind, rule, threadIndex, of } = layer
  const samples = (ticks: number): number => firstRowAt(finder.samples, threadIndex, ticks)
  return {
    kind,
    rule,
    fromMs: ticksToMs(trace, fromTicks),
    toMs: ticksToMs(trace, toTicks),
    thread: threadIndex < 0 ? null : trace.threads[threadIndex]!.id,
    detail: detailOf(source, layer, fromTicks),
    child: rule === 'child' ? of : null,
    sampleCount: threadIndex < 0 ? 0 : samples(toTicks) - samples(fromTicks),
    mergedCount: 1,
  }
}

function detailOf({ parts, frames, ownerOf, requests }: WaterfallSource, layer: PartLayer, ticks: number): string {
  const { kind, rule, of } = layer
  if (of < 0) return ''
  if (rule === 'child') return nameOfRequest(requests.rows[of]!)
  const nameOf = (stackIndex: number): string => {
    const owner = ownerOf(stackIndex, ticks)
    return frames.get(owner < 0 ? frames.waiterOf(stackIndex, ticks) : owner).displayName
  }
  if (rule === 'await') return nameOf(of)
  if (kind === 'lock') return nameOf(parts.contention.stackIndex.at(of))
  return nameOf(parts.waits.stackIndex.at(of)) || enumText('WaitHandleWaitSource', parts.waits.source.at(of))
}

function nameOfRequest(request: RequestRow): string {
  return maskSecrets(labelOf(request) ?? request.name)
}

interface Descendant {
  readonly child: number
  readonly depth: number
}

/** What was sent for the request, and for that in turn, in the order of their starts under each. */
function descendantsOf(source: WaterfallSource, row: number): readonly Descendant[] {
  const found: Descendant[] = []
  const open = source.finder.runs.childrenOf(row).map((child) => ({ child, depth: 1 }))
  open.reverse()
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { child, depth } = next
    found.push(next)
    if (depth >= mostDepth) continue
    const below = source.finder.runs.childrenOf(child).map((at) => ({ child: at, depth: depth + 1 }))
    for (const one of below.reverse()) open.push(one)
  }
  return found
}

function requestOf({ parts, trace, requests }: WaterfallSource, row: number, depth: number): WaterfallRequest {
  const request = requests.rows[row]!
  return {
    row,
    kind: request.kind,
    label: nameOfRequest(request),
    route: maskSecrets(routeOf(request)),
    status: request.status,
    isFailed: request.isFailed,
    startMs: ticksToMs(trace, request.startTicks),
    endMs: ticksToMs(trace, endOf(request, parts.span.lastTicks)),
    hasEnded: request.durationTicks !== null,
    depth,
  }
}
