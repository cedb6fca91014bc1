/** Labels beside the right edge of a plot. */
export interface EdgeLabel {
  readonly yPx: number
  readonly text: string
}

/**
 * Moves labels apart so that none overlaps, keeping their order and staying as near as possible to their line. More labels than fit:
 * the ones in front of the list (the most important) stay, the others are left out.
 */
export function placeEdgeLabels<Label extends EdgeLabel>(
  labels: readonly Label[],
  topPx: number,
  bottomPx: number,
  rowPx: number,
): (Label & { readonly labelYPx: number })[] {
  const room = Math.max(0, Math.floor((bottomPx - topPx) / rowPx) + 1)
  const kept = labels.slice(0, room)
  const sorted = kept.toSorted((a, b) => a.yPx - b.yPx)
  const at = sorted.map((label) => Math.min(bottomPx, Math.max(topPx, label.yPx)))
  for (let i = 1; i < at.length; i++) at[i] = Math.max(at[i] ?? 0, (at[i - 1] ?? 0) + rowPx)
  // Pushed below the bottom: shift back up from the end.
  let limit = bottomPx
  for (let i = at.length - 1; i >= 0; i--) {
    at[i] = Math.min(at[i] ?? 0, limit)
    limit = (at[i] ?? 0) - rowPx
  }
  return sorted.map((label, i) => ({ ...label, labelYPx: at[i] ?? label.yPx }))
}
