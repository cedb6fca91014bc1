import { countOf } from '../../../../shared/base/count-of.ts'
import { formatCount } from '../../../../shared/base/format.ts'
import { size } from '../../../analysis/findings/words.ts'
import { type HeapRule, needs, passed } from '../heap-rule.ts'

const leastBytes = 2 ** 20
const leastShare = 0.02
const mostRows = 10
const mostChars = 60

export const duplicateStrings: HeapRule = {
  id: 'duplicate-strings',
  name: 'Equal strings',
  title: 'Many strings are equal',
  judge(heap) {
    const { facts } = heap
    const { strings } = facts
    if (strings === undefined) return needs('the text of strings', 'dump')
    const share = strings.duplicateBytes / Math.max(1, facts.objectBytes)
    const measured = `${size(strings.duplicateBytes)} in copies of ${countOf(strings.count, 'string', 'strings')}`
    const [most] = strings.repeated
    if (most === undefined || strings.duplicateBytes < leastBytes || share < leastShare) return passed(measured)
    const [group] = heap.types((name) => name === 'string')
    const of = group === undefined ? null : heap.typeOf(group.group)
    return {
      kind: 'found',
      title: `${size(strings.duplicateBytes)} are copies of equal strings`,
      summary: `Of ${countOf(strings.count, 'string', 'strings')} only ${formatCount(strings.distinctCount)} are different.`,
      confidence: 'high',
      evidence: strings.repeated.slice(0, mostRows).map(({ text, count, bytes }) => ({
        text: `“${text.length > mostChars ? `${text.slice(0, mostChars)}…` : text}”: ${countOf(count, 'time', 'times')}, ${size(bytes)}`,
        count,
        type: 'string',
        link: { tab: 'paths', type: of, node: null, path: [] },
      })),
      heldBytes: strings.duplicateBytes,
      nextStep: 'Keep one copy of what is read again and again, for example in a dictionary or with string.Intern.',
    }
  },
}
