import { ChevronDown, ChevronRight, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatRate, quantityText } from '../../../shared/base/format.ts'
import { isSameProvider } from '../../../shared/recording/provider-spec.ts'
import { appStore, useApp } from '../../store/create-store.ts'
import { selectRecordView, type CollectRow, type RecordTarget } from '../../store/record-slice.ts'
import { Button } from '../../ui/controls/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { SegmentedControl } from '../../ui/controls/segmented-control.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { AddProviderDialog } from './add-provider-dialog.tsx'
import { ProviderEditor } from './provider-editor.tsx'
import { changeSheet, rowOfTarget } from './record-commands.ts'
import { isSent, providerLine, raisedLevels, switched } from './record-model.ts'
import styles from './record-sheet.module.css'
import { recordLabels } from './record-labels.ts'

interface CollectListProps {
  readonly documentId: string
  readonly target: RecordTarget
}

const whenFullSegments = [
  { value: 'drop', label: recordLabels.collectList.dropEvents, hint: recordLabels.collectList.dropEventsHint },
  { value: 'block', label: recordLabels.collectList.blockTheApp, hint: recordLabels.collectList.blockTheAppHint },
] as const

/** What will be collected: switches, provider lines, each open to be edited. */
export function CollectList({ documentId, target }: CollectListProps) {
  const rows = useApp((state) => selectRecordView(documentId)(state).rows)
  const whenFull = useApp((state) => selectRecordView(documentId)(state).options.whenFull)
  const raised = raisedLevels(rows)
  const [isAdding, setIsAdding] = useState(false)
  const hasProbe = useApp((state) => selectRecordView(documentId)(state).probe !== null)
  return (
    <section className={styles.collect} aria-labelledby={`${documentId}-collect`}>
      <h2 className={styles.columnTitle} id={`${documentId}-collect`}>
        <span className={styles.step}>2</span>
        {recordLabels.collectList.whatToCollect}
        {hasProbe && <span className={styles.columnNote}>{recordLabels.collectList.probed}</span>}
      </h2>
      <div className={styles.scroll}>
        {rows.length === 0 && (
          <EmptyState title={recordLabels.collectList.nothingYet} text={recordLabels.collectList.nothingYetText} />
        )}
        <ul className={styles.rows}>
          {rows.map((row) => (
            <Row key={row.id} documentId={documentId} target={target} row={row} />
          ))}
        </ul>
        {raised.length > 0 && <p className={styles.raised}>{recordLabels.collectList.oneLevel(raised.join(', '))}</p>}
      </div>
      <div className={styles.collectFoot}>
        <Button icon={Plus} onClick={() => setIsAdding(true)}>
          {recordLabels.collectList.addProvider}
        </Button>
        <span className={styles.footWords}>{recordLabels.collectList.whenBufferFull}</span>
        <SegmentedControl
          label={recordLabels.collectList.whenBufferFull}
          segments={whenFullSegments}
          value={whenFull}
          onChange={(value) => {
            const { options } = selectRecordView(documentId)(appStore.getState())
            changeSheet(documentId, { options: { ...options, whenFull: value } })
          }}
        />
      </div>
      <AddProviderDialog documentId={documentId} isOpen={isAdding} onClose={() => setIsAdding(false)} />
    </section>
  )
}

interface RowProps extends CollectListProps {
  readonly row: CollectRow
}

function Row({ documentId, target, row }: RowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const version = useApp(
    (state) => state.processRows.find(({ key }) => key === target.processKey)?.runtimeVersion ?? null,
  )
  const rate = useApp(
    (state) =>
      selectRecordView(documentId)(state).probe?.providers.find(({ name }) => isSameProvider(name, row.provider.name))
        ?.eventsPerSecond ?? null,
  )
  const isPossible = isSent(row.since, version)
  const isOwn = row.id.startsWith('own-')
  const change = (part: Partial<CollectRow>) => {
    const { rows } = selectRecordView(documentId)(appStore.getState())
    changeSheet(documentId, {
      rows: rows.map((other) => (other.id === row.id ? { ...other, ...part } : other)),
      probe: null,
    })
  }
  return (
    <li className={cx(styles.row, !row.isOn && styles.off)} data-item={row.id}>
      <div className={styles.rowLine}>
        <Switch
          isOn={row.isOn}
          isDisabled={!isPossible}
          onChange={(isOn) =>
            changeSheet(documentId, {
              ...switched(selectRecordView(documentId)(appStore.getState()), row.id, isOn),
              probe: null,
            })
          }
        >
          <span className={styles.rowWords}>
            <span className={styles.rowTitle}>{row.title}</span>
            <span className={cx(styles.rowProvider, 'mono')}>
              {isPossible ? providerLine(row.provider) : recordLabels.collectList.requires(row.since ?? '')}
            </span>
          </span>
        </Switch>
        <span className={cx(styles.rate, 'tabular')}>{rate === null ? '' : quantityText(formatRate(rate))}</span>
        {isOwn && (
          <IconButton
            icon={Trash2}
            size="small"
            label={recordLabels.collectList.remove(row.title)}
            onClick={() => {
              const { rows } = selectRecordView(documentId)(appStore.getState())
              changeSheet(documentId, { rows: rows.filter((other) => other.id !== row.id), probe: null })
            }}
          />
        )}
        <IconButton
          icon={isOpen ? ChevronDown : ChevronRight}
          size="small"
          label={`${isOpen ? recordLabels.collectList.close : recordLabels.collectList.edit} ${row.title}`}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        />
      </div>
      {isOpen && (
        <ProviderEditor
          help={row.help}
          provider={row.provider}
          runtimeVersion={rowOfTarget(target)?.runtimeVersion ?? null}
          onChange={(provider) => change({ provider })}
        />
      )}
    </li>
  )
}
