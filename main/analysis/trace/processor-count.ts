/** NativeAOT writes -1 in sixteen bits; streams of several processes write nothing. */
const unknownCounts: ReadonlySet<number> = new Set([0, 0xffff])

/** How many processors the runtime saw, as far as the head of its stream says so. */
export function processorCountOf(header: { readonly processorCount: number } | null | undefined): number | null {
  const count = header?.processorCount ?? 0
  return count < 0 || unknownCounts.has(count) ? null : count
}
