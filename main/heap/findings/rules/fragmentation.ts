import { countOf } from '../../../../shared/base/count-of.ts'
import { percent, size } from '../../../analysis/findings/words.ts'
import { type HeapRule, needs, passed } from '../heap-rule.ts'

const leastShare = 0.3
const largeShare = 0.5
const leastBytes = 8 * 2 ** 20

export const fragmentation: HeapRule = {
  id: 'fragmentation',
  name: 'Free space between objects',
  title: 'Much of the heap is free space between objects',
  judge({ facts }) {
    const { free } = facts
    if (free === undefined) return needs('the free space between objects', 'dump')
    const share = free.bytes / Math.max(1, free.bytes + facts.objectBytes)
    const measured = `${size(free.bytes)}, ${percent(share)} of the heap`
    if (share < leastShare || free.bytes < leastBytes) return passed(measured)
    return {
      kind: 'found',
      title: `${percent(share)} of the heap is free space between objects`,
      summary: `${countOf(free.count, 'gap', 'gaps')} take ${size(free.bytes)}, while objects take ${size(facts.objectBytes)}.`,
      confidence: share >= largeShare ? 'medium' : 'low',
      evidence: [
        {
          text: `${countOf(free.count, 'gap', 'gaps')} of ${size(free.bytes)} between ${countOf(facts.objectCount, 'object', 'objects')}`,
          count: free.count,
          link: { tab: 'types', type: null, node: null, path: [] },
        },
      ],
      contrary: ['Free space is reused for new objects; a dump shows it at one moment.'],
      heldBytes: free.bytes,
      nextStep: 'Look for pinned objects and for large ones that come and go: both keep collections from closing gaps.',
    }
  },
}
