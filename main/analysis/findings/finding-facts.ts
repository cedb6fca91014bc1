import type { FindingEvidence, FindingLink } from '../../../shared/model/trace/trace-findings.ts'
import {
  type TraceRange,
  type TraceSelection,
  wholeTrace,
  type OwnCodeRules,
} from '../../../shared/model/trace/trace-selection.ts'
import type { TraceTableName } from '../../../shared/model/trace/trace-tables.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { eventFilter, type EventFilter } from '../reports/event-filter.ts'
import { type GcRow, gcTable } from '../reports/gc-table.ts'
import { ownCode } from '../stacks/frames/own-code.ts'
import { type SampleFilter, weigh } from '../stacks/prepared-samples.ts'
import { classIndex } from '../stacks/sample-class.ts'
import { ticksPerSample } from '../stacks/sample-pace.ts'
import { Frames } from '../tables/frames.ts'
import type { PayloadSource } from '../tables/payload-texts.ts'
import { selectionFilter } from '../stacks/selected-stacks.ts'
import { ticksToMs } from '../trace/sample-question.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { allBlocks, type BlockedCall, sampledBlocks, waitBlocks } from './blocked-calls.ts'
import { RequestRoutes } from './request-routes.ts'
import { StackRoles } from './stack-roles.ts'

/** Calls of the application that are followed upwards; recursion may be deep. */
const mostNestedCalls = 64
/** WaitHandleWaitSource of the event. */
const monitorWait = 1

/** What the rules look at, each part worked out once and only when a rule asks. */
export class FindingFacts {
  readonly parts: TraceParts
  readonly trace: Trace
  readonly #read: PayloadSource
  readonly #range: TraceRange | null
  readonly #filter: SampleFilter
  readonly #frames = once(() => new Frames(this.parts.sampled))
  readonly #rules: OwnCodeRules | undefined
  readonly #roles = once(() => new StackRoles(this.parts.sampled.prepare().tree, ownCode(this.#rules)))
  readonly #requests = once(() => new RequestRoutes(this.parts.activities.rows(), this.trace, this.#read))
  readonly #collections = once(() =>
    gcTable(this.parts.gcEvents.inOrder()).filter(({ startTicks }) => this.isAtTime(startTicks)),
  )
  readonly #waits = once(() => {
    const { waits } = this.parts
    return waitBlocks(this, waits, (row) => (waits.source.at(row) === monitorWait ? 'monitor' : 'handle'))
  })
  readonly #contentions = once(() => waitBlocks(this, this.parts.contention, () => 'lock'))
  readonly #sampled = once(() => sampledBlocks(this))
  readonly #blocked = once(() => allBlocks(this.waits, this.sampledWaits))
  readonly #weights = once(() => this.#weigh(this.#filter))
  readonly #running = once(() => this.#weigh({ ...this.#filter, classes: new Set([classIndex.running]) }))

  /** Of a selection, its time, its threads and its rules count; checks look at samples of every class. */
  constructor(parts: TraceParts, trace: Trace, read: PayloadSource, selection: TraceSelection = wholeTrace) {
    const { range, threads, ownCode: rules } = selection
    this.parts = parts
    this.trace = trace
    this.#read = read
    this.#range = range
    this.#rules = rules
    this.#filter = selectionFilter(trace, { ...wholeTrace, range, threads })
    this.isIn = eventFilter(this.#filter)
  }

  /** Whether an event counts, by its time and thread. */
  readonly isIn: EventFilter

  /** The same of what belongs to no thread. */
  readonly isAtTime = (ticks: number): boolean =>
    ticks >= (this.#filter.fromTicks ?? Number.NEGATIVE_INFINITY) &&
    ticks < (this.#filter.toTicks ?? Number.POSITIVE_INFINITY)

  get spanMs(): number {
    const { span } = this.parts
    const fromMs = Math.max(this.ms(span.firstTicks), this.#range?.fromMs ?? Number.NEGATIVE_INFINITY)
    const toMs = Math.min(this.ms(span.lastTicks), this.#range?.toMs ?? Number.POSITIVE_INFINITY)
    return Math.max(0, toMs - fromMs)
  }

  get roles(): StackRoles {
    return this.#roles()
  }

  get requests(): RequestRoutes {
    return this.#requests()
  }

  get collections(): readonly GcRow[] {
    return this.#collections()
  }

  /** Blocking waits by events (.NET 9 and newer), by caller. */
  get waits(): readonly BlockedCall[] {
    return this.#waits()
  }

  get contentions(): readonly BlockedCall[] {
    return this.#contentions()
  }

  /** The same by samples, for every runtime. */
  get sampledWaits(): readonly BlockedCall[] {
    return this.#sampled()
  }

  /** By whichever of the two knows more of a call. */
  get blocked(): readonly BlockedCall[] {
    return this.#blocked()
  }

  /** Samples at the leaf of each node of the function tree. */
  get weights(): Float64Array {
    return this.#weights()
  }

  /** The same of the samples that ran. */
  get runningWeights(): Float64Array {
    return this.#running()
  }

  get hasSamples(): boolean {
    return this.parts.sampled.samples.count > 0
  }

  /** What one sample of a thread stands for. */
  readonly sampleMs = once(() => {
    const pace = ticksPerSample(this.parts.sampled.prepare().samples)
    return pace === null ? 1 : this.ms(pace)
  })

  readonly ms = (ticks: number): number => ticksToMs(this.trace, ticks)

  /** Node of the function tree at the leaf of an event's stack; 0 without one. */
  nodeOf(stackIndex: number, ticks: number): number {
    const { sampled } = this.parts
    return this.roles.tree.nodeAt(sampled.stacks.nodeOf(stackIndex), ticks)
  }

  waiterOf(stackIndex: number, ticks: number): number {
    return this.#frames().waiterOf(stackIndex, ticks)
  }

  /** As the table of exceptions names who threw; -1: none. */
  throwerOf(stackIndex: number, ticks: number): number {
    return this.#frames().throwerOf(stackIndex, ticks)
  }

  /** What finds a call in the table that has it: those of waits name the code that waits, which the application may only have called. */
  searchOf({ caller, longestMs, waiter }: BlockedCall): string {
    if (longestMs === null) return this.methodName(caller)
    return waiter === null ? '' : this.methodName(waiter)
  }

  /** Number of the innermost function of the application; -1 when there is none. */
  applicationFunction(node: number): number {
    const of = this.roles.applicationNode(node)
    return of === 0 ? -1 : this.roles.tree.functionOf(of)
  }

  /** Number of the function of the application that the others were called by; what only resumed them is no caller. */
  outermostApplicationFunction(node: number): number {
    const { roles } = this
    let found = roles.applicationNode(node)
    for (let level = 0; level < mostNestedCalls; level++) {
      const above = roles.callerNode(found)
      if (above === 0) break
      found = above
    }
    return found === 0 ? -1 : roles.tree.functionOf(found)
  }

  /** As its author wrote it where the name allows. */
  methodName(functionIndex: number): string {
    if (functionIndex < 0) return ''
    return this.roles.tree.functions.get(functionIndex).displayName
  }

  counter(name: string): { readonly values: Float64Array; readonly most: number } | null {
    const found = this.parts.counterEvents.series.find(
      (series) => series.provider === 'System.Runtime' && series.name === name,
    )
    if (found === undefined) return null
    const values = found.values.values.filter((_, index) => this.isAtTime(found.ticks.at(index)))
    return { values, most: values.reduce((most, value) => Math.max(most, value), 0) }
  }

  #weigh(filter: SampleFilter): Float64Array {
    const { samples, tree } = this.parts.sampled.prepare()
    return weigh(samples, filter, tree.count)
  }
}

/** An observation with its rows. */
export function evidence(
  table: TraceTableName,
  search: string,
  parts: Omit<FindingEvidence, 'link' | 'method' | 'awaited' | 'type' | 'route'> & {
    readonly method?: string
    readonly awaited?: string | null
    readonly type?: string
    readonly route?: string | null
  },
): FindingEvidence {
  const { text, count, method, awaited, type, route } = parts
  const link: FindingLink = { table, search, range: null }
  return {
    text,
    count,
    ...(method ? { method } : {}),
    ...(awaited ? { awaited } : {}),
    ...(type ? { type } : {}),
    ...(route ? { route } : {}),
    link,
  }
}

function once<Value>(make: () => Value): () => Value {
  let known: { readonly value: Value } | null = null
  return () => (known ??= { value: make() }).value
}
