import { countOf } from '../../../../shared/base/count-of.ts'
import { percent, size } from '../../../analysis/findings/words.ts'
import { largeObjects, sizeOfNode } from '../../graph/heap-graph.ts'
import { type HeapFindingFacts, totalOf } from '../heap-finding-facts.ts'
import { typeWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** Where the runtime puts an object on the large object heap, unless it is told otherwise. */
const largeBytes = 85_000
const leastShare = 0.3
const largeShare = 0.6
const leastBytes = 8 * 2 ** 20

/** By generation where it is known, otherwise by size. */
function largeOnes(facts: HeapFindingFacts): readonly number[] {
  const { generations } = facts.graph
  const found: number[] = []
  for (const node of facts.tree.order) {
    if (facts.isPseudo(node)) continue
    if (generations?.[node] === largeObjects || sizeOfNode(facts.graph, node) >= largeBytes) found.push(node)
  }
  return found
}

export const largeObjectShare: HeapRule = {
  id: 'large-objects',
  name: 'Large object heap',
  title: 'Much of the heap are large objects',
  judge(facts) {
    const nodes = largeOnes(facts)
    const types = facts.sumUp(nodes).toSorted((a, b) => b.bytes - a.bytes)
    const { bytes } = totalOf(types)
    const share = facts.shareOf(bytes)
    const [most] = types
    if (most === undefined || share < leastShare || bytes < leastBytes)
      return passed(`${countOf(nodes.length, 'large object', 'large objects')}, ${percent(share)} of the heap`)
    return {
      kind: 'found',
      title: `${percent(share)} of the heap are large objects`,
      summary: `${countOf(nodes.length, 'object', 'objects')} from ${countOf(largeBytes, 'byte', 'bytes')} on take ${size(bytes)}, most of it ${most.name}. Only full collections free them, and the heap they are on is not compacted by itself.`,
      confidence: share >= largeShare ? 'medium' : 'low',
      evidence: facts.ofTypes(types, typeWords('large object', 'large objects')),
      contrary: ['Large buffers that are kept and reused cost nothing but their memory.'],
      heldBytes: bytes,
      nextStep: `Find out whether ${most.name} has to be that large: pool it (ArrayPool<T>), split it, or stream it.`,
    }
  },
}
