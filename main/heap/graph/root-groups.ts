import { countUpTo } from '../../analysis/code/count-up-to.ts'

export const heapRootKinds = [
  'static',
  'thread-static',
  'stack',
  'finalizer-queue',
  'strong-handle',
  'pinned-handle',
  'ref-counted-handle',
  'dependent-handle',
  'other-handle',
  'com',
  'other',
] as const
export type HeapRootKind = (typeof heapRootKinds)[number]

/** Pseudo nodes that stand for roots, by node, in columns: a file may have as many of them as it likes. */
export class RootGroups {
  readonly nodes: Uint32Array
  /** Rows of `heapRootKinds`. */
  readonly kinds: Uint8Array

  /** @param kindOf by place in `nodes`, which may be in any order */
  constructor(nodes: ArrayLike<number>, kindOf: (place: number) => HeapRootKind) {
    // Both in one number, so that they stay together when they are sorted.
    const keys = new Float64Array(nodes.length)
    for (let place = 0; place < keys.length; place++)
      keys[place] = nodes[place]! * 16 + heapRootKinds.indexOf(kindOf(place))
    keys.sort()
    this.nodes = Uint32Array.from(keys, (key) => Math.floor(key / 16))
    this.kinds = Uint8Array.from(keys, (key) => key % 16)
  }

  /** Null: the node does not stand for roots. */
  kindOf(node: number): HeapRootKind | null {
    const place = countUpTo(this.nodes, node - 1)
    return this.nodes[place] === node ? heapRootKinds[this.kinds[place]!]! : null
  }

  nodesOf(kind: HeapRootKind): Uint32Array {
    const row = heapRootKinds.indexOf(kind)
    return this.nodes.filter((_, place) => this.kinds[place] === row)
  }

  /** In the order of `heapRootKinds`. */
  kindsPresent(): readonly HeapRootKind[] {
    return heapRootKinds.filter((_, row) => this.kinds.includes(row))
  }
}

export const noRootGroups = new RootGroups([], () => 'other')
