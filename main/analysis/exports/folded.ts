import { frameText } from '../code/function-table.ts'
import { type CallTree, walk } from '../stacks/call-tree.ts'

/**
 * Folded stacks: a line per distinct stack, frames from the root joined by `;`, a blank, the weight. Lines in the order of the
 * tree, handed over one by one because all of them together may not fit into memory. Semicolons and line ends inside a name
 * would break the form and are replaced.
 */
export function writeFolded(calls: CallTree, writeLine: (line: string) => void): void {
  const { tree, self } = calls
  const names: string[] = []
  const texts: (string | undefined)[] = []
  walk(calls, {
    enter(node) {
      const of = tree.functionOf(node)
      names.push((texts[of] ??= frameText(tree.functions.get(of)).replaceAll(/[;\r\n]/g, ':')))
      if (self[node]! > 0) writeLine(`${names.join(';')} ${self[node]!}`)
    },
    leave: () => names.pop(),
  })
}
