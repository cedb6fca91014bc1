import type { FlameGraphBoxes } from './flame-layout.ts'

/** Where an arrow key leads: up to the caller, down to the widest call, to the sides along the row. */
export type FlameMove = 'caller' | 'callee' | 'previous' | 'next' | 'first' | 'last'

/** The same box where there is none in that direction. */
export function movedBox(boxes: FlameGraphBoxes, rowStarts: Uint32Array, box: number, move: FlameMove): number {
  const depth = boxes.depth[box]!
  switch (move) {
    case 'caller':
      return boxes.parent[box]!
    case 'callee':
      return childrenOf(boxes, rowStarts, box)[0] ?? box
    case 'previous':
      return box > rowStarts[depth]! ? box - 1 : box
    case 'next':
      return box + 1 < rowStarts[depth + 1]! ? box + 1 : box
    case 'first':
      return siblingsOf(boxes, rowStarts, box)[0] ?? box
    case 'last':
      return siblingsOf(boxes, rowStarts, box).at(-1) ?? box
  }
}

/** Boxes right under a box, from left to right. */
export function childrenOf(boxes: FlameGraphBoxes, rowStarts: Uint32Array, box: number): readonly number[] {
  const below = boxes.depth[box]! + 1
  if (below >= rowStarts.length - 1) return []
  const children: number[] = []
  // A row is in the order of its parents.
  for (let child = rowStarts[below]!; child < rowStarts[below + 1]! && boxes.parent[child]! <= box; child++)
    if (boxes.parent[child] === box) children.push(child)
  return children
}

export function siblingsOf(boxes: FlameGraphBoxes, rowStarts: Uint32Array, box: number): readonly number[] {
  return box === 0 ? [0] : childrenOf(boxes, rowStarts, boxes.parent[box]!)
}

/** From the root to the box. */
export function pathTo({ parent }: FlameGraphBoxes, box: number): readonly number[] {
  const path = [box]
  for (let at = box; at !== 0;) {
    at = parent[at]!
    path.push(at)
  }
  return path.reverse()
}

/** The box of a path of functions, or the last one of the path that is there. The path begins below the root. */
export function boxOfPath(
  boxes: FlameGraphBoxes,
  rowStarts: Uint32Array,
  path: readonly number[],
  numberOf: (box: number) => number,
): number {
  let box = 0
  for (const functionNumber of path) {
    const below = childrenOf(boxes, rowStarts, box).find((child) => numberOf(child) === functionNumber)
    if (below === undefined) return box
    box = below
  }
  return box
}
