import type { EventFilter } from '../reports/event-filter.ts'
import type { WaitColumns } from '../reports/wait-columns.ts'
import { type SampleRuleId, sampleRules } from '../../../shared/model/sample-rules.ts'
import type { SampledStacks } from '../stacks/sampled-stacks.ts'
import type { RequestRoutes } from './request-routes.ts'
import type { BlockingKind, StackRoles } from './stack-roles.ts'

/** Calls of one method that kept its thread waiting in one way. */
export interface BlockedCall {
  /** The innermost method of the application above the wait. */
  readonly caller: number
  readonly kind: BlockingKind
  /** The caller is the body of an asynchronous method, or is called by one of the application. */
  readonly isUnderAsync: boolean
  /** On a thread of the pool. */
  readonly isOnPool: boolean
  /** Waits; samples where there are no events. */
  readonly count: number
  readonly ms: number
  /** Null by samples, which know no single wait. */
  readonly longestMs: number | null
  readonly threadCount: number
  readonly route: string | null
  /** Who waits by the tables of waits, whichever code it is of: null by samples, or where several do. */
  readonly waiter: number | null
}

type CallPlace = Pick<BlockedCall, 'caller' | 'kind' | 'isOnPool' | 'isUnderAsync'>

interface Building {
  readonly caller: number
  readonly kind: BlockingKind
  readonly isUnderAsync: boolean
  readonly isOnPool: boolean
  count: number
  ms: number
  longestMs: number
  readonly threads: Set<number>
  readonly routes: Map<string, number>
  readonly waiters: Set<number>
}

/** What is needed of a recording to know who waits. */
export interface StackFacts {
  readonly parts: { readonly sampled: SampledStacks }
  readonly roles: StackRoles
  readonly requests: RequestRoutes
  readonly isIn: EventFilter
  /** What one sample stands for. */
  sampleMs(): number
  ms(ticks: number): number
  /** Of the function tree, at the leaf of a stack. */
  nodeOf(stackIndex: number, ticks: number): number
  /** -1: none. */
  applicationFunction(node: number): number
  /** As the tables of waits name it; -1: none. */
  waiterOf(stackIndex: number, ticks: number): number
}

class BlockedCalls {
  readonly #facts: StackFacts
  readonly #byKey = new Map<string, Building>()

  constructor(facts: StackFacts) {
    this.#facts = facts
  }

  /**
   * Null where no method of the application waits.
   *
   * @param otherwise how it waits where no frame says so: optimized code has none of a method that it inlined
   */
  at(node: number, otherwise: BlockingKind): Building | null {
    const { roles } = this.#facts
    const named = roles.blockingOf(node)
    const kind = named === 'none' ? otherwise : named
    const caller = this.#facts.applicationFunction(node)
    if (kind === 'none' || caller < 0) return null
    const isOnPool = roles.isOnPool(node)
    const isUnderAsync = roles.asyncNode(node) !== 0
    const key = keyOf({ caller, kind, isOnPool, isUnderAsync })
    const known = this.#byKey.get(key)
    if (known !== undefined) return known
    const made: Building = {
      caller,
      kind,
      isOnPool,
      isUnderAsync,
      count: 0,
      ms: 0,
      longestMs: 0,
      threads: new Set(),
      routes: new Map(),
      waiters: new Set(),
    }
    this.#byKey.set(key, made)
    return made
  }

  /** The longest time first. */
  rows(isExact: boolean): readonly BlockedCall[] {
    return [...this.#byKey.values()]
      .map(({ threads, routes, waiters, longestMs, ...call }) => ({
        ...call,
        longestMs: isExact ? longestMs : null,
        threadCount: threads.size,
        route: mostFrequent(routes),
        waiter: waiters.size === 1 ? [...waiters][0]! : null,
      }))
      .toSorted((a, b) => b.ms - a.ms)
  }
}

function keyOf({ caller, kind, isOnPool, isUnderAsync }: CallPlace): string {
  return `${caller}/${kind}/${isOnPool}/${isUnderAsync}`
}

/** @param kindAt how the event of a row says that its thread waits */
export function waitBlocks(
  facts: StackFacts,
  waits: WaitColumns,
  kindAt: (row: number) => BlockingKind,
): readonly BlockedCall[] {
  const calls = new BlockedCalls(facts)
  for (let row = 0; row < waits.count; row++) {
    if (!facts.isIn(waits.startTicks.at(row), waits.threadIndex.at(row))) continue
    const call = calls.at(facts.nodeOf(waits.stackIndex.at(row), waits.startTicks.at(row)), kindAt(row))
    if (call === null) continue
    const ms = facts.ms(waits.durationTicks.at(row))
    call.count++
    call.ms += ms
    call.longestMs = Math.max(call.longestMs, ms)
    call.threads.add(waits.threadIndex.at(row))
    call.waiters.add(facts.waiterOf(waits.stackIndex.at(row), waits.startTicks.at(row)))
    const route = facts.requests.routeOf(waits.activityIndex.at(row), waits.startTicks.at(row))
    if (route !== null) call.routes.set(route, (call.routes.get(route) ?? 0) + 1)
  }
  return calls.rows(true)
}

/** How a sample of such a rule waits; those of threads without work are no calls that block. */
const kindOfRule: Partial<Readonly<Record<SampleRuleId, BlockingKind>>> = {
  sleep: 'sleep',
  'thread-join': 'join',
  'monitor-wait': 'monitor',
  'lock-enter': 'lock',
  'wait-handle': 'handle',
  semaphore: 'semaphore',
  'native-wait': 'handle',
}
const kindByRule = sampleRules.map(({ id }): BlockingKind => kindOfRule[id] ?? 'none')

export function sampledBlocks(facts: StackFacts): readonly BlockedCall[] {
  const { samples } = facts.parts.sampled.prepare()
  const calls = new BlockedCalls(facts)
  const callsOfKind = new Map<BlockingKind, Map<number, Building | null>>()
  const sampleMs = facts.sampleMs()
  for (let row = 0; row < samples.count; row++) {
    if (!facts.isIn(samples.ticks[row]!, samples.threadIndex[row]!)) continue
    const node = samples.node[row]!
    const otherwise = kindByRule[samples.rule[row]!]!
    let callOfNode = callsOfKind.get(otherwise)
    if (callOfNode === undefined) callsOfKind.set(otherwise, (callOfNode = new Map()))
    let call = callOfNode.get(node)
    if (call === undefined) callOfNode.set(node, (call = calls.at(node, otherwise)))
    if (call === null) continue
    call.count++
    call.ms += sampleMs
    call.threads.add(samples.threadIndex[row]!)
  }
  return calls.rows(false)
}

/**
 * By events and by samples together: events miss sleeping and what was under way when the recording began or ended, samples what no frame
 * names. Of calls that both know, those that know of more time count.
 */
export function allBlocks(byEvents: readonly BlockedCall[], bySamples: readonly BlockedCall[]): readonly BlockedCall[] {
  const found = new Map(byEvents.map((call) => [keyOf(call), call]))
  for (const call of bySamples) {
    const known = found.get(keyOf(call))
    if (known === undefined || known.ms < call.ms) found.set(keyOf(call), call)
  }
  return [...found.values()].toSorted((a, b) => b.ms - a.ms)
}

export function mostFrequent(counts: ReadonlyMap<string, number>): string | null {
  let best: string | null = null
  let most = 0
  for (const [key, count] of counts)
    if (count > most) {
      best = key
      most = count
    }
  return best
}
