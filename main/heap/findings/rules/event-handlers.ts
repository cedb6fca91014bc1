import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import { sizeOfNode } from '../../graph/heap-graph.ts'
import { NodeSet } from '../../graph/node-set.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { heldWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** Events of a busy page have tens; what subscribes for each request or item has thousands. */
const leastHandlers = 200
const certainHandlers = 1000
/** Of the entries of an invocation list that are delegates of the same type. */
const leastAlike = 0.9
/** A delegate: header, type, target, method, two pointers to code, invocation list and count. */
const delegateWords = 8
const mostRows = 5

interface Event {
  /** The combined delegate. */
  readonly node: number
  readonly publisher: number
  readonly handlers: Uint32Array
  readonly bytes: number
}

/**
 * A delegate with several targets refers to an `object[]` with one delegate of its own type for each. Types are not marked as delegates in every
 * file, but no other object looks like that.
 */
function invocationList(facts: HeapFindingFacts, list: number, owner: number): Uint32Array | null {
  const type = facts.groupOf(owner)
  const delegateBytes = delegateWords * facts.facts.pointerSize
  if (sizeOfNode(facts.graph, owner) !== delegateBytes) return null
  const entries = facts.targets(list)
  const handlers = entries.filter(
    (entry) => facts.groupOf(entry) === type && sizeOfNode(facts.graph, entry) === delegateBytes,
  )
  return handlers.length >= entries.length * leastAlike ? handlers : null
}

function events(facts: HeapFindingFacts): readonly Event[] {
  const lists = new Set(facts.types((name) => name === 'object[]').map(({ group }) => group))
  const found: Event[] = []
  const { starts, sources } = facts.referrers
  for (const list of facts.objectsOf(lists)) {
    if (facts.targets(list).length < leastHandlers) continue
    for (let at = starts[list]!; at < starts[list + 1]!; at++) {
      const node = sources[at]!
      if (facts.isPseudo(node) || !facts.isReached(node)) continue
      const handlers = invocationList(facts, list, node)
      if (handlers === null) continue
      found.push({ node, publisher: facts.paths.parentOf[node]!, handlers, bytes: facts.retained[node]! })
      break
    }
  }
  return found.toSorted((a, b) => b.handlers.length - a.handlers.length)
}

export const eventHandlers: HeapRule = {
  id: 'event-handlers',
  name: 'Events with many handlers',
  title: 'An event keeps its subscribers alive',
  judge(facts) {
    const found = events(facts).slice(0, mostRows)
    const [worst] = found
    if (worst === undefined) return passed(`no event with ${String(leastHandlers)} handlers`)
    const [target] = subscribers(facts, worst)
    const publisher = publisherName(facts, worst)
    return {
      kind: 'found',
      title: `${countOf(worst.handlers.length, 'handler', 'handlers')} are subscribed to one event of ${publisher}`,
      summary: `${target === undefined ? 'The subscribers' : `${countOf(target.count, 'object', 'objects')} of ${target.name}`} stay alive for as long as ${heldWords(publisher, facts.rootOf(worst.node))} does.`,
      confidence: worst.handlers.length >= certainHandlers ? 'high' : 'medium',
      evidence: found.map((event) => evidenceOf(facts, event)),
      heldBytes: worst.bytes,
      nextStep: `Unsubscribe (-=) when ${target?.name ?? 'a subscriber'} is done, or let ${publisher} hold its subscribers weakly.`,
    }
  },
}

/** What the handlers are methods of, by type. */
function subscribers(facts: HeapFindingFacts, { handlers }: Event) {
  const found = new NodeSet(facts.graph)
  for (const handler of handlers) for (const target of facts.targets(handler)) found.add(target)
  return facts.sumUp(found)
}

function publisherName(facts: HeapFindingFacts, { node, publisher }: Event): string {
  return facts.isPseudo(publisher) ? facts.rootOf(node) : facts.nameOf(publisher)
}

function evidenceOf(facts: HeapFindingFacts, event: Event) {
  const { node, handlers, bytes } = event
  const [target] = subscribers(facts, event)
  const text = `${facts.nameOf(node)} of ${publisherName(facts, event)}: ${countOf(handlers.length, 'handler', 'handlers')}, retains ${size(bytes)}`
  return {
    ...facts.ofNode(node, target === undefined ? text : `${text}, most of them of ${target.name}`, handlers.length),
    type: target?.name ?? facts.nameOf(node),
  }
}
