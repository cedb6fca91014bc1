import { useMemo, useState } from 'react'
import { formatQuantity, quantityText } from '../../../../shared/base/format.ts'
import { ErrorState } from '../../../ui/layout/error-state.tsx'
import { PlainTable } from '../../../ui/layout/plain-table.tsx'
import table from '../../../ui/layout/plain-table.module.css'
import { Busy } from '../../../ui/layout/skeleton.tsx'
import { SearchField } from '../../../ui/controls/search-field.tsx'
import { counterRows } from './counter-rows.ts'
import { WhichProcess } from './text-tab.tsx'
import { usePackageText } from './use-package.ts'
import { packageLabels } from './package-labels.ts'
import styles from './package.module.css'
import { TableHead } from '../../../ui/layout/table-head.tsx'

interface CountersTabProps {
  readonly documentId: string
  readonly names: readonly string[]
}

/** Every counter over the time of the case. */
export function CountersTab({ documentId, names }: CountersTabProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const [search, setSearch] = useState('')
  const name = chosen ?? names[0] ?? null
  const { text, error } = usePackageText(documentId, name)
  const rows = useMemo(() => counterRows(text?.text ?? ''), [text])
  if (error !== null) return <ErrorState error={error} title={packageLabels.counters.couldntRead(name ?? '')} />
  if (text === null) return <Busy />
  const wanted = search.trim().toLowerCase()
  const shown = rows.filter((row) => `${row.provider} ${row.name} ${row.tags}`.toLowerCase().includes(wanted))
  return (
    <div className={styles.body}>
      <div className={styles.bar}>
        <SearchField label={packageLabels.counters.filterCounters} value={search} onChange={setSearch} />
        <WhichProcess names={names} name={name} onChange={setChosen} />
      </div>
      <PlainTable label={packageLabels.counters.counters} className={table.framed}>
        <table>
          <TableHead
            columns={[
              packageLabels.counters.counter,
              packageLabels.counters.tags,
              ...[
                packageLabels.counters.min,
                packageLabels.counters.mean,
                packageLabels.counters.max,
                packageLabels.counters.last,
              ].map((label) => ({ label, className: table.number })),
            ]}
          />
          <tbody>
            {shown.map((row) => (
              <tr key={JSON.stringify([row.provider, row.name, row.tags, row.measure])}>
                <td title={row.provider}>{`${row.name}${row.measure === 'value' ? '' : ` (${row.measure})`}`}</td>
                <td className="muted">{row.tags}</td>
                {[row.low, row.mean, row.high, row.last].map((value, index) => (
                  // oxlint-disable-next-line react/no-array-index-key -- four columns
                  <td key={index} className={table.number}>
                    {quantityText(formatQuantity(value, row.unit))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </PlainTable>
    </div>
  )
}
