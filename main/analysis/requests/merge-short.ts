import type { WaterfallSpan } from '../../../shared/model/trace/trace-waterfall.ts'

/**
 * At most about so many spans: those that are too short to be seen become one with their neighbours, and have the
 * kind of the longest of them. What lies beside it is not changed.
 */
export function mergeShort(spans: readonly WaterfallSpan[], most: number): readonly WaterfallSpan[] {
  const [first, last] = [spans[0], spans.at(-1)]
  if (first === undefined || last === undefined || spans.length <= most) return spans
  const shortest = (last.toMs - first.fromMs) / (most / 4)
  const merged: WaterfallSpan[] = []
  let group: WaterfallSpan[] = []
  const close = (): void => {
    if (group.length > 0) merged.push(oneOf(group))
    group = []
  }
  for (const span of spans) {
    if (span.toMs - span.fromMs >= shortest) {
      close()
      merged.push(span)
      continue
    }
    if (group.length > 0 && span.toMs - group[0]!.fromMs > shortest) close()
    group.push(span)
  }
  close()
  return merged
}

function oneOf(group: readonly WaterfallSpan[]): WaterfallSpan {
  const longest = group.reduce((most, span) => (span.toMs - span.fromMs > most.toMs - most.fromMs ? span : most))
  return {
    ...longest,
    fromMs: group[0]!.fromMs,
    toMs: group.at(-1)!.toMs,
    sampleCount: group.reduce((sum, { sampleCount }) => sum + sampleCount, 0),
    mergedCount: group.length,
  }
}
