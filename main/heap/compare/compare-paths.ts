import type { HeapComparePath, HeapComparePaths } from '../../../shared/model/heap/heap-compare.ts'

const mostRows = 2000

interface Merged {
  readonly parent: number
  readonly name: string
  readonly rootKind: string | null
  countA: number
  countB: number
  bytesA: number
  bytesB: number
  readonly children: number[]
}

/** The ways from the roots in two heaps, one tree: what has not changed beyond what was left out of a side is not in it. */
export function comparePaths(a: HeapComparePaths, b: HeapComparePaths): readonly HeapComparePath[] {
  const nodes: Merged[] = [
    { parent: -1, name: '', rootKind: null, countA: 0, countB: 0, bytesA: 0, bytesB: 0, children: [] },
  ]
  const places = new Map<string, number>()
  add(nodes, places, a, 'a')
  add(nodes, places, b, 'b')
  const cut = Math.max(a.cutBytes, b.cutBytes)
  const largest = largestChanges(nodes)
  // One side may have left out what is lighter: nothing is known of it.
  const isShown = (place: number): boolean => {
    const { countA, countB, bytesA, bytesB } = nodes[place]!
    return largest[place]! > cut || (isRoot(nodes, nodes[place]!) && (bytesA !== bytesB || countA !== countB))
  }
  const rows: HeapComparePath[] = []
  const rowOf = new Map<number, number>([[0, -1]])
  // Level by level, so that what is cut off at the end are the deepest ones.
  for (let level = [0]; level.length > 0 && rows.length < mostRows;) {
    const next: number[] = []
    for (const place of level) {
      const children = nodes[place]!.children.filter(isShown)
      for (const child of children.toSorted((x, y) => largest[y]! - largest[x]! || byName(nodes[x]!, nodes[y]!))) {
        if (rows.length === mostRows) return rows
        rowOf.set(child, rows.push(pathRow(nodes[child]!, rowOf.get(place)!)) - 1)
        next.push(child)
      }
    }
    level = next
  }
  return rows
}

function add(nodes: Merged[], places: Map<string, number>, side: HeapComparePaths, which: 'a' | 'b'): void {
  const placeOf = new Uint32Array(side.parent.length)
  for (let at = 1; at < side.parent.length; at++) {
    const above = placeOf[side.parent[at]!]!
    const name = side.names[side.name[at]!]!
    const rootKind = side.rootKinds[side.name[at]!]!
    // Tools name the kinds of roots as they like.
    const key = `${String(above)}\0${rootKind ?? name}`
    let place = places.get(key)
    if (place === undefined) {
      place =
        nodes.push({ parent: above, name, rootKind, countA: 0, countB: 0, bytesA: 0, bytesB: 0, children: [] }) - 1
      places.set(key, place)
      nodes[above]!.children.push(place)
    }
    placeOf[at] = place
    const node = nodes[place]!
    if (which === 'a') {
      node.countA += side.counts[at]!
      node.bytesA += side.bytes[at]!
    } else {
      node.countB += side.counts[at]!
      node.bytesB += side.bytes[at]!
    }
  }
}

/** A kind of roots, or what is directly below one. */
function isRoot(nodes: readonly Merged[], { parent }: Merged): boolean {
  return parent === 0 || nodes[parent]?.parent === 0
}

/** By node: the largest change of itself and of what is below it; changes below may cancel each other out. */
function largestChanges(nodes: readonly Merged[]): Float64Array {
  const largest = Float64Array.from(nodes, ({ bytesA, bytesB }) => Math.abs(bytesB - bytesA))
  for (let place = nodes.length - 1; place > 0; place--) {
    const { parent } = nodes[place]!
    largest[parent] = Math.max(largest[parent]!, largest[place]!)
  }
  return largest
}

function byName(x: Merged, y: Merged): number {
  return x.name < y.name ? -1 : x.name > y.name ? 1 : 0
}

function pathRow({ children: _children, ...node }: Merged, parent: number): HeapComparePath {
  const { countA, countB } = node
  return { ...node, parent, state: countA === 0 && countB > 0 ? 'new' : countA > 0 && countB === 0 ? 'gone' : null }
}
