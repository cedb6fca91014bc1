import { countOf } from '../../../../shared/base/count-of.ts'
import { typeWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** The collection of a capture queues whatever died since the last one: hundreds are normal. */
const leastObjects = 2000
const certainObjects = 50_000

export const finalizerBacklog: HeapRule = {
  id: 'finalizer-backlog',
  name: 'Objects waiting for their finalizer',
  title: 'Objects wait for their finalizer',
  judge(facts) {
    const waiting = facts.heldBy('finalizer-queue')
    const types = facts.sumUp(waiting)
    const bytes = facts.retainedBy(waiting)
    const [most] = types
    if (most === undefined || waiting.length < leastObjects)
      return passed(`${countOf(waiting.length, 'object', 'objects')} in the queue`)
    return {
      kind: 'found',
      title: `${countOf(waiting.length, 'object', 'objects')} wait for their finalizer`,
      summary: `They are dead but cannot be freed before the finalizer thread has run; most are ${most.name}.`,
      confidence: waiting.length >= certainObjects ? 'high' : 'medium',
      evidence: facts.ofTypes(types, typeWords('object', 'objects')),
      contrary: ['A capture forces a collection, which queues everything that died since the last one.'],
      heldBytes: bytes,
      nextStep: `Dispose ${most.name} instead of leaving it to its finalizer, and look on a dump whether the finalizer thread is blocked.`,
    }
  },
}
