import { countOf } from '../../../../shared/base/count-of.ts'
import { NodeSet } from '../../graph/node-set.ts'
import type { HeapFindingFacts, TypeSum } from '../heap-finding-facts.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** One for each callback that waits for a token. */
const registrationType = 'System.Threading.CancellationTokenSource.CallbackNode'
const ofTokens = /^System\.Threading\.(?:CancellationTokenSource|ExecutionContext|SynchronizationContext)/
const leastRegistrations = 2000
const certainRegistrations = 20_000

function registered(facts: HeapFindingFacts, nodes: TypeSum): readonly TypeSum[] {
  const found = new NodeSet(facts.graph)
  for (const node of facts.objectsOf(new Set([nodes.group])))
    for (const target of facts.targets(node)) if (!ofTokens.test(facts.nameOf(target))) found.add(target)
  return facts.sumUp(found)
}

export const cancellation: HeapRule = {
  id: 'cancellation-registrations',
  name: 'Callbacks of cancellation tokens',
  title: 'Callbacks pile up at cancellation tokens',
  judge(facts) {
    const [nodes] = facts.types((name) => name === registrationType)
    const count = nodes?.count ?? 0
    if (nodes === undefined || count < leastRegistrations) return passed(countOf(count, 'callback', 'callbacks'))
    const of = registered(facts, nodes)
    return {
      kind: 'found',
      title: `${countOf(count, 'callback', 'callbacks')} wait for cancellation`,
      summary: `A registration that is not disposed stays with its token, and keeps what it calls alive.`,
      confidence: count >= certainRegistrations ? 'high' : 'medium',
      evidence: [
        facts.ofType(nodes, countOf(count, 'registered callback', 'registered callbacks')),
        ...facts.ofTypes(
          of,
          (one) => `${countOf(one.count, 'object', 'objects')} of ${one.name}, registered with tokens`,
        ),
      ],
      contrary: ['Registrations that were disposed are kept for reuse: some of these may be free.'],
      heldBytes: nodes.bytes,
      nextStep: 'Dispose what Register returns, and linked token sources, when the operation is over.',
    }
  },
}
