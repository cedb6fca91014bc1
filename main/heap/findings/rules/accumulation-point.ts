import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { heldWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'
import { ownerAbove } from '../owners.ts'

/** Tables of the runtime itself (literals, types) have a few thousand entries of some kilobytes. */
const leastChildren = 5000
const leastBytes = 2 ** 20
const leastShare = 0.03
const largeShare = 0.2
const mostRows = 5

interface Accumulation {
  readonly node: number
  readonly group: number
  count: number
  bytes: number
}

/** The type that a node has most of directly below it. */
function mostAlike(facts: HeapFindingFacts, node: number): Accumulation | null {
  const sums = new Map<number, Accumulation>()
  let most: Accumulation | null = null
  for (const child of facts.children(node)) {
    const group = facts.groupOf(child)
    const sum = sums.get(group) ?? { node, group, count: 0, bytes: 0 }
    sums.set(group, sum)
    sum.count++
    sum.bytes += facts.retained[child]!
    if (most === null || sum.count > most.count) most = sum
  }
  return most
}

function accumulations(facts: HeapFindingFacts): readonly Accumulation[] {
  const { childStarts, order } = facts.tree
  const found: Accumulation[] = []
  for (const node of order) {
    if (childStarts[node + 1]! - childStarts[node]! < leastChildren || facts.isPseudo(node)) continue
    const most = mostAlike(facts, node)
    if (most !== null && most.count >= leastChildren) found.push(most)
  }
  return found.toSorted((a, b) => b.bytes - a.bytes)
}

export const accumulationPoint: HeapRule = {
  id: 'accumulation-point',
  name: 'Objects that collect thousands of others',
  title: 'Thousands of objects pile up in one place',
  judge(facts) {
    const all = accumulations(facts)
    const found = all
      .filter(({ bytes }) => bytes >= leastBytes && facts.shareOf(bytes) >= leastShare)
      .slice(0, mostRows)
    const [worst] = found
    if (worst === undefined)
      return passed(
        all[0] === undefined
          ? 'no object alone keeps thousands of others'
          : `at most ${size(all[0].bytes)} in one place`,
      )
    const name = facts.groups.names[worst.group]!
    const owner = ownerAbove(facts, worst.node)
    const root = facts.rootOf(worst.node)
    return {
      kind: 'found',
      title: `${name} objects pile up in ${facts.nameOf(owner)}`,
      summary: `${countOf(worst.count, 'object', 'objects')} of ${name} with ${size(worst.bytes)} are kept alive by ${heldWords(`one ${facts.nameOf(owner)}`, root)} alone.`,
      confidence: facts.shareOf(worst.bytes) >= largeShare ? 'high' : 'medium',
      evidence: found.map((one) => {
        const kept = facts.groups.names[one.group]!
        const text = `${heldWords(facts.nameOf(one.node), facts.rootOf(one.node))}: keeps ${countOf(one.count, 'object', 'objects')} of ${kept}, ${size(one.bytes)}`
        return { ...facts.ofNode(one.node, text, one.count), type: kept, retainedBytes: one.bytes }
      }),
      heldBytes: worst.bytes,
      nextStep: `Find out who adds to ${facts.nameOf(owner)} and whether anything removes: capture again later and compare.`,
    }
  },
}
