export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * Divides an area among weights, the largest first, into rectangles that are as square as they can be (Bruls, Huizing, van Wijk). What the weights leave of
 * `total` stays empty, at the end.
 */
export function squarified(weights: readonly number[], total: number, area: Area): readonly Area[] {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const scale = (area.width * area.height) / Math.max(total, sum)
  const areas: Area[] = []
  if (!(scale > 0) || scale === Infinity) return weights.map(() => ({ ...area, width: 0, height: 0 }))
  let rest = area
  for (let first = 0; first < weights.length;) {
    const side = Math.min(rest.width, rest.height)
    const { end, sum: taken } = strip(weights, first, side, scale)
    const depth = side > 0 ? (taken * scale) / side : 0
    rest = placeStrip(areas, weights.slice(first, end), { rest, depth, scale })
    first = end
  }
  return areas
}

/** As many of the next weights as make the worst rectangle of the strip squarer. */
function strip(
  weights: readonly number[],
  first: number,
  side: number,
  scale: number,
): { readonly end: number; readonly sum: number } {
  let end = first + 1
  let sum = weights[first]!
  let worst = worstRatio(weights[first]! * scale, weights[first]! * scale, sum * scale, side)
  for (; end < weights.length; end++) {
    const next = worstRatio(weights[first]! * scale, weights[end]! * scale, (sum + weights[end]!) * scale, side)
    if (next > worst) break
    worst = next
    sum += weights[end]!
  }
  return { end, sum }
}

function worstRatio(largest: number, smallest: number, sum: number, side: number): number {
  const [square, sums] = [side * side, sum * sum]
  return Math.max((square * largest) / sums, sums / (square * smallest))
}

function placeStrip(
  areas: Area[],
  weights: readonly number[],
  { rest, depth, scale }: { readonly rest: Area; readonly depth: number; readonly scale: number },
): Area {
  const isUpright = rest.width >= rest.height
  let at = isUpright ? rest.top : rest.left
  for (const weight of weights) {
    const length = depth > 0 ? (weight * scale) / depth : 0
    areas.push(
      isUpright
        ? { left: rest.left, top: at, width: depth, height: length }
        : { left: at, top: rest.top, width: length, height: depth },
    )
    at += length
  }
  return isUpright
    ? { ...rest, left: rest.left + depth, width: Math.max(0, rest.width - depth) }
    : { ...rest, top: rest.top + depth, height: Math.max(0, rest.height - depth) }
}
