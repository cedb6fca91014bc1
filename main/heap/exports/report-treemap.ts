import { formatBytes, formatCount, formatPercent, quantityText } from '../../../shared/base/format.ts'
import { escapeMarkup } from '../../../shared/base/markup.ts'
import { type Area, squarified } from '../../../shared/base/squarified.ts'
import type { HeapTreeAnswer } from '../../../shared/model/heap/heap-document.ts'
import { rowName } from '../../../shared/model/heap/heap-row-names.ts'
import { originColors } from '../../analysis/exports/report-page.ts'
import { assemblyName, moduleOrigin } from '../../../shared/model/module-origin.ts'

const whole: Area = { left: 0, top: 0, width: 1060, height: 560 }
const captionPixels = 18
const gapPixels = 2
const smallestPixels = 8
const leastNamedWidth = 48
const leastInner = { width: 60, height: 40 }
const deepest = 3
const mostBoxes = 600

interface Nest {
  readonly path: readonly number[]
  readonly total: number
  readonly area: Area
}

/** The tree of dominators as boxes of styled text: no script and no picture that a policy could refuse. Large boxes come first. */
export function writeTreemap(
  dominators: (path: readonly number[]) => HeapTreeAnswer,
  heapBytes: number,
  write: (text: string) => void,
): void {
  write(`<div class="map" style="width:${String(whole.width)}px;height:${String(whole.height)}px">\n`)
  const nests: Nest[] = [{ path: [], total: 0, area: whole }]
  let left = mostBoxes
  for (let at = 0; at < nests.length && left > 0; at++) {
    const { path, total, area } = nests[at]!
    const { rows } = dominators(path)
    const areas = squarified(
      rows.map(({ retainedBytes }) => retainedBytes),
      total,
      area,
    )
    for (const [index, box] of areas.entries()) {
      if (box.width < smallestPixels || box.height < smallestPixels || left-- <= 0) break
      const row = rows[index]!
      const name = rowName(row.name, row.rootKind)
      const text = `${name}, ${formatCount(row.count)}, ${quantityText(formatBytes(row.retainedBytes))}, ${share(row.retainedBytes, heapBytes)}`
      const origin = row.rootKind === null ? moduleOrigin(assemblyName(row.module)) : 'base'
      const caption = box.width < leastNamedWidth || box.height < captionPixels - 4 ? '' : escapeMarkup(name)
      write(`<div class="${origin}" style="${place(box)}" title="${escapeMarkup(text)}">${caption}</div>\n`)
      const inside = {
        left: box.left + gapPixels,
        top: box.top + captionPixels,
        width: box.width - 2 * gapPixels,
        height: box.height - captionPixels - gapPixels,
      }
      const hasRoom = inside.width >= leastInner.width && inside.height >= leastInner.height
      if (row.hasRows && hasRoom && path.length + 1 < deepest)
        nests.push({ path: [...path, row.key], total: row.retainedBytes, area: inside })
    }
  }
  write('</div>\n')
}

function place({ left, top, width, height }: Area): string {
  const [x, y, w, h] = [left, top, width, height].map((pixels) => pixels.toFixed(1))
  return `left:${x!}px;top:${y!}px;width:${w!}px;height:${h!}px`
}

function share(bytes: number, all: number): string {
  return all === 0 ? '' : quantityText(formatPercent((bytes / all) * 100))
}

export const treemapStyle = `
.map { position: relative; overflow: auto; max-width: 100%; }
.map div { position: absolute; box-sizing: border-box; padding: 1px 5px; overflow: hidden; border: 1px solid; border-radius: 3px;
  font-size: 11px; line-height: 15px; white-space: nowrap; text-overflow: ellipsis; }
/* Too small for a name, and as small as it says. */
.map div:empty { padding: 0; }
${originColors('.map')}`
