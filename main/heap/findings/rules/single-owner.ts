import { percent, size } from '../../../analysis/findings/words.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { heldWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'
import { accumulationBelow, namedOwner, topObjects } from '../owners.ts'

/** As Eclipse MAT has it. */
const leastShare = 0.2
/** Of which nobody else can be meant. */
const mostlyShare = 0.5
const leastBytes = 2 ** 20
const mostOwners = 5

/** Owners of so much of the heap, the largest first. */
function largeOwners(facts: HeapFindingFacts, tops: Uint32Array): readonly number[] {
  const largest = [...tops.subarray(0, mostOwners)]
  return largest.filter(
    (node) => facts.retained[node]! >= leastBytes && facts.shareOf(facts.retained[node]!) >= leastShare,
  )
}

export const singleOwner: HeapRule = {
  id: 'single-owner',
  name: 'Objects that hold a fifth of the heap',
  title: 'One object holds much of the heap',
  judge(facts) {
    const all = topObjects(facts)
    const [largest] = all
    const tops = largeOwners(facts, all)
    const [first] = tops
    const most = largest === undefined ? 0 : facts.shareOf(facts.retained[largest]!)
    if (first === undefined) return passed(`at most ${percent(most)} by one object`)
    const owner = namedOwner(facts, first)
    const held = facts.retained[owner]!
    const share = facts.shareOf(held)
    const root = facts.rootOf(owner)
    return {
      kind: 'found',
      title: `${facts.nameOf(owner)} holds ${percent(share)} of the heap`,
      summary: `${size(held)} could be collected without ${heldWords(`one ${facts.nameOf(owner)}`, root)}.`,
      confidence: share >= mostlyShare ? 'high' : 'medium',
      evidence: tops.flatMap((top) => {
        const named = namedOwner(facts, top)
        const point = accumulationBelow(facts, named)
        const rows = [evidenceOf(facts, named, 'retains')]
        if (point !== named) rows.push(evidenceOf(facts, point, 'below it retains'))
        return rows
      }),
      heldBytes: held,
      nextStep: `Look at what ${facts.nameOf(owner)} keeps, and give it a limit, an expiry or an owner that lives shorter.`,
    }
  },
}

function evidenceOf(facts: HeapFindingFacts, node: number, verb: 'retains' | 'below it retains') {
  const bytes = facts.retained[node]!
  const text = `${heldWords(facts.nameOf(node), facts.rootOf(node))}: ${verb} ${size(bytes)}, ${percent(facts.shareOf(bytes))} of the heap`
  return facts.ofNode(node, text, facts.targets(node).length)
}
