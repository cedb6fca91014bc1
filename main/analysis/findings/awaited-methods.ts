import { partitionPoint } from '../../../shared/base/partition-point.ts'
import type { FunctionTree } from '../stacks/trees/function-tree.ts'
import { work } from '../../nettrace/work-steps.ts'
import { mostFrequent, type StackFacts } from './blocked-calls.ts'
import type { IsOwnCode } from '../stacks/frames/own-code.ts'
import { asyncMethodOf, nameWithoutArguments } from '../names/async-names.ts'
import type { StackRoles } from './stack-roles.ts'
import type { WaitColumns } from '../reports/wait-columns.ts'

/** A thread that is woken runs on within this time, unless every processor is taken. */
const wakeMs = 3

/** Between a call of an asynchronous method and its body: the method itself, and what starts its state machine. */
const starter = /^System\.Runtime\.CompilerServices\.Async\w*MethodBuilder\w*(?:`1)?(?:\[.*\])?\.Start(?:$|\[|<)/
const mostStarters = 4

/**
 * Asynchronous methods by the function that calls them, as the stacks of any event show it: a wait knows who waits, but its own
 * stack does not hold what it waits for. By function number, the names in the order of the tree.
 */
export function asyncCallees({
  tree,
  isOwn,
}: Pick<StackRoles, 'tree' | 'isOwn'>): ReadonlyMap<number, ReadonlySet<string>> {
  const found = new Map<number, Set<string>>()
  const methodOf: (string | null | undefined)[] = []
  tree.mapRest()
  work.steps += tree.count
  for (let node = 1; node < tree.count; node++) {
    const of = tree.functionOf(node)
    let method = methodOf[of]
    if (method === undefined) methodOf[of] = method = asyncMethodOf(tree.functions.get(of).name)
    if (method === null) continue
    const caller = callerOf(tree, node, method, isOwn)
    if (caller <= 0) continue
    const known = found.get(caller) ?? new Set()
    found.set(caller, known)
    known.add(tree.functions.get(of).displayName)
  }
  return found
}

/** Function that called the method whose body is at the node; 0 for a body that was resumed, by the framework and not by its caller. */
function callerOf(tree: FunctionTree, node: number, method: string, isOwn: IsOwnCode): number {
  let at = tree.parentOf(node)
  // Optimised code calls the body straight from the caller.
  let isStart = isOwn(tree.functions.get(tree.functionOf(at)))
  for (let level = 0; level < mostStarters && at !== 0; level++) {
    const name = nameWithoutArguments(tree.functions.get(tree.functionOf(at)).name)
    if (starter.test(name)) isStart = true
    else if (name !== method && !name.startsWith(`${method}[`)) break
    at = tree.parentOf(at)
  }
  return isStart ? tree.functionOf(at) : 0
}

interface WaitEnd {
  readonly ticks: number
  readonly caller: number
}

/**
 * What a blocked call waits for, by caller: the asynchronous methods that were seen below it, otherwise those that were seen waking a
 * thread just when a wait of the caller ended. Null where several come into question alike.
 */
export function awaitedBy(facts: StackFacts, waits: WaitColumns): (caller: number) => string | null {
  const callees = asyncCallees(facts.roles)
  const wakers = wakersOf(facts, waits)
  return (caller) => {
    const methods = callees.get(caller)
    if (methods?.size === 1) return [...methods][0]!
    return mostFrequent(wakers.get(caller) ?? new Map<string, number>())
  }
}

function wakersOf(facts: StackFacts, waits: WaitColumns): ReadonlyMap<number, ReadonlyMap<string, number>> {
  const ends = taskWaitEnds(facts, waits)
  const found = new Map<number, Map<string, number>>()
  const { samples, tree } = facts.parts.sampled.prepare()
  for (let row = 0; row < samples.count; row++) {
    const node = samples.node[row]!
    const body = facts.roles.isWake(node) ? facts.roles.asyncNode(node) : 0
    const method = body === 0 ? null : tree.functions.get(tree.functionOf(body)).displayName
    const caller = method === null ? -1 : callerWokenAt(facts, ends, samples.ticks[row]!)
    if (method === null || caller < 0) continue
    const votes = found.get(caller) ?? new Map<string, number>()
    found.set(caller, votes)
    votes.set(method, (votes.get(method) ?? 0) + 1)
  }
  return found
}

function taskWaitEnds(facts: StackFacts, waits: WaitColumns): readonly WaitEnd[] {
  const ends: WaitEnd[] = []
  for (let row = 0; row < waits.count; row++) {
    const startTicks = waits.startTicks.at(row)
    const node = facts.nodeOf(waits.stackIndex.at(row), startTicks)
    if (facts.roles.blockingOf(node) !== 'task') continue
    const caller = facts.applicationFunction(node)
    if (caller >= 0) ends.push({ ticks: startTicks + waits.durationTicks.at(row), caller })
  }
  return ends.toSorted((a, b) => a.ticks - b.ticks)
}

/** Caller of the waits that ended within the time of a wake; -1 when there is none, or more than one. */
function callerWokenAt(facts: StackFacts, ends: readonly WaitEnd[], ticks: number): number {
  const first = partitionPoint(0, ends.length, (at) => ends[at]!.ticks < ticks)
  let caller = -1
  for (let at = first; at < ends.length && facts.ms(ends[at]!.ticks - ticks) <= wakeMs; at++) {
    work.steps++
    if (caller >= 0 && ends[at]!.caller !== caller) return -1
    caller = ends[at]!.caller
  }
  return caller
}
