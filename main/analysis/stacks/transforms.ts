import type { TraceFrame, TraceGrouping, TraceTransform } from '../../../shared/model/trace/trace-selection.ts'
import type { FunctionEntry, FunctionTable } from '../code/function-table.ts'
import type { IsOwnCode } from './frames/own-code.ts'
import type { CodeTree } from './trees/code-tree.ts'
import { withPatterns } from './perfview-patterns.ts'
import { intoCaller, type Reshaping } from './trees/reshaped-tree.ts'

/** What a transform needs to know beside the tree. */
export interface TransformContext {
  readonly functions: Pick<FunctionTable, 'find' | 'internGroup' | 'get'>
  /** Whether a function was written by the authors of the application. */
  readonly isOwnCode: IsOwnCode
}

/** How a transform of the page changes a tree. */
export function reshapingOf(transform: TraceTransform, tree: CodeTree, context: TransformContext): Reshaping {
  switch (transform.kind) {
    case 'focus':
    case 'only':
    case 'drop':
      return stacksWith(transform.frame, transform.kind, tree, context)
    case 'hide': {
      const hidden = numberOf(transform.frame, context)
      return { functionAt: (_node, of) => (of === hidden ? intoCaller : of) }
    }
    case 'fold-module': {
      const isOf = byFunction(tree, ({ module }) => module === transform.module)
      return { functionAt: (_node, of, parent) => (isOf(of) && isOf(tree.functionOf(parent)) ? intoCaller : of) }
    }
    case 'fold-recursion':
      return { functionAt: (_node, of, parent) => (of === tree.functionOf(parent) ? intoCaller : of) }
    case 'patterns':
      return withPatterns(transform, tree, context.functions)
    case 'group':
      return grouped(transform.by, tree, context)
    case 'join-async':
      // Depends on thread and time of each sample: joined-stacks.ts did it before.
      return { functionAt: (_node, of) => of }
    case 'own-code': {
      const isOwn = byFunction(tree, context.isOwnCode)
      return { functionAt: (_node, of) => (isOwn(of) ? of : intoCaller) }
    }
  }
}

/** `focus` also takes away what is above the frame. */
function stacksWith(
  frame: TraceFrame,
  kind: 'focus' | 'only' | 'drop',
  tree: CodeTree,
  context: TransformContext,
): Reshaping {
  const wanted = numberOf(frame, context)
  const isUnder = new Uint8Array(tree.count)
  return {
    functionAt(node, of, parent) {
      const isWithin = of === wanted || isUnder[parent] === 1
      isUnder[node] = isWithin ? 1 : 0
      return kind === 'focus' && !isWithin ? intoCaller : of
    },
    isLeftOut: (node) => (isUnder[node] === 1) === (kind === 'drop'),
  }
}

function grouped(by: TraceGrouping, tree: CodeTree, { functions }: TransformContext): Reshaping {
  const groups = new Map<number, number>()
  const groupOf = (of: number): number => {
    let group = groups.get(of)
    if (group === undefined) {
      const entry = functions.get(of)
      const name = groupNames[by](entry)
      group = name === '' || entry.kind === 'root' ? of : functions.internGroup(name, entry.module)
      groups.set(of, group)
    }
    return group
  }
  return {
    functionAt: (_node, of, parent) => {
      const group = groupOf(of)
      return group === groupOf(tree.functionOf(parent)) ? intoCaller : group
    },
  }
}

const groupNames: Readonly<Record<TraceGrouping, (entry: FunctionEntry) => string>> = {
  module: ({ module }) => module,
  namespace: (entry) => upTo(upTo(typeAndMethod(entry), '.'), '.'),
  class: (entry) => upTo(typeAndMethod(entry), '.'),
}

/** Without the arguments, which have dots of their own. */
function typeAndMethod({ name }: FunctionEntry): string {
  const bracket = name.indexOf('(')
  return (bracket < 0 ? name : name.slice(0, bracket)).replace(/\.\.(c?ctor)$/, '.$1')
}

function upTo(text: string, mark: string): string {
  const at = text.lastIndexOf(mark)
  return at < 0 ? '' : text.slice(0, at)
}

function numberOf({ method, module }: TraceFrame, { functions }: TransformContext): number {
  return functions.find(method, module)
}

/** A question about functions, asked once for each. */
function byFunction(tree: CodeTree, isOfKind: (entry: FunctionEntry) => boolean): (of: number) => boolean {
  const known: (boolean | undefined)[] = []
  return (of) => (known[of] ??= isOfKind(tree.functions.get(of)))
}
