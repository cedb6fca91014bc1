import { countOf } from '../../../../shared/base/count-of.ts'
import { percent, size } from '../../../analysis/findings/words.ts'
import { sizeOfNode } from '../../graph/heap-graph.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { type HeapRule, needs, passed } from '../heap-rule.ts'

/** Method table, length and header of an array of references. */
const headerWords = 3
const leastLength = 1000
const mostFilled = 0.25
const leastWaste = 2 ** 20
const mostRows = 5

interface SparseArray {
  readonly node: number
  readonly length: number
  readonly filled: number
  readonly waste: number
}

/** Arrays of structs hold references of fields, and nobody tells which arrays are such: the elements have to be of the array's own type. */
function holdsReferences(facts: HeapFindingFacts, node: number, element: string): boolean {
  if (element === 'object' || element === 'string') return true
  for (const target of facts.targets(node)) if (facts.nameOf(target) === element) return true
  return false
}

function sparseArrays(facts: HeapFindingFacts): readonly SparseArray[] {
  const { pointerSize } = facts.facts
  const groups = new Set(facts.types((name) => name.endsWith('[]')).map(({ group }) => group))
  const found: SparseArray[] = []
  for (const node of facts.objectsOf(groups)) {
    const length = Math.floor(sizeOfNode(facts.graph, node) / pointerSize) - headerWords
    const filled = facts.targets(node).length
    if (length < leastLength || filled > length * mostFilled) continue
    if (!holdsReferences(facts, node, facts.nameOf(node).slice(0, -2))) continue
    found.push({ node, length, filled, waste: (length - filled) * pointerSize })
  }
  return found.toSorted((a, b) => b.waste - a.waste)
}

export const sparseArrayRule: HeapRule = {
  id: 'sparse-arrays',
  name: 'Sparse arrays',
  title: 'Large arrays are mostly empty',
  judge(facts) {
    if (facts.facts.completeness.kind !== 'complete')
      return needs('every reference: this graph is not complete', 'heap-graph')
    const all = sparseArrays(facts)
    const waste = all.reduce((sum, one) => sum + one.waste, 0)
    const [worst] = all
    if (worst === undefined || waste < leastWaste) return passed(`${size(waste)} of empty elements`)
    return {
      kind: 'found',
      title: `${size(waste)} are empty elements of arrays`,
      summary: `${countOf(all.length, 'array', 'arrays')} of references with ${countOf(leastLength, 'element', 'elements')} and more are filled to a quarter at most.`,
      confidence: 'medium',
      evidence: all.slice(0, mostRows).map(({ node, length, filled, waste: empty }) => {
        const text = `${facts.nameOf(node)} of ${countOf(length, 'element', 'elements')}: ${percent(filled / length)} filled, ${size(empty)} empty`
        return facts.ofNode(node, text, length - filled)
      }),
      contrary: ['Buffers that are filled again soon look the same.'],
      heldBytes: waste,
      nextStep:
        'Give collections the capacity they need, trim them once they are filled (TrimExcess), or use a dictionary for few keys.',
    }
  },
}
