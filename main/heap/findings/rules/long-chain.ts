import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { heldWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'
import { ownerAbove } from '../owners.ts'

const leastLength = 5000
const leastBytes = 2 ** 20

interface Chain {
  readonly top: number
  readonly length: number
}

/** The longest way down along objects of one type, each kept alive by the one before. */
function longestChain(facts: HeapFindingFacts): Chain | null {
  const { order, dominatorOf } = facts.tree
  const lengths = new Uint32Array(facts.graph.nodeCount)
  const tops = new Uint32Array(facts.graph.nodeCount)
  let longest: Chain | null = null
  for (const node of order) {
    if (facts.isPseudo(node)) continue
    const above = dominatorOf[node]!
    const continues = facts.groupOf(above) === facts.groupOf(node)
    const length = continues ? lengths[above]! + 1 : 1
    const top = continues ? tops[above]! : node
    lengths[node] = length
    tops[node] = top
    if (longest === null || length > longest.length) longest = { top, length }
  }
  return longest
}

export const longChain: HeapRule = {
  id: 'long-chain',
  name: 'Linked lists',
  title: 'A long chain of objects',
  judge(facts) {
    const chain = longestChain(facts)
    const length = chain?.length ?? 0
    const bytes = chain === null ? 0 : facts.retained[chain.top]!
    if (chain === null || length < leastLength || bytes < leastBytes)
      return passed(`at most ${countOf(length, 'object', 'objects')} in a row`)
    const name = facts.nameOf(chain.top)
    const root = facts.rootOf(chain.top)
    const above = facts.tree.dominatorOf[chain.top]!
    const owner = facts.isPseudo(above) ? root : heldWords(facts.nameOf(ownerAbove(facts, above)), root)
    return {
      kind: 'found',
      title: `${countOf(length, 'object', 'objects')} of ${name} in one chain`,
      summary: `Each keeps the next one alive, ${size(bytes)} in all, below ${owner}.`,
      confidence: 'medium',
      evidence: [
        facts.ofNode(
          chain.top,
          `${name}: the first of ${countOf(length, 'object', 'objects')} in a row, retains ${size(bytes)}`,
          length,
        ),
      ],
      contrary: ['A linked list of this length can be what the program needs.'],
      heldBytes: bytes,
      nextStep: `Find out who appends to this chain of ${name} and what cuts it off: capture again later and compare.`,
    }
  },
}
