import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import { unknownGeneration, sizeOfNode } from '../../graph/heap-graph.ts'
import { type HeapFindingFacts, totalOf } from '../heap-finding-facts.ts'
import { type HeapRule, needs, passed } from '../heap-rule.ts'

/** Made for one call or one request, and dead after it. */
const shortLived =
  /(?:^System\.Threading\.Tasks\.Task(?:<|$)|AsyncStateMachineBox<|\.?<>c__DisplayClass|^System\.Threading\.CancellationTokenSource$|^System\.Net\.Http\.Http(?:Request|Response)Message$|^Microsoft\.AspNetCore\.Http\.DefaultHttpContext$|^System\.IO\.MemoryStream$|^System\.Text\.StringBuilder$|^System\.Exception$)/
const oldGeneration = 2
const leastObjects = 5000
const certainObjects = 50_000

interface Old {
  readonly group: number
  readonly name: string
  count: number
  bytes: number
  retainedBytes: number
}

function isKnown(facts: HeapFindingFacts, generations: Uint8Array, node: number): boolean {
  return generations[node] !== unknownGeneration && !facts.isPseudo(node)
}

function oldObjects(facts: HeapFindingFacts, generations: Uint8Array): readonly Old[] {
  const sums = new Map<number, Old>()
  const groups = new Set(facts.types((name) => shortLived.test(name)).map(({ group }) => group))
  for (const node of facts.objectsOf(groups)) {
    if (generations[node] !== oldGeneration) continue
    const group = facts.groupOf(node)
    const sum = sums.get(group) ?? { group, name: facts.groups.names[group]!, count: 0, bytes: 0, retainedBytes: 0 }
    sums.set(group, sum)
    sum.count++
    sum.bytes += sizeOfNode(facts.graph, node)
    sum.retainedBytes += facts.retained[node]!
  }
  return [...sums.values()].toSorted((a, b) => b.count - a.count)
}

export const longLivedTemporaries: HeapRule = {
  id: 'long-lived-temporaries',
  name: 'Short-lived types in generation 2',
  title: 'Objects made for one call have become old',
  judge(facts) {
    const { generations } = facts.graph
    if (generations === null || !facts.tree.order.some((node) => isKnown(facts, generations, node)))
      return needs('the generation of each object', 'heap-graph')
    const all = oldObjects(facts, generations)
    const { count } = totalOf(all)
    const [most] = all
    if (most === undefined || most.count < leastObjects)
      return passed(`${countOf(count, 'object', 'objects')} in generation 2`)
    return {
      kind: 'found',
      title: `${countOf(most.count, 'object', 'objects')} of ${most.name} are in generation 2`,
      summary: `They are usually dead after one call; these have survived several collections, and only a full one can free them.`,
      confidence: most.count >= certainObjects ? 'medium' : 'low',
      evidence: facts.ofTypes(
        all,
        (one) => `${countOf(one.count, 'object', 'objects')} of ${one.name} in generation 2, ${size(one.bytes)}`,
      ),
      contrary: ['Calls that wait for long, and caches of tasks, keep such objects on purpose.'],
      heldBytes: most.retainedBytes,
      nextStep: `Look at what keeps ${most.name} alive: a list of pending calls, an event or a cache that is never cleared.`,
    }
  },
}
