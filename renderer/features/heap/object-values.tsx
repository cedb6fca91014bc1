import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { maskText } from '../../../shared/base/command-secrets.ts'
import { formatCount } from '../../../shared/base/format.ts'
import { maskSecrets, splitSecrets } from '../../../shared/base/text-secrets.ts'
import type { ObjectValue, ObjectValues } from '../../../shared/model/heap/object-values.ts'
import { useLatestAnswer } from '../../bridge/use-latest-answer.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DataGrid } from '../../ui/data-grid/data-grid.tsx'
import type { GridColumn } from '../../ui/data-grid/types.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { BusyText } from '../../ui/layout/skeleton.tsx'
import { nameColumn } from './figure-column.tsx'
import { heapLabels } from './heap-labels.ts'
import styles from './heap.module.css'

const words = heapLabels.values

/** What an object of a dump holds, read when it is asked for; what looks like a secret is dots until it is revealed. */
export function ObjectValuesView({ documentId, node }: { readonly documentId: string; readonly node: number }) {
  const { value, error } = useLatestAnswer('heaps.values', { documentId, node })
  const [isRevealed, setRevealed] = useState(false)
  if (error !== null) return <ErrorState error={error} title={words.couldntRead} />
  if (value === null) return <BusyText>{words.reading}</BusyText>
  const hasSecrets = maskSecrets(value.text) !== value.text || value.rows.some((row) => maskedValue(row) !== row.value)
  return (
    <>
      {value.kind === 'text' ? (
        <Text text={isRevealed ? value.text : maskSecrets(value.text)} />
      ) : (
        <Rows values={value} isRevealed={isRevealed} />
      )}
      <div className={styles.valuesFoot}>
        <span role="status">{amountText(value)}</span>
        {hasSecrets && (
          <Button kind="quiet" size="small" icon={isRevealed ? EyeOff : Eye} onClick={() => setRevealed(!isRevealed)}>
            {isRevealed ? words.hide : words.reveal}
          </Button>
        )}
      </div>
    </>
  )
}

function Text({ text }: { readonly text: string }) {
  if (text === '') return <EmptyState title={words.nothingToShow} text={words.emptyText} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and only keys may be at hand
    <pre className={styles.text} tabIndex={0} role="region" aria-label={words.text}>
      {text}
    </pre>
  )
}

function Rows({
  values: { kind, rows, length },
  isRevealed,
}: {
  readonly values: ObjectValues
  readonly isRevealed: boolean
}) {
  const [selected, setSelected] = useState<string | null>(null)
  const valueAt = (index: number): string => (isRevealed ? rows[index]!.value : maskedValue(rows[index]!))
  const isOfFields = kind === 'fields'
  const columns: readonly GridColumn[] = [
    nameColumn(
      {
        id: 'name',
        title: isOfFields ? words.field : words.element,
        width: isOfFields ? 180 : 80,
        minWidth: 60,
        isRowHeader: true,
      },
      (index) => rows[index]!.name,
    ),
    ...(isOfFields
      ? [
          nameColumn(
            { id: 'type', title: words.type, width: 180, minWidth: 60, dropBelow: 480 },
            (index) => rows[index]!.type,
          ),
        ]
      : []),
    nameColumn({ id: 'value', title: words.value, width: 'rest' }, valueAt),
  ]
  const empty = isOfFields ? words.noFields : length === 0 ? words.noElements : words.severalDimensions
  return (
    <DataGrid
      label={heapLabels.objects.values}
      columns={columns}
      rowCount={rows.length}
      rowKey={String}
      selectedKey={selected}
      onSelect={setSelected}
      paddingStart={16}
      empty={<EmptyState title={words.nothingToShow} text={empty} />}
    />
  )
}

/** What the field is called tells as well what is in it. */
function maskedValue({ name, value }: ObjectValue): string {
  const isNamed = value.startsWith('"') && splitSecrets(`${name}=${value}`).some(({ isSecret }) => isSecret)
  return isNamed ? maskText : maskSecrets(value)
}

function amountText({ kind, length, text, rows }: ObjectValues): string {
  if (kind === 'fields') return words.fields(rows.length)
  const shown = kind === 'text' ? text.length : rows.length
  const all = length ?? shown
  const amount = kind === 'text' ? words.characters(all) : words.elements(all)
  return shown === 0 || shown >= all ? amount : words.firstOf(formatCount(shown), amount)
}
