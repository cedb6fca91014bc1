import { countOf } from '../../../../shared/base/count-of.ts'
import { percent } from '../../../analysis/findings/words.ts'
import { totalOf } from '../heap-finding-facts.ts'
import { typeWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** Values that are only objects of their own when they are boxed. */
const values =
  /^(?:bool|byte|sbyte|char|short|ushort|int|uint|long|ulong|nint|nuint|float|double|decimal|System\.(?:DateTime|DateTimeOffset|TimeSpan|Guid|DateOnly|TimeOnly|Int128|UInt128|Half)|System\.Collections\.Generic\.KeyValuePair<.*>|System\.ValueTuple<.*>)$/
const leastObjects = 50_000
const leastShare = 0.02
const largeShare = 0.1

export const boxedValues: HeapRule = {
  id: 'boxed-values',
  name: 'Boxed values',
  title: 'Many values are boxed',
  judge(facts) {
    const types = facts.types((name) => values.test(name))
    const { count, bytes } = totalOf(types)
    const share = facts.shareOf(bytes)
    const [most] = types
    if (most === undefined || count < leastObjects || share < leastShare)
      return passed(`${countOf(count, 'boxed value', 'boxed values')}, ${percent(share)} of the heap`)
    return {
      kind: 'found',
      title: `${countOf(count, 'boxed value', 'boxed values')} take ${percent(share)} of the heap`,
      summary: `Each has a header and a type of ${String(2 * facts.facts.pointerSize)} bytes beside its value, and a reference to it; most are ${most.name}.`,
      confidence: share >= largeShare ? 'high' : 'medium',
      evidence: facts.ofTypes(types, typeWords('boxed value', 'boxed values')),
      heldBytes: bytes,
      nextStep: `Keep ${most.name} values in generic collections and fields of their own type instead of object.`,
    }
  },
}
