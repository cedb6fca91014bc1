/** Room beside a plot: value axis at the left, newest values or a second axis at the right. */
export const gutterLeftPx = 44
export const gutterRightPx = 76

export function plotWidthPx(hostWidthPx: number): number {
  return hostWidthPx - gutterLeftPx - gutterRightPx
}

/** Where a pointer is on the plot: 0 at its left edge, 1 at its right one, beyond them in the gutters. Null: there is no plot. */
export function shareOfPlot(clientX: number, host: { readonly left: number; readonly width: number }): number | null {
  const width = plotWidthPx(host.width)
  return width <= 0 ? null : (clientX - host.left - gutterLeftPx) / width
}
