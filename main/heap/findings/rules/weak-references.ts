import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import { totalOf } from '../heap-finding-facts.ts'
import { typeWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

const weakType = /^System\.WeakReference(?:<.*>)?$/
const leastReferences = 10_000

export const weakReferences: HeapRule = {
  id: 'weak-references',
  name: 'Weak caches',
  title: 'Weak references pile up',
  judge(facts) {
    const types = facts.types((name) => weakType.test(name))
    const { count, bytes } = totalOf(types)
    const [most] = types
    if (most === undefined || count < leastReferences)
      return passed(countOf(count, 'weak reference', 'weak references'))
    return {
      kind: 'found',
      title: `${countOf(count, 'weak reference', 'weak references')} are kept`,
      summary: `They take ${size(bytes)} and a GC handle each, whether their targets are still alive or not.`,
      confidence: 'low',
      evidence: facts.ofTypes(types, typeWords('object', 'objects')),
      contrary: ['This file does not tell which targets are dead: all of them may be in use.'],
      heldBytes: bytes,
      nextStep: `Look at what keeps ${most.name} alive, and remove entries whose target is gone.`,
    }
  },
}
