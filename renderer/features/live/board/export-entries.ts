import type { MenuEntry } from '../../../ui/overlay/menu.tsx'
import { liveViewOf, type LiveContextValue } from '../live-context.ts'
import { exportCompared, exportRange, visibleRange, type ComparedPart, type ExportFormat } from '../live-commands.ts'
import { resolveInGroup } from '../series/compared-lines.ts'
import { indexInFeed, ownLetter, slotOf } from '../series/feed-group.ts'
import { liveLabels } from '../live-labels.ts'

const formats: readonly { readonly format: Exclude<ExportFormat, 'nettrace'>; readonly label: string }[] = [
  { format: 'csv-long', label: liveLabels.exportEntries.csvRows },
  { format: 'csv-wide', label: liveLabels.exportEntries.csvColumns },
  { format: 'json', label: 'JSON' },
]

type Format = (typeof formats)[number]['format']

/** What *Export* offers for the selected stretch, or the visible one while nothing is selected. */
export function exportEntries(context: LiveContextValue): MenuEntry[] {
  const { documentId, board, runtime, target } = context
  const { selection, compared } = liveViewOf(documentId)
  const range = selection ?? visibleRange(documentId)
  if (range === null) return []
  const charted = [
    ...new Set(
      board.charts.flatMap((chart) =>
        resolveInGroup(chart, runtime.group, runtime.colours).lines.map((line) => line.seriesIndex),
      ),
    ),
  ]
  const isComparing = compared.some((one) => one.liveId !== null)
  const write = (format: Format, series: readonly number[]) =>
    isComparing
      ? exportCompared(format, range, comparedParts(context, series))
      : exportRange(documentId, format, range, series)
  const items = (series: readonly number[]): MenuEntry[] =>
    formats.map(({ format, label }) => ({ kind: 'item', label, run: () => write(format, series) }))
  const words = liveLabels.exportEntries[selection === null ? 'visible' : 'selected']
  const processCount = isComparing ? runtime.group.companions.length + 1 : 1
  return [
    { kind: 'heading', label: words.charted(processCount, charted.length) },
    ...items(charted),
    { kind: 'separator' },
    { kind: 'heading', label: words.all(processCount) },
    ...items([]),
    {
      kind: 'item',
      // A recording is of one process.
      label: isComparing
        ? liveLabels.exportEntries.saveOneAsNettrace(ownLetter, target.name)
        : liveLabels.exportEntries.saveAsNettrace,
      run: () => exportRange(documentId, 'nettrace', range, []),
    },
  ]
}

/** No series = all of them. A process without any of the charted series is left out. */
function comparedParts({ documentId, target, runtime }: LiveContextValue, series: readonly number[]): ComparedPart[] {
  const { liveId, compared } = liveViewOf(documentId)
  const pid = target.kind === 'process' ? ` ${String(target.pid)}` : ''
  const own = { slot: 0, liveId, name: `${target.name}${pid}` }
  const others = compared.map((one) => ({ slot: one.slot, liveId: one.liveId, name: `${one.name} ${String(one.pid)}` }))
  const isOpen = (slot: number) => slot === 0 || runtime.group.companions.some((one) => one.target.slot === slot)
  return [own, ...others].flatMap((one) => {
    const seriesIndexes = series.filter((index) => slotOf(index) === one.slot).map(indexInFeed)
    const isAsked = series.length === 0 || seriesIndexes.length > 0
    return one.liveId === null || !isOpen(one.slot) || !isAsked
      ? []
      : [{ liveId: one.liveId, name: one.name, seriesIndexes }]
  })
}
