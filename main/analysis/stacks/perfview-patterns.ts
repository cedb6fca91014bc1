import { compiledPatterns, type FramePattern } from '../../../shared/filter/stack-patterns.ts'
import type { StackPatterns } from '../../../shared/model/trace/trace-selection.ts'
import type { FunctionEntry, FunctionTable } from '../code/function-table.ts'
import type { CodeTree } from './trees/code-tree.ts'
import { intoCaller, type Reshaping } from './trees/reshaped-tree.ts'

/** A bit each in 32; nobody types as many. */
const mostIncludes = 31

/** What the patterns say of a function, whatever its callers. */
interface Said {
  /** The function that it becomes, unless its group was entered already. */
  readonly becomes: number
  /** Number of its group by name; -1: none. */
  readonly group: number
  readonly isEntry: boolean
  readonly isFolded: boolean
  readonly isExcluded: boolean
  readonly included: number
}

/**
 * PerfView's grouping, folding, including and excluding: groups first, all else by the names that frames then have. A stack counts when each
 * pattern to include was found in it and none to exclude.
 */
export function withPatterns(
  patterns: StackPatterns,
  tree: CodeTree,
  functions: Pick<FunctionTable, 'internGroup'>,
): Reshaping {
  const sayOf = sayer(patterns, tree, functions)
  const wanted = Math.min(mostIncludes, compiledPatterns(patterns.include).length)
  const allIncluded = wanted === mostIncludes ? 0x7fff_ffff : (1 << wanted) - 1
  // By node: what it is after it was grouped and folded, and what its stack has so far.
  const becomes = new Int32Array(tree.count).fill(-1)
  const group = new Int32Array(tree.count).fill(-1)
  const included = new Int32Array(tree.count)
  const isExcluded = new Uint8Array(tree.count)
  return {
    functionAt(node, of, parent) {
      const said = sayOf(of)
      isExcluded[node] = said.isExcluded || isExcluded[parent] === 1 ? 1 : 0
      const isInside = said.isEntry && said.group === group[parent]
      if (parent !== 0 && (said.isFolded || isInside || said.becomes === becomes[parent])) {
        becomes[node] = becomes[parent]!
        group[node] = group[parent]!
        included[node] = included[parent]!
        return intoCaller
      }
      becomes[node] = said.becomes
      group[node] = said.group
      included[node] = included[parent]! | said.included
      return said.becomes
    },
    isLeftOut: (node) => isExcluded[node] === 1 || included[node] !== allIncluded,
  }
}

function sayer(
  { group, fold, include, exclude }: StackPatterns,
  tree: CodeTree,
  functions: Pick<FunctionTable, 'internGroup'>,
): (of: number) => Said {
  const groupPatterns = compiledPatterns(group)
  const [folds, includes, excludes] = [fold, include, exclude].map(compiledPatterns) as [Patterns, Patterns, Patterns]
  const groups = new Map<string, number>()
  const known: (Said | undefined)[] = []
  const say = (of: number): Said => {
    const entry = tree.functions.get(of)
    const full = frameName(entry)
    const found = groupOf(full, groupPatterns)
    const name = found === null ? full : found.isEntry ? `${found.name} <<${full}>>` : found.name
    if (found !== null && !groups.has(found.name)) groups.set(found.name, groups.size)
    const isFound = ({ expression }: FramePattern): boolean => expression.matcher(name).find()
    return {
      becomes: found === null ? of : functions.internGroup(name, ''),
      group: found === null ? -1 : groups.get(found.name)!,
      isEntry: found?.isEntry ?? false,
      isFolded: folds.some(isFound),
      isExcluded: excludes.some(isFound),
      included: includes.slice(0, mostIncludes).reduce((bits, one, at) => (isFound(one) ? bits | (1 << at) : bits), 0),
    }
  }
  return (of) => (known[of] ??= say(of))
}

type Patterns = readonly FramePattern[]

/** As PerfView writes it: `Shop!Shop.Orders.Place(int32)`. */
function frameName({ module, name }: FunctionEntry): string {
  return module === '' ? name : `${module.replace(/\.(?:dll|exe)$/i, '')}!${name}`
}

/** By the first pattern that is found in the name; a pattern that names no group leaves its frames alone. */
function groupOf(name: string, patterns: Patterns): { readonly name: string; readonly isEntry: boolean } | null {
  for (const { expression, group, isEntry } of patterns) {
    const matcher = expression.matcher(name)
    if (!matcher.find()) continue
    if (group === null) return null
    return { name: group.replaceAll(/\$(\d)/g, (_, at: string) => partOf(matcher, Number(at))), isEntry }
  }
  return null
}

function partOf(matcher: ReturnType<FramePattern['expression']['matcher']>, at: number): string {
  return at <= matcher.groupCount() ? (matcher.group(at) ?? '') : ''
}
