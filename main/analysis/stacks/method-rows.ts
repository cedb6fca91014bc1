import { type CallTree, functionList } from './trees/call-tree.ts'

export interface MethodRow {
  readonly name: string
  readonly displayName: string
  readonly module: string
  /** Samples with the method at the top of the stack, and with it anywhere (once per sample). */
  readonly self: number
  readonly total: number
  /** Of all samples that count; null when there are none. */
  readonly selfPercent: number | null
  readonly totalPercent: number | null
}

/** All methods with a sample, the heaviest `self` first. */
export function methodsOf(calls: CallTree): readonly MethodRow[] {
  const { tree, total } = calls
  const sampleCount = total[0]!
  const percent = (count: number): number | null => (sampleCount === 0 ? null : (count / sampleCount) * 100)
  return functionList(calls).map(({ functionIndex, ...weights }) => {
    const { name, displayName, module } = tree.functions.get(functionIndex)
    return {
      name,
      displayName,
      module,
      ...weights,
      selfPercent: percent(weights.self),
      totalPercent: percent(weights.total),
    }
  })
}
