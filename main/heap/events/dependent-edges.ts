interface Edges {
  readonly starts: Uint32Array
  /** With room behind for a reference of each pair. */
  readonly targets: Uint32Array
}

/** Adds to the references of each key those to the values of its dependent handles, behind its own. Pairs of key and value, as objects. */
export function addDependentEdges({ starts, targets }: Edges, pairs: Uint32Array, firstObject: number): void {
  const order = Uint32Array.from({ length: pairs.length / 2 }, (_, pair) => pair)
  order.sort((a, b) => pairs[a * 2]! - pairs[b * 2]! || a - b)
  // From the last key to the first: what is behind a key moves by as many places as there are pairs up to it.
  let node = starts.length - 1
  let end = starts[node]!
  for (let left = order.length; left > 0; left--) {
    const pair = order[left - 1]!
    const key = pairs[pair * 2]! + firstObject
    const ownEnd = node > key ? starts[key + 1]! : end
    for (; node > key; node--) starts[node]! += left
    targets.copyWithin(ownEnd + left, ownEnd, end)
    targets[ownEnd + left - 1] = pairs[pair * 2 + 1]! + firstObject
    end = ownEnd
  }
}
