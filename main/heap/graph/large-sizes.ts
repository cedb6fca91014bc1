import { countUpTo } from '../../analysis/code/count-up-to.ts'

/** Bytes of the nodes that need more than a word, by node. */
export interface LargeSizes {
  readonly nodes: Uint32Array
  readonly bytes: Float64Array
}

export const noLargeSizes: LargeSizes = { nodes: new Uint32Array(0), bytes: new Float64Array(0) }

/** Null: it is not among them. */
export function largeSizeOf({ nodes, bytes }: LargeSizes, node: number): number | null {
  const place = countUpTo(nodes, node - 1)
  return nodes[place] === node ? bytes[place]! : null
}

/**
 * @param words of each: the object, low and high half of its bytes; in the order of objects
 * @param firstObject node of object 0
 */
export function largeSizesOf(words: Uint32Array, firstObject: number): LargeSizes {
  const count = words.length / 3
  const nodes = new Uint32Array(count)
  const bytes = new Float64Array(count)
  for (let place = 0; place < count; place++) {
    nodes[place] = words[place * 3]! + firstObject
    bytes[place] = words[place * 3 + 2]! * 4294967296 + words[place * 3 + 1]!
  }
  return { nodes, bytes }
}
