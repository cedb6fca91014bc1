import { Fragment, useMemo, useRef } from 'react'
import { unitText } from '../../../../shared/base/format.ts'
import { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import { writeText } from '../../../ui/text/write-text.ts'
import styles from './values-table.module.css'
import { resolveInGroup } from '../series/compared-lines.ts'
import { useLive, useLiveView, useTick } from '../live-context.ts'
import { formatValue } from '../series/units.ts'
import { liveLabels } from '../live-labels.ts'
import { TableHead } from '../../../ui/layout/table-head.tsx'

/** Of the line that is read now. */
const samples = new SampleBuffer()

/** The charted series as numbers: at the cursor (or newest), and the extremes of the visible stretch. */
export function ValuesTable() {
  const { board, runtime, catalogRevision, formatTime } = useLive()
  const { group, view, colours } = runtime
  const compared = useLiveView((view) => view.compared)
  const body = useRef<HTMLTableSectionElement | null>(null)
  const caption = useRef<HTMLTableCaptionElement | null>(null)
  const charts = useMemo(
    () => board.charts.map((chart) => ({ chart, lines: resolveInGroup(chart, group, colours).lines })),
    // oxlint-disable-next-line react/exhaustive-deps -- catalogs and group change inside; their revisions say when
    [board, group, colours, catalogRevision, compared],
  )
  useTick(() => {
    const rows = body.current?.querySelectorAll<HTMLTableRowElement>('tr[data-line]') ?? []
    const { fromMs } = view.range
    // The newest value is shown before the charts have moved on to it.
    const toMs = Math.max(view.range.toMs, view.readingMs)
    writeText(caption.current, liveLabels.valuesTable.valuesAt(formatTime(view.readingMs)))
    charts
      .flatMap(({ lines }) => lines)
      .forEach((line, at) => {
        const cells = rows[at]?.cells
        if (cells === undefined) return
        let min = Infinity
        let max = -Infinity
        samples.clear()
        group.history.read(line.seriesIndex, fromMs, toMs, samples)
        for (let index = 0; index < samples.count; index++) {
          const timeMs = samples.timeMs[index] ?? Number.NaN
          const value = samples.value[index] ?? Number.NaN
          if (timeMs < fromMs || timeMs > toMs || Number.isNaN(value)) continue
          min = Math.min(min, value)
          max = Math.max(max, value)
        }
        const values = [
          group.history.valueAt(line.seriesIndex, view.readingMs, view.maxStepMs),
          min === Infinity ? null : min,
          max === -Infinity ? null : max,
        ]
        values.forEach((value, column) => {
          const cell = cells[cells.length - 3 + column]
          const formatted = formatValue(line.meaning, value)
          writeText(cell?.firstElementChild, formatted.value)
          writeText(cell?.lastElementChild, unitText(formatted.unit))
        })
      })
  })
  return (
    <PlainTable className={styles.table} label={liveLabels.valuesTable.valuesAsTable}>
      <table>
        <caption ref={caption} className="visually-hidden" />
        <TableHead
          columns={[
            ...(compared.length > 0 ? [liveLabels.valuesTable.process] : []),
            liveLabels.valuesTable.instrument,
            liveLabels.valuesTable.series,
            { label: liveLabels.valuesTable.value, className: styles.number },
            { label: liveLabels.valuesTable.minVisible, className: styles.number },
            { label: liveLabels.valuesTable.maxVisible, className: styles.number },
          ]}
        />
        <tbody ref={body}>
          {charts.map(({ chart, lines }) => (
            <Fragment key={chart.id}>
              {lines.map((line) => (
                <tr key={line.key} data-line="" title={line.fullName}>
                  {compared.length > 0 && <td>{line.letter}</td>}
                  <td>{line.instrument.name}</td>
                  <td>{line.label}</td>
                  <NumberCell />
                  <NumberCell />
                  <NumberCell />
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

/** Number and unit, written four times a second without React. */
function NumberCell() {
  return (
    <td className={styles.number}>
      <span>–</span>
      <span className={styles.unit} />
    </td>
  )
}
