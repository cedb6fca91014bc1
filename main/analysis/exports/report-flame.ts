import { formatCount, formatPercent, quantityText } from '../../../shared/base/format.ts'
import { escapeMarkup } from '../../../shared/base/markup.ts'
import { type CallTree, calleesOf } from '../stacks/trees/call-tree.ts'
import { frameOrigin } from '../stacks/frames/frame-origin.ts'
import { originColors } from './report-page.ts'

const width = 1060
const rowPixels = 17
const smallestPixels = 3
const leastNamedWidth = 30
const deepest = 60
const mostBoxes = 2500

interface Box {
  readonly node: number
  readonly left: number
  readonly depth: number
}

/** The flame graph as boxes of styled text, callers above: no script and no picture that a policy could refuse. */
export function writeFlame(calls: CallTree, write: (text: string) => void): void {
  const all = calls.total[0]!
  const boxes = all === 0 ? [] : boxesOf(calls, all)
  const height = boxes.reduce((most, { depth }) => Math.max(most, depth), 0) * rowPixels
  write(`<div class="flame" style="width:${String(width)}px;height:${String(height)}px">\n`)
  for (const { node, left, depth } of boxes) {
    const entry = calls.tree.functions.get(calls.tree.functionOf(node))
    const total = calls.total[node]!
    const name = entry.displayName
    const text = `${name}, ${formatCount(total)}, ${quantityText(formatPercent((total / all) * 100))}`
    const boxWidth = (total / all) * width
    const place = `left:${left.toFixed(1)}px;top:${String((depth - 1) * rowPixels)}px;width:${boxWidth.toFixed(1)}px`
    const caption = boxWidth < leastNamedWidth ? '' : escapeMarkup(name)
    write(
      `<div class="${frameOrigin(entry, calls.isOwn)}" style="${place}" title="${escapeMarkup(text)}">${caption}</div>\n`,
    )
  }
  write('</div>\n')
}

/** Level by level, so that the limit takes away the deepest. */
function boxesOf(calls: CallTree, all: number): readonly Box[] {
  const boxes: Box[] = []
  const pending: Box[] = [{ node: 0, left: 0, depth: 0 }]
  for (let at = 0; at < pending.length && boxes.length < mostBoxes; at++) {
    const { node, depth, left: first } = pending[at]!
    if (at > 0) boxes.push(pending[at]!)
    if (depth === deepest) continue
    let left = first
    for (const callee of calleesOf(calls, node)) {
      const boxWidth = (calls.total[callee]! / all) * width
      if (boxWidth < smallestPixels) break
      pending.push({ node: callee, left, depth: depth + 1 })
      left += boxWidth
    }
  }
  return boxes
}

export const flameStyle = `
.flame { position: relative; overflow: auto hidden; max-width: 100%; }
.flame div { position: absolute; box-sizing: border-box; height: 16px; text-indent: 4px; overflow: hidden; border-radius: 2px;
  border: 1px solid; font-size: 11px; line-height: 14px; white-space: nowrap; text-overflow: ellipsis; }
${originColors('.flame')}`
