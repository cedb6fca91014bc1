import { countOf } from '../../../../shared/base/count-of.ts'
import { percent, size } from '../../../analysis/findings/words.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { type HeapRule, passed } from '../heap-rule.ts'
import { topObjects } from '../owners.ts'

const leastShare = 0.2
const leastBytes = 2 ** 20
/** Fewer are looked at one by one. */
const leastObjects = 100
const mostRows = 5

interface Alike {
  readonly group: number
  count: number
  bytes: number
  first: number
}

/** Objects without a common owner, by type, what they retain together first. */
function alike(facts: HeapFindingFacts): readonly Alike[] {
  const sums = new Map<number, Alike>()
  for (const node of topObjects(facts)) {
    const group = facts.groupOf(node)
    const sum = sums.get(group) ?? { group, count: 0, bytes: 0, first: node }
    sums.set(group, sum)
    sum.count++
    sum.bytes += facts.retained[node]!
  }
  return [...sums.values()].toSorted((a, b) => b.bytes - a.bytes)
}

export const manyOwners: HeapRule = {
  id: 'many-owners',
  name: 'Types whose objects hold a fifth of the heap together',
  title: 'Objects of one type hold much of the heap together',
  judge(facts) {
    const all = alike(facts).filter(({ count }) => count >= leastObjects)
    const found = all
      .filter(({ bytes }) => bytes >= leastBytes && facts.shareOf(bytes) >= leastShare)
      .slice(0, mostRows)
    const [largest] = found
    if (largest === undefined)
      return passed(`at most ${percent(facts.shareOf(all[0]?.bytes ?? 0))} by objects of one type`)
    const name = facts.groups.names[largest.group]!
    return {
      kind: 'found',
      title: `${name} objects hold ${percent(facts.shareOf(largest.bytes))} of the heap together`,
      summary: `${countOf(largest.count, 'object', 'objects')} of ${name} keep ${size(largest.bytes)} alive, and no single object owns them all.`,
      confidence: 'medium',
      evidence: found.map(({ group, count, bytes }) => ({
        ...facts.ofType(
          { group, name: facts.groups.names[group]!, count, bytes },
          `${facts.groups.names[group]!}: ${countOf(count, 'object', 'objects')} without a common owner retain ${size(bytes)}`,
        ),
        retainedBytes: bytes,
      })),
      heldBytes: largest.bytes,
      nextStep: `Look at the paths to roots of ${name}: what several owners share, or several roots hold, has no owner of its own.`,
    }
  },
}
