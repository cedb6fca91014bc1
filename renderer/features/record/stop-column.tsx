import { FolderOpen } from 'lucide-react'
import { formatBytes, quantityText } from '../../../shared/base/format.ts'
import type { Keeping, StopConditions } from '../../../shared/model/recording.ts'
import { useApp } from '../../store/create-store.ts'
import { selectRecordView, type RecordTarget } from '../../store/record-slice.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { wordError } from '../../../shared/words/error-wording.ts'
import { changeSheet, chooseRecordingFolder, refreshPlace } from './record-commands.ts'
import { CounterStop, EventStop } from './stop-fields.tsx'
import own from './stop-column.module.css'
import styles from './record-sheet.module.css'
import { recordLabels } from './record-labels.ts'

interface StopColumnProps {
  readonly documentId: string
  readonly target: RecordTarget
}

const seconds = 1000
const timeOptions = [
  { value: 10 * seconds, label: '10 s' },
  { value: 30 * seconds, label: '30 s' },
  { value: 60 * seconds, label: '1 min' },
  { value: 120 * seconds, label: '2 min' },
  { value: 300 * seconds, label: '5 min' },
  { value: 900 * seconds, label: '15 min' },
  { value: 3600 * seconds, label: '1 h' },
] as const
const mib = 1024 * 1024
const sizeOptions = [
  { value: 50 * mib, label: '50 MiB' },
  { value: 100 * mib, label: '100 MiB' },
  { value: 500 * mib, label: '500 MiB' },
  { value: 1024 * mib, label: '1 GiB' },
  { value: 4096 * mib, label: '4 GiB' },
] as const

const usualStop = { afterMs: 120 * seconds, atBytes: 500 * mib }

/** When it stops, how it is kept, and where it is written. */
export function StopColumn({ documentId, target }: StopColumnProps) {
  const { stop, keeping } = useApp(selectRecordView(documentId))
  const isFlight = keeping.kind === 'ring'
  const change = (part: Partial<StopConditions>) => changeSheet(documentId, { stop: { ...stop, ...part } })
  return (
    <section className={styles.stop} aria-labelledby={`${documentId}-stop`}>
      <h2 className={styles.columnTitle} id={`${documentId}-stop`}>
        <span className={styles.step}>3</span>
        {recordLabels.stopColumn.stopAndOutput}
      </h2>
      <div className={styles.stopBody}>
        <p className={styles.hint}>{isFlight ? recordLabels.stopColumn.flightStops : recordLabels.stopColumn.stops}</p>
        <div className={styles.condition}>
          <Checkbox
            isChecked={stop.afterMs !== null}
            onChange={(isOn) => change({ afterMs: isOn ? usualStop.afterMs : null })}
          >
            {recordLabels.stopColumn.after}
          </Checkbox>
          <Select
            label={recordLabels.stopColumn.afterThisTime}
            options={withCurrent(timeOptions, stop.afterMs, (ms) => `${String(ms / 1000)} s`)}
            value={stop.afterMs ?? usualStop.afterMs}
            isDisabled={stop.afterMs === null}
            onChange={(afterMs) => change({ afterMs })}
          />
        </div>
        {!isFlight && (
          <div className={styles.condition}>
            <Checkbox
              isChecked={stop.atBytes !== null}
              onChange={(isOn) => change({ atBytes: isOn ? usualStop.atBytes : null })}
            >
              {recordLabels.stopColumn.atSize}
            </Checkbox>
            <Select
              label={recordLabels.stopColumn.atThisSize}
              options={sizeOptions}
              value={stop.atBytes ?? usualStop.atBytes}
              isDisabled={stop.atBytes === null}
              onChange={(atBytes) => change({ atBytes })}
            />
          </div>
        )}
        <EventStop stop={stop} onChange={change} />
        <CounterStop stop={stop} onChange={change} />
        <hr className={own.line} />
        <KeepingFields documentId={documentId} />
        <hr className={own.line} />
        <PlaceFields documentId={documentId} target={target} />
      </div>
    </section>
  )
}

/** A pasted time may be none of the usual ones. */
function withCurrent(
  options: readonly { readonly value: number; readonly label: string }[],
  value: number | null,
  word: (value: number) => string,
): readonly { readonly value: number; readonly label: string }[] {
  if (value === null || options.some((option) => option.value === value)) return options
  return [{ value, label: word(value) }, ...options]
}

const keepingOptions = [
  { value: 'whole', label: recordLabels.stopColumn.oneFile },
  { value: 'roll', label: recordLabels.stopColumn.rollingFiles },
  { value: 'ring', label: recordLabels.stopColumn.flightRecorder },
] as const
const ringOptions = [10, 30, 60, 120, 300, 600, 1800].map((value) => ({
  value: value * seconds,
  label: value < 60 ? `${String(value)} s` : recordLabels.stopColumn.minutes(String(value / 60)),
}))
const usualRingBytes = 512 * 1024 ** 2
const ringBoundOptions = [64, 128, 512, 2048].map((megabytes) => ({
  value: megabytes * 1024 ** 2,
  label: megabytes < 1024 ? `${String(megabytes)} MiB` : `${String(megabytes / 1024)} GiB`,
}))
const rollOptions = [30, 60, 300, 900, 3600].map((value) => ({
  value: value * seconds,
  label: value < 60 ? `${String(value)} s` : recordLabels.stopColumn.minutes(String(value / 60)),
}))
const keepCountOptions = [
  { value: 0, label: recordLabels.stopColumn.allFiles },
  ...[2, 3, 5, 10, 50].map((value) => ({ value, label: recordLabels.stopColumn.lastFiles(String(value)) })),
]

const startOf: Readonly<Record<Keeping['kind'], Keeping>> = {
  whole: { kind: 'whole' },
  roll: { kind: 'roll', everyMs: 60 * seconds, everyBytes: null, keepFiles: 5 },
  ring: { kind: 'ring', lastMs: 30 * seconds, maxBytes: null },
}

function KeepingFields({ documentId }: { readonly documentId: string }) {
  const { keeping, stop } = useApp(selectRecordView(documentId))
  const change = (next: Keeping) => changeSheet(documentId, { keeping: next })
  /** A flight recorder is there for the day when something happens: what ends other recordings does not end it. */
  const changeKind = (kind: Keeping['kind']) => {
    const isSwitched = (kind === 'ring') !== (keeping.kind === 'ring')
    const limits = kind === 'ring' ? { afterMs: null, atBytes: null } : usualStop
    changeSheet(documentId, { keeping: startOf[kind], ...(isSwitched ? { stop: { ...stop, ...limits } } : {}) })
  }
  return (
    <>
      <div className={styles.condition}>
        <span className={styles.conditionWord}>{recordLabels.stopColumn.keep}</span>
        <Select
          label={recordLabels.stopColumn.whatIsKept}
          options={keepingOptions}
          value={keeping.kind}
          onChange={changeKind}
        />
      </div>
      {keeping.kind === 'ring' && (
        <>
          <div className={styles.condition}>
            <span className={styles.conditionWord}>{recordLabels.stopColumn.keepTheLast}</span>
            <Select
              label={recordLabels.stopColumn.secondsToKeep}
              options={ringOptions}
              value={keeping.lastMs}
              onChange={(lastMs) => change({ ...keeping, lastMs })}
            />
          </div>
          <div className={styles.condition}>
            <span className={styles.conditionWord}>{recordLabels.stopColumn.onTheDisk}</span>
            <Select
              label={recordLabels.stopColumn.diskSpace}
              options={ringBoundOptions}
              value={keeping.maxBytes ?? usualRingBytes}
              onChange={(maxBytes) => change({ ...keeping, maxBytes })}
            />
          </div>
          <p className={styles.hint}>{recordLabels.stopColumn.flightHint}</p>
        </>
      )}
      {keeping.kind === 'roll' && (
        <>
          <div className={styles.condition}>
            <span className={styles.conditionWord}>{recordLabels.stopColumn.newFileEvery}</span>
            <Select
              label={recordLabels.stopColumn.newFileEveryLabel}
              options={rollOptions}
              value={keeping.everyMs ?? 60 * seconds}
              onChange={(everyMs) => change({ ...keeping, everyMs })}
            />
          </div>
          <div className={styles.condition}>
            <span className={styles.conditionWord}>{recordLabels.stopColumn.keep}</span>
            <Select
              label={recordLabels.stopColumn.filesKept}
              options={keepCountOptions}
              value={keeping.keepFiles ?? 0}
              onChange={(count) => change({ ...keeping, keepFiles: count === 0 ? null : count })}
            />
          </div>
        </>
      )}
    </>
  )
}

function PlaceFields({ documentId, target }: StopColumnProps) {
  const place = useApp((state) => selectRecordView(documentId)(state).place)
  const placeError = useApp((state) => selectRecordView(documentId)(state).placeError)
  const template = useApp((state) => selectRecordView(documentId)(state).nameTemplate)
  const atBytes = useApp((state) => selectRecordView(documentId)(state).stop.atBytes)
  const { freeBytes, totalBytes } = place ?? { freeBytes: null, totalBytes: null }
  const used = freeBytes === null || totalBytes === null || totalBytes === 0 ? null : 1 - freeBytes / totalBytes
  return (
    <>
      <div className={own.label}>{recordLabels.stopColumn.folder}</div>
      <div className={own.folder}>
        <span className={own.folderPath}>
          <MiddleEllipsis text={place?.folder ?? '…'} />
        </span>
        <IconButton
          icon={FolderOpen}
          size="small"
          label={recordLabels.stopColumn.chooseAFolder}
          onClick={() => chooseRecordingFolder(documentId, target)}
        />
      </div>
      {placeError !== null && (
        <p className={styles.problem} role="alert">{`${wordError(placeError).what}. ${wordError(placeError).next}`}</p>
      )}
      <label className={own.label} htmlFor={`${documentId}-name`}>
        {recordLabels.stopColumn.fileName}
      </label>
      <Input
        id={`${documentId}-name`}
        isMono
        value={template}
        onChange={(nameTemplate) => {
          changeSheet(documentId, { nameTemplate })
          if (nameTemplate !== '') refreshPlace(documentId, target)
        }}
      />
      <div className={own.fileName}>{place === null ? '' : <MiddleEllipsis text={place.fileName} />}</div>
      {used !== null && (
        <>
          <div className={own.room}>
            <span>{recordLabels.stopColumn.freeOnThisDisk}</span>
            <span className="tabular">
              {recordLabels.stopColumn.room(
                quantityText(formatBytes(freeBytes)),
                quantityText(formatBytes(totalBytes)),
              )}
            </span>
          </div>
          <div className={own.bar}>
            <div className={own.fill} style={{ width: `${String(Math.round(used * 100))}%` }} />
          </div>
        </>
      )}
      {freeBytes !== null && atBytes !== null && freeBytes < atBytes && (
        <p className={styles.problem}>{recordLabels.stopColumn.mayNeedMore}</p>
      )}
    </>
  )
}
