import { type CompareFactors, figuresOf, isWithinNoise } from '../../../../shared/model/compare-figures.ts'
import type { CompareRow, TraceCompareFlame } from '../../../../shared/model/trace/trace-compare.ts'
import type { NamedFrame } from '../../../../shared/model/trace/trace-selection.ts'
import type { BoxChange } from '../../../canvas/flame/change-colours.ts'
import type { NamedBoxes } from '../flame/use-flame-graph.ts'

/** What the width of a box says: its time in A, in B, or in both together. */
export const compareWidths = ['a', 'b', 'both'] as const
export type CompareWidth = (typeof compareWidths)[number]

/** Boxes of a comparison as they are painted: each is a function of its own, because each has its own change. */
export interface CompareBoxes extends NamedBoxes {
  readonly total: number
  readonly rowCount: number
  readonly figures: readonly BoxFigures[]
}

/** As a row of the table; null of one side: nothing was sampled there. */
export type BoxFigures = Omit<CompareRow, keyof NamedFrame>

/** Units of width of everything: narrower boxes than one are never zoomed to. */
const whole = 1_000_000

/** Boxes side by side in the order of the answer; those without a width are left out. */
export function compareBoxes(flame: TraceCompareFlame, factors: CompareFactors, width: CompareWidth): CompareBoxes {
  const { inA, inB } = flame
  const weightOf = (box: number): number =>
    (width === 'b' ? 0 : inA[box]! * factors.a) + (width === 'a' ? 0 : inB[box]! * factors.b)
  const everything = weightOf(0)
  const scale = everything > 0 ? whole / everything : 0
  const shown: number[] = []
  const placeOf = new Uint32Array(inA.length)
  for (let box = 0; box < inA.length; box++) {
    if (box > 0 && weightOf(box) === 0) continue
    placeOf[box] = shown.length
    shown.push(box)
  }
  const parent = Uint32Array.from(shown, (box) => placeOf[flame.parent[box]!]!)
  const widths = Float64Array.from(shown, (box) => weightOf(box) * scale)
  const start = new Float64Array(shown.length)
  // Where the next callee of each box begins.
  const next = new Float64Array(shown.length)
  for (let box = 1; box < shown.length; box++) {
    start[box] = next[parent[box]!]!
    next[parent[box]!]! += widths[box]!
    next[box] = start[box]!
  }
  const depth = Uint32Array.from(shown, (box) => flame.depth[box]!)
  return {
    parent,
    depth,
    start,
    width: widths,
    function: Uint32Array.from(shown, (_, box) => box),
    functions: shown.map((box) => ({
      ...flame.functions[flame.function[box]!]!,
      functionNumber: flame.function[box]!,
    })),
    figures: shown.map((box) => boxFigures(flame, factors, box)),
    total: everything > 0 ? whole : 0,
    rowCount: depth.length === 0 ? 0 : depth.at(-1)! + 1,
  }
}

function boxFigures({ inA, inB, cutA, cutB }: TraceCompareFlame, factors: CompareFactors, box: number): BoxFigures {
  const figures = figuresOf(inA[box]!, inB[box]!, factors)
  // Of a side with too many stacks the lightest are missing: it may have as much as was cut.
  const missing = (inA[box] === 0 ? cutA * factors.a : 0) + (inB[box] === 0 ? cutB * factors.b : 0)
  return {
    ...figures,
    a: inA[box] === 0 ? null : figures.a,
    b: inB[box] === 0 ? null : figures.b,
    noise: figures.noise + missing,
  }
}

export function changeOf(figures: BoxFigures): BoxChange {
  const { a, b, change } = figures
  if (isWithinNoise(figures)) return { kind: 'same', isStrong: false }
  return { kind: change > 0 ? 'more' : 'less', isStrong: Math.abs(change) >= Math.max(a ?? 0, b ?? 0) / 2 }
}
