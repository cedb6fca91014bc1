interface Edges {
  readonly starts: Uint32Array
  readonly targets: Uint32Array
}

/** Adds to the references of each key those to the values of its dependent handles, behind its own. Pairs of key and value, as objects. */
export function addDependentEdges(edges: Edges, pairs: Uint32Array, firstObject: number): Edges {
  if (pairs.length === 0) return edges
  const nodeCount = edges.starts.length - 1
  const added = new Uint32Array(nodeCount)
  for (let at = 0; at < pairs.length; at += 2) added[pairs[at]! + firstObject]!++
  const starts = new Uint32Array(nodeCount + 1)
  const targets = new Uint32Array(edges.targets.length + pairs.length / 2)
  let written = 0
  for (let node = 0; node < nodeCount; node++) {
    starts[node] = written
    for (let edge = edges.starts[node]!; edge < edges.starts[node + 1]!; edge++)
      targets[written++] = edges.targets[edge]!
    written += added[node]!
  }
  starts[nodeCount] = written
  for (let at = 0; at < pairs.length; at += 2) {
    const key = pairs[at]! + firstObject
    // The free places are the last ones of the node, filled from behind.
    targets[starts[key + 1]! - added[key]!--] = pairs[at + 1]! + firstObject
  }
  return { starts, targets }
}
