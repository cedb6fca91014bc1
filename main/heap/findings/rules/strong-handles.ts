import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** The runtime and its libraries have some hundreds. */
const leastHandles = 2000
const certainHandles = 20_000

export const strongHandles: HeapRule = {
  id: 'handle-leak',
  name: 'Strong GC handles',
  title: 'Many objects are held by GC handles',
  judge(facts) {
    const held = facts.heldBy('strong-handle')
    const types = facts.sumUp(held)
    const [most] = types
    if (most === undefined || held.length < leastHandles)
      return passed(`${countOf(held.length, 'object', 'objects')} held by handles`)
    const bytes = facts.retainedBy(held)
    return {
      kind: 'found',
      title: `${countOf(held.length, 'object', 'objects')} are held by GC handles`,
      summary: `Whoever allocates a GCHandle has to free it; most of these hold ${most.name}.`,
      confidence: held.length >= certainHandles ? 'high' : 'medium',
      evidence: facts.ofTypes(
        types,
        (one) => `${countOf(one.count, 'handle', 'handles')} to ${one.name}, ${size(one.bytes)}`,
      ),
      heldBytes: bytes,
      nextStep: `Find the GCHandle.Alloc calls for ${most.name}, often in interop code, and free each handle.`,
    }
  },
}
