import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import { pinnedObjects } from '../../graph/heap-graph.ts'
import { totalOf } from '../heap-finding-facts.ts'
import { typeWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** Sockets and files pin some tens of buffers. */
const leastHandles = 500
const certainHandles = 5000

export const pinnedHandles: HeapRule = {
  id: 'pinned-handles',
  name: 'Pinned objects',
  title: 'Many objects are pinned',
  judge(facts) {
    // The runtime pins its own tables, and objects of the pinned heap never move anyway.
    const pinned = facts
      .heldBy('pinned-handle')
      .filter((node) => facts.nameOf(node) !== 'object[]' && facts.graph.generations?.[node] !== pinnedObjects)
    const types = facts.sumUp(pinned)
    const [most] = types
    if (most === undefined || pinned.length < leastHandles)
      return passed(countOf(pinned.length, 'pinned object', 'pinned objects'))
    const { bytes } = totalOf(types)
    return {
      kind: 'found',
      title: `${countOf(pinned.length, 'object', 'objects')} are pinned`,
      summary: `Pinned handles hold ${size(bytes)} in place, most of it ${most.name}; collections cannot close the gaps between them.`,
      confidence: pinned.length >= certainHandles ? 'high' : 'medium',
      evidence: facts.ofTypes(types, typeWords('pinned object', 'pinned objects')),
      heldBytes: bytes,
      nextStep: `Free the GCHandle when the native call is over, or allocate ${most.name} on the pinned object heap (GC.AllocateArray with pinned: true).`,
    }
  },
}
