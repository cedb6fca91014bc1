import { countOf } from '../../../../shared/base/count-of.ts'
import { percent, size } from '../../../analysis/findings/words.ts'
import { type HeapFindingFacts, totalOf } from '../heap-finding-facts.ts'
import { typeWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

const leastShare = 0.3
const largeShare = 0.6
const leastBytes = 8 * 2 ** 20

function* deadObjects(facts: HeapFindingFacts): Generator<number> {
  for (let node = 0; node < facts.graph.nodeCount; node++)
    if (!facts.isReached(node) && !facts.isPseudo(node)) yield node
}

export const garbage: HeapRule = {
  id: 'uncollected-garbage',
  name: 'Objects that no root reaches',
  title: 'Much of the heap is garbage',
  judge(facts) {
    const types = facts.sumUp(deadObjects(facts)).toSorted((a, b) => b.bytes - a.bytes)
    const { count, bytes } = totalOf(types)
    const share = bytes / Math.max(1, bytes + facts.reachedBytes)
    const measured = `${size(bytes)}, ${percent(share)} of all objects`
    if (share < leastShare || bytes < leastBytes) return passed(measured)
    return {
      kind: 'found',
      title: `${percent(share)} of the heap is garbage`,
      summary: `No root reaches ${countOf(count, 'object', 'objects')} of ${size(bytes)}: nothing leaks them, they are not collected yet.`,
      confidence: share >= largeShare ? 'medium' : 'low',
      evidence: facts.ofTypes(types, typeWords('object', 'objects'), 'objects'),
      contrary: ['Between two collections every heap has garbage.'],
      heldBytes: bytes,
      nextStep: 'Look at how often generation 2 is collected, and record allocations to see who makes them.',
    }
  },
}
