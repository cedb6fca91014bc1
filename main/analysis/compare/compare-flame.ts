import type { ComparedFunction, CompareStacks, TraceCompareFlame } from '../../../shared/model/trace/trace-compare.ts'
import { totalsOf } from './compare-side.ts'
import { work } from '../../nettrace/work-steps.ts'

const mostBoxes = 50_000
/** Of everything of a side; narrower boxes are no half pixel wide on any screen. */
const smallestShare = 1 / 10_000

/** The stacks of A and B as one. Exchanging A and B exchanges the columns and leaves the boxes. */
export function compareFlame(a: CompareStacks, b: CompareStacks): TraceCompareFlame {
  const union = new Union()
  union.add(a, 'inA')
  union.add(b, 'inB')
  const shown = union.rows(a.sampleCount, b.sampleCount)
  return { a: totalsOf(a), b: totalsOf(b), cutA: a.cut, cutB: b.cut, functions: union.functions, ...shown }
}

interface Node {
  readonly of: number
  inA: number
  inB: number
  /** By function. */
  callees: Map<number, number> | null
}

type Rows = Pick<TraceCompareFlame, 'parent' | 'function' | 'depth' | 'inA' | 'inB' | 'omittedBoxCount'>

class Union {
  readonly functions: ComparedFunction[] = []
  readonly #functionAt = new Map<string, number>()
  readonly #nodes: Node[] = [{ of: 0, inA: 0, inB: 0, callees: null }]

  add(side: CompareStacks, column: 'inA' | 'inB'): void {
    const functionOf = side.functions.map((one) => this.#intern(one))
    const placeOf = new Int32Array(side.total.length)
    work.steps += side.total.length
    for (let node = 0; node < side.total.length; node++) {
      const place = node === 0 ? 0 : this.#callee(placeOf[side.parent[node]!]!, functionOf[side.function[node]!]!)
      placeOf[node] = place
      this.#nodes[place]![column] += side.total[node]!
    }
  }

  /** Row by row; the heaviest of both sides first, then by name, so that it does not matter which side is which. */
  rows(ofA: number, ofB: number): Rows {
    const shareOf = ({ inA, inB }: Node): number => (ofA > 0 ? inA / ofA : 0) + (ofB > 0 ? inB / ofB : 0)
    const isSeen = ({ inA, inB }: Node): boolean => inA > ofA * smallestShare || inB > ofB * smallestShare
    const order = [0]
    const parent = [0]
    const depth = [0]
    let omittedBoxCount = 0
    for (let index = 0; index < order.length; index++) {
      const { callees } = this.#nodes[order[index]!]!
      if (callees === null) continue
      work.steps += callees.size
      const seen = [...callees.values()].filter((place) => isSeen(this.#nodes[place]!))
      omittedBoxCount += callees.size - seen.length
      for (const place of this.#sorted(seen, shareOf)) {
        if (order.length === mostBoxes) {
          omittedBoxCount++
          continue
        }
        order.push(place)
        parent.push(index)
        depth.push(depth[index]! + 1)
      }
    }
    const nodes = order.map((place) => this.#nodes[place]!)
    return {
      parent: Uint32Array.from(parent),
      depth: Uint32Array.from(depth),
      function: Uint32Array.from(nodes, ({ of }) => of),
      inA: Float64Array.from(nodes, ({ inA }) => inA),
      inB: Float64Array.from(nodes, ({ inB }) => inB),
      omittedBoxCount,
    }
  }

  #sorted(places: number[], shareOf: (node: Node) => number): number[] {
    const keyOf = (place: number): string => keyOfFunction(this.functions[this.#nodes[place]!.of]!)
    return places.sort((x, y) => shareOf(this.#nodes[y]!) - shareOf(this.#nodes[x]!) || (keyOf(x) < keyOf(y) ? -1 : 1))
  }

  #callee(caller: number, of: number): number {
    const node = this.#nodes[caller]!
    const callees = (node.callees ??= new Map<number, number>())
    let place = callees.get(of)
    if (place === undefined) {
      callees.set(of, (place = this.#nodes.length))
      this.#nodes.push({ of, inA: 0, inB: 0, callees: null })
    }
    return place
  }

  #intern(one: ComparedFunction): number {
    const key = keyOfFunction(one)
    let at = this.#functionAt.get(key)
    if (at === undefined) {
      this.#functionAt.set(key, (at = this.functions.length))
      this.functions.push(one)
    }
    return at
  }
}

function keyOfFunction({ module, method }: ComparedFunction): string {
  return `${module}!${method}`
}
