import { frameText, type FunctionEntry } from '../code/function-table.ts'
import { type CallTree, walk } from '../stacks/trees/call-tree.ts'
import { ExportTooLarge, mostExportChars } from './limited-text.ts'

/** What fits into one string with room to spare. */
const longestLineChars = 2 ** 28

/** What would break the form is replaced. */
export function foldedName(text: string): string {
  return text.replaceAll(/[;\r\n]/g, ':')
}

/**
 * Folded stacks: a line per distinct stack, frames from the root joined by `;`, a blank, the weight. Lines in the order of the
 * tree, handed over one by one because all of them together may not fit into memory. Semicolons and line ends inside a name
 * would break the form and are replaced. Throws `ExportTooLarge` before the first line that does not fit into the limit any more.
 */
export function writeFolded(
  calls: CallTree,
  writeLine: (line: string) => void,
  limitChars: number = mostExportChars,
  textOf: (entry: FunctionEntry) => string = frameText,
): void {
  const { tree, self } = calls
  const names: string[] = []
  const texts: (string | undefined)[] = []
  let pathChars = 0
  let leftChars = limitChars
  walk(calls, {
    enter(node) {
      const of = tree.functionOf(node)
      const text = (texts[of] ??= foldedName(textOf(tree.functions.get(of))))
      names.push(text)
      pathChars += text.length + 1
      if (!(self[node]! > 0)) return
      const weight = String(self[node]!)
      leftChars -= pathChars + weight.length
      if (leftChars < 0 || pathChars > longestLineChars) throw new ExportTooLarge(limitChars)
      writeLine(`${names.join(';')} ${weight}`)
    },
    leave: () => void (pathChars -= names.pop()!.length + 1),
  })
}
