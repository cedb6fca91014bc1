import { type FlameGeometry, type FlameGraphBoxes, rowStartsOf } from './flame-layout.ts'

/** For tests: rows of `name start width` from the root down; a box lies in the one of the row above that holds its start. */
export function boxesOf(rows: readonly string[]): FlameGraphBoxes & { readonly names: readonly string[] } {
  const parent: number[] = []
  const depth: number[] = []
  const start: number[] = []
  const width: number[] = []
  const names: string[] = []
  const of: number[] = []
  for (const [row, line] of rows.entries()) {
    const above = depth.flatMap((at, box) => (at === row - 1 ? [box] : []))
    for (const [, name = '', left = '', wide = ''] of line.matchAll(/(\w+) (\d+) (\d+)/g)) {
      const holder = above.find((box) => start[box]! <= Number(left) && Number(left) < start[box]! + width[box]!)
      parent.push(holder ?? 0)
      depth.push(row)
      start.push(Number(left))
      width.push(Number(wide))
      if (!names.includes(name)) names.push(name)
      of.push(names.indexOf(name))
    }
  }
  return {
    parent: Uint32Array.from(parent),
    depth: Uint32Array.from(depth),
    start: Float64Array.from(start),
    width: Float64Array.from(width),
    function: Uint32Array.from(of),
    names,
  }
}

export function geometryOf(rows: readonly string[], changes: Partial<FlameGeometry> = {}): FlameGeometry {
  const boxes = boxesOf(rows)
  return {
    boxes,
    rowStarts: rowStartsOf(boxes),
    viewport: { from: 0, to: boxes.width[0]!, topPx: 0 },
    size: { widthPx: 400, heightPx: 200 },
    direction: 'icicle',
    rowPx: 20,
    rowCount: rows.length,
    ...changes,
  }
}
