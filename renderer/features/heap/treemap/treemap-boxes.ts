import type { HeapTreeAnswer, HeapTreeRow } from '../../../../shared/model/heap/heap-document.ts'
import { type Area, squarified } from '../../../../shared/base/squarified.ts'

/** A row of the tree of dominators as a rectangle. */
export interface TreemapBox extends Area {
  readonly key: string
  /** Keys of the tree of dominators. */
  readonly path: readonly number[]
  readonly row: HeapTreeRow
  readonly depth: number
}

/** Room for the name of a box above those in it. */
export const captionPixels = 20
const gapPixels = 2
const smallestPixels = 6
/** Boxes in a smaller one tell nothing. */
const leastInnerWidth = 40
const leastInnerHeight = 30
const mostDepth = 3
const mostAsked = 24
/** Of what is shown: a smaller row is not looked into. */
const leastShare = 0.02

export type TreemapAnswers = ReadonlyMap<string, HeapTreeAnswer>

export function pathKey(path: readonly number[]): string {
  return path.join('/')
}

/** Every box comes behind the one it lies in. Those too small to be seen are left out. */
export function treemapBoxes(answers: TreemapAnswers, top: readonly number[], area: Area): readonly TreemapBox[] {
  const boxes: TreemapBox[] = []
  const place = (path: readonly number[], total: number | null, inside: Area, depth: number): void => {
    const rows = answers.get(pathKey(path))?.rows ?? []
    const weights = rows.map(({ retainedBytes }) => retainedBytes)
    for (const [at, { left, top: y, width, height }] of squarified(weights, total ?? 0, inside).entries()) {
      if (width < smallestPixels || height < smallestPixels) continue
      const row = rows[at]!
      const rowPath = [...path, row.key]
      boxes.push({ key: pathKey(rowPath), path: rowPath, row, depth, left, top: y, width, height })
    }
  }
  place(top, null, area, 0)
  for (let at = 0; at < boxes.length; at++) {
    const { path, row, left, top: y, width, height, depth } = boxes[at]!
    const inside = {
      left: left + gapPixels,
      top: y + captionPixels,
      width: width - 2 * gapPixels,
      height: height - captionPixels - gapPixels,
    }
    if (depth < mostDepth - 1 && inside.width >= leastInnerWidth && inside.height >= leastInnerHeight)
      place(path, row.retainedBytes, inside, depth + 1)
  }
  return boxes
}

/** The largest row whose content nobody has asked for yet; null: enough is known. */
export function nextToAsk(answers: TreemapAnswers, top: readonly number[]): readonly number[] | null {
  const first = answers.get(pathKey(top))
  if (first === undefined) return top
  const all = first.rows.reduce((sum, { retainedBytes }) => sum + retainedBytes, 0)
  let asked = 0
  let best: { readonly path: readonly number[]; readonly bytes: number } | null = null
  const pending: { readonly path: readonly number[]; readonly answer: HeapTreeAnswer }[] = [
    { path: top, answer: first },
  ]
  for (let list = pending.pop(); list !== undefined; list = pending.pop())
    for (const { key, hasRows, retainedBytes } of list.answer.rows) {
      if (!hasRows || retainedBytes < all * leastShare) continue
      const path = [...list.path, key]
      const answer = answers.get(pathKey(path))
      if (answer !== undefined) asked++
      if (answer === undefined && retainedBytes > (best?.bytes ?? 0)) best = { path, bytes: retainedBytes }
      if (answer !== undefined && path.length - top.length < mostDepth - 1) pending.push({ path, answer })
    }
  return asked >= mostAsked ? null : (best?.path ?? null)
}

export type TreemapDirection = 'left' | 'right' | 'up' | 'down'

/** The box of the same depth that lies next in a direction; the box itself when there is none. */
export function neighbour(boxes: readonly TreemapBox[], from: TreemapBox, direction: TreemapDirection): TreemapBox {
  const distance = (box: TreemapBox): number => {
    const across = box.left + box.width / 2 - (from.left + from.width / 2)
    const down = box.top + box.height / 2 - (from.top + from.height / 2)
    const ahead = direction === 'right' ? across : direction === 'left' ? -across : direction === 'down' ? down : -down
    const aside = direction === 'right' || direction === 'left' ? down : across
    return ahead <= 0 ? Infinity : ahead + 2 * Math.abs(aside)
  }
  let nearest = from
  let least = Infinity
  for (const box of boxes) {
    if (box === from || box.depth !== from.depth) continue
    const away = distance(box)
    if (away < least) [nearest, least] = [box, away]
  }
  return nearest
}
