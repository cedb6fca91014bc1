import { countOf } from '../../../../shared/base/count-of.ts'
import { percent, size } from '../../../analysis/findings/words.ts'
import type { NodeSet } from '../../graph/node-set.ts'
import { staticsTables } from '../../graph/statics-tables.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { rootWords } from '../heap-finding-words.ts'
import { type HeapRule, passed } from '../heap-rule.ts'
import { chainBelow } from '../owners.ts'

const leastElements = 1000
const leastBytes = 2 ** 20
const leastShare = 0.05
const largeShare = 0.2
const mostRows = 5
/** Looked at for something else that keeps an object alive. */
const mostReferrers = 1000
const mostLevels = 1000

interface StaticCollection {
  readonly field: string
  readonly node: number
  readonly elements: number
  readonly bytes: number
  /** What else keeps it alive: a type or a root; null: the field alone does. */
  readonly other: string | null
}

/** The most references that one object on the way down to what is collected has. */
function elementsOf(facts: HeapFindingFacts, node: number): number {
  return Math.max(...chainBelow(facts, node).map((one) => facts.targets(one).length))
}

function fieldGroups({ graph: { rootGroups } }: HeapFindingFacts): readonly number[] {
  return [...rootGroups.nodesOf('static'), ...rootGroups.nodesOf('thread-static')]
}

function staticCollections(facts: HeapFindingFacts): readonly StaticCollection[] {
  const tables = staticsTables(facts.graph)
  const found: StaticCollection[] = []
  for (const group of fieldGroups(facts))
    for (const field of facts.targets(group))
      for (const node of facts.isPseudo(field) ? facts.targets(field) : [field]) {
        const bytes = facts.retained[node]!
        if (bytes < leastBytes) continue
        const holder = facts.isPseudo(field) ? field : group
        const other = facts.tree.dominatorOf[node] === holder ? null : otherHolder(facts, node, holder, tables)
        found.push({ field: facts.rootOf(node), node, elements: elementsOf(facts, node), bytes, other })
      }
  return found.toSorted((a, b) => b.bytes - a.bytes)
}

/** Names what refers to it beside the field and would keep it alive without it. */
function otherHolder(facts: HeapFindingFacts, node: number, field: number, tables: NodeSet): string {
  const { starts, sources } = facts.referrers
  for (const one of sources.subarray(starts[node], starts[node + 1]).subarray(0, mostReferrers)) {
    if (one === field || !facts.isReached(one) || isBelow(facts, one, node) || tables.has(one)) continue
    return facts.isPseudo(one) ? pseudoWords(facts, one) : facts.nameOf(one)
  }
  return 'another root'
}

function pseudoWords(facts: HeapFindingFacts, node: number): string {
  return rootWords(
    facts.graph.rootGroups.kindOf(node) ?? 'other',
    facts.graph.types[facts.graph.typeOf[node]!]!.rawName,
  )
}

function isBelow({ tree }: HeapFindingFacts, node: number, owner: number): boolean {
  let at = node
  for (let level = 0; level < mostLevels && at !== 0 && at !== owner; level++) at = tree.dominatorOf[at]!
  return at === owner
}

export const staticCollection: HeapRule = {
  id: 'static-collection',
  name: 'Static fields with large collections',
  title: 'A static field holds a large collection',
  judge(facts) {
    if (fieldGroups(facts).length === 0) return passed('no static fields in this heap')
    const all = staticCollections(facts)
    const found = all
      .filter(({ elements, bytes }) => elements >= leastElements && facts.shareOf(bytes) >= leastShare)
      .slice(0, mostRows)
    const [worst] = found
    if (worst === undefined) return passed(`at most ${percent(facts.shareOf(all[0]?.bytes ?? 0))} in one field`)
    const name = facts.nameOf(worst.node)
    return {
      kind: 'found',
      title:
        worst.other === null
          ? `${upper(worst.field)} keeps ${size(worst.bytes)}`
          : `${upper(worst.field)} holds ${size(worst.bytes)}, and so does ${worst.other}`,
      summary: `${name} in ${worst.field} has ${countOf(worst.elements, 'reference', 'references')} in one object and keeps ${percent(facts.shareOf(worst.bytes))} of the heap alive for as long as the process runs.`,
      confidence: facts.shareOf(worst.bytes) >= largeShare ? 'high' : 'medium',
      evidence: found.map(({ field, node, elements, bytes }) =>
        facts.ofNode(
          node,
          `${upper(field)}: ${facts.nameOf(node)}, ${countOf(elements, 'reference', 'references')}, retains ${size(bytes)}`,
          elements,
        ),
      ),
      contrary: [
        ...(worst.other === null
          ? []
          : [`Clearing ${worst.field} alone frees none of it: ${worst.other} keeps it alive too.`]),
        'One heap does not show growth: a cache of a fixed size looks the same.',
      ],
      heldBytes: worst.bytes,
      nextStep: 'Capture again later and compare: if it grows under the same load, limit it or remove entries.',
    }
  },
}

function upper(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}
