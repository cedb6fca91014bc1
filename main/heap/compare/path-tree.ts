import type { HeapComparePaths } from '../../../shared/model/heap/heap-compare.ts'
import { type HeapGraph, sizeOfNode } from '../graph/heap-graph.ts'
import type { ShortestPaths } from '../paths/shortest-paths.ts'
import type { TypeGroups } from '../tables/type-groups.ts'

/** Longer ways are as one from there on. */
const deepest = 40
/** More different ways are not told apart: objects on them count for what is above. */
const mostPaths = 1_000_000
/** Of all bytes: lighter ways are left out, and their objects count for what is above. */
const leastShare = 1 / 20_000
/** A kind of roots, and what holds the root: a field, a method, or the object itself. */
const rootLevels = 2

export interface ComparedPaths {
  readonly graph: HeapGraph
  readonly groups: TypeGroups
  readonly paths: ShortestPaths
}

interface Tree {
  readonly parent: number[]
  readonly group: number[]
  readonly depth: number[]
  readonly kinds: Map<number, string>
  readonly counts: number[]
  readonly bytes: number[]
}

/**
 * What keeps the objects of a heap alive, as types from the roots on. Objects of one type in a row are one step, so that lists and trees of any
 * length have one way.
 */
export function pathTree(of: ComparedPaths): HeapComparePaths {
  const tree = allPaths(of)
  addUp(tree)
  const cutBytes = Math.floor(tree.bytes[0]! * leastShare)
  return withoutLight(tree, cutBytes, of.groups)
}

function allPaths({ graph, groups, paths }: ComparedPaths): Tree {
  const tree: Tree = { parent: [0], group: [-1], depth: [0], kinds: new Map(), counts: [0], bytes: [0] }
  const children = new Map<number, number>()
  const placeOf = new Uint32Array(graph.nodeCount)
  for (const node of paths.order) {
    if (node === 0) continue
    const above = placeOf[paths.parentOf[node]!]!
    const group = groups.ofType[graph.typeOf[node]!]!
    const place = stepInto(tree, children, above, group, groups.count)
    placeOf[node] = place
    if (groups.isPseudo[group] === true) {
      const kind = graph.rootGroups.kindOf(node)
      if (kind !== null) tree.kinds.set(place, kind)
      continue
    }
    tree.counts[place]!++
    tree.bytes[place]! += sizeOfNode(graph, node)
  }
  return tree
}

function stepInto(tree: Tree, children: Map<number, number>, above: number, group: number, groupCount: number): number {
  if (tree.group[above] === group || tree.depth[above]! >= deepest) return above
  const key = above * groupCount + group
  const known = children.get(key)
  if (known !== undefined) return known
  if (tree.parent.length >= mostPaths) return above
  const place = tree.parent.push(above) - 1
  tree.group.push(group)
  tree.depth.push(tree.depth[above]! + 1)
  tree.counts.push(0)
  tree.bytes.push(0)
  children.set(key, place)
  return place
}

/** Children come behind their parents. */
function addUp({ parent, counts, bytes }: Tree): void {
  for (let place = parent.length - 1; place > 0; place--) {
    counts[parent[place]!]! += counts[place]!
    bytes[parent[place]!]! += bytes[place]!
  }
}

function withoutLight(tree: Tree, cutBytes: number, groups: TypeGroups): HeapComparePaths {
  const names: string[] = ['']
  const rootKinds: (string | null)[] = [null]
  const rows = new Map<string, number>([['', 0]])
  const kept = new Int32Array(tree.parent.length).fill(-1)
  kept[0] = 0
  const parent = [0]
  const name = [0]
  const counts = [tree.counts[0]!]
  const bytes = [tree.bytes[0]!]
  for (let place = 1; place < tree.parent.length; place++) {
    const above = kept[tree.parent[place]!]!
    if (above < 0 || (tree.depth[place]! > rootLevels && tree.bytes[place]! < cutBytes)) continue
    kept[place] = parent.push(above) - 1
    const kind = tree.kinds.get(place) ?? null
    const text = groups.names[tree.group[place]!]!
    const key = `${kind ?? ''}\0${text}`
    let row = rows.get(key)
    if (row === undefined) {
      row = names.push(text) - 1
      rootKinds.push(kind)
      rows.set(key, row)
    }
    name.push(row)
    counts.push(tree.counts[place]!)
    bytes.push(tree.bytes[place]!)
  }
  return {
    names,
    rootKinds,
    parent: Uint32Array.from(parent),
    name: Uint32Array.from(name),
    counts: Float64Array.from(counts),
    bytes: Float64Array.from(bytes),
    cutBytes,
  }
}
