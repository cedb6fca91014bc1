import { countOf } from '../../../../shared/base/count-of.ts'
import { size } from '../../../analysis/findings/words.ts'
import { sizeOfNode } from '../../graph/heap-graph.ts'
import type { HeapFindingFacts } from '../heap-finding-facts.ts'
import { type HeapRule, passed } from '../heap-rule.ts'

/** The table of a ConditionalWeakTable: one entry for each object that something is attached to. */
const entriesType = /^System\.Runtime\.CompilerServices\.ConditionalWeakTable<.*>\.Entry(?:<.*>)?\[\]$/
/** Handle, hash code and the place of the next entry; method table and length before them. */
const entryWords = 2
const arrayHeaderWords = 3
const leastEntries = 10_000
const mostRows = 5

interface Table {
  readonly node: number
  readonly room: number
}

function tables(facts: HeapFindingFacts): readonly Table[] {
  const { pointerSize } = facts.facts
  const groups = new Set(facts.types((name) => entriesType.test(name)).map(({ group }) => group))
  return [...facts.objectsOf(groups)]
    .map((node) => {
      const bytes = sizeOfNode(facts.graph, node) - arrayHeaderWords * pointerSize
      return { node, room: Math.max(0, Math.floor(bytes / (entryWords * pointerSize))) }
    })
    .toSorted((a, b) => b.room - a.room)
}

export const dependentHandles: HeapRule = {
  id: 'dependent-handles',
  name: 'Dependent handles and ConditionalWeakTable',
  title: 'A ConditionalWeakTable has many entries',
  judge(facts) {
    const all = tables(facts)
    const held = facts.heldBy('dependent-handle').length
    const [largest] = all
    if (largest === undefined || largest.room < leastEntries)
      return passed(`room for ${countOf(largest?.room ?? 0, 'entry', 'entries')} at most`)
    const name = facts.nameOf(largest.node).replace(/\.Entry(?:<.*>)?\[\]$/, '')
    const rows = all
      .filter(({ room }) => room >= leastEntries)
      .slice(0, mostRows)
      .map(({ node, room }) =>
        facts.ofNode(
          node,
          `${facts.nameOf(node)}: room for ${countOf(room, 'entry', 'entries')}, ${size(sizeOfNode(facts.graph, node))}`,
          room,
        ),
      )
    return {
      kind: 'found',
      title: `A ConditionalWeakTable has room for ${countOf(largest.room, 'entry', 'entries')}`,
      summary: `${name} has a dependent handle for each entry, which every collection has to look at; a value that refers to its own key is only freed with the table.`,
      confidence: 'low',
      evidence: rows,
      contrary: [
        'A table never shrinks: after many entries were removed it is as large as before.',
        ...(held === 0
          ? []
          : [`${countOf(held, 'value is', 'values are')} held by handles whose keys this file does not name.`]),
      ],
      heldBytes: sizeOfNode(facts.graph, largest.node),
      nextStep: `Find out who attaches data to objects with ${name}; a field or a dictionary that is cleared is cheaper.`,
    }
  },
}
