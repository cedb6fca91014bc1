import { Save, Square, Trash2 } from 'lucide-react'
import { formatBytes, formatCount, formatPercent, quantityText, type Quantity } from '../../../shared/base/format.ts'
import type { Job } from '../../../shared/model/job.ts'
import { errorSentences } from '../../../shared/words/error-wording.ts'
import { useRecordingStatus } from '../../bridge/use-recording-status.ts'
import { actOnJob } from '../../commands/page-actions.ts'
import { Button } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Value } from '../../ui/text/value.tsx'
import { openFlight } from './flight-commands.ts'
import { adviceOf, costOf, gapText, stretchText } from './flight-words.ts'
import styles from './flight.module.css'
import { flightLabels } from './flight-labels.ts'

interface FlightRowProps {
  readonly job: Job
  /** While it is not, nothing is decoded for it. */
  readonly isShown: boolean
  readonly acceptedPercent: number
}

export function FlightRow({ job, isShown, acceptedPercent }: FlightRowProps) {
  const status = useRecordingStatus(job.id, isShown)
  const flight = status?.flight ?? null
  const heldMs = status?.heldMs ?? 0
  const name = `${job.title}, PID ${String(job.target?.pid ?? '')}`
  const advice = status === null ? null : adviceOf(status.overhead, status.cheaperBy, acceptedPercent)
  const saveError = flight?.saveError ?? null
  const gap = gapText(flight?.gapMs ?? 0)
  const cost = costOf(status?.overhead ?? { kind: 'unknown' })
  return (
    <li className={styles.row} aria-label={name}>
      <div className={styles.head}>
        <Button
          kind="link"
          className={styles.name}
          onClick={() => openFlight(job)}
          title={flightLabels.row.showWhatItCollects}
        >
          {job.title}
        </Button>
        <span className="muted">{`PID ${String(job.target?.pid ?? '')}${job.question === null ? '' : ` · ${job.question}`}`}</span>
        <span className="grow" />
        <IconButton
          icon={Trash2}
          size="small"
          label={flightLabels.row.discard(name)}
          onClick={() => actOnJob(job, 'cancel')}
        />
        <Button icon={Square} disabled={!job.actions.includes('stop')} onClick={() => actOnJob(job, 'stop')}>
          {flightLabels.row.saveAndStop}
        </Button>
        <Button
          kind="primary"
          icon={Save}
          disabled={!job.actions.includes('save')}
          onClick={() => actOnJob(job, 'save')}
        >
          {flightLabels.row.saveNow}
        </Button>
      </div>
      <div
        className={styles.bar}
        role="progressbar"
        aria-label={flightLabels.row.keptOf(name)}
        aria-valuenow={flight === null ? 0 : Math.round((100 * heldMs) / flight.lastMs)}
      >
        <div
          className={styles.fill}
          style={{ width: flight === null ? 0 : `${String(Math.min(100, (100 * heldMs) / flight.lastMs))}%` }}
        />
      </div>
      <dl className={styles.tiles}>
        <Tile
          title={flightLabels.row.keeps}
          text={flight === null ? '–' : stretchText(heldMs)}
          detail={flight === null ? '' : flightLabels.row.of(stretchText(flight.lastMs))}
        />
        <Tile
          title={flightLabels.row.onDisk}
          quantity={formatBytes(flight?.keptBytes ?? null)}
          detail={flight === null ? '' : flightLabels.row.atMost(quantityText(formatBytes(flight.maxBytes)))}
        />
        <Tile
          title={flightLabels.row.rate}
          quantity={formatBytes(status?.bytesPerSecond ?? null, true)}
          detail={flightLabels.row.received}
        />
        <Tile
          title={flightLabels.row.lostEvents}
          isBad={(status?.lostCount ?? 0) > 0}
          text={status?.lostCount == null ? '–' : formatCount(status.lostCount)}
          detail={flightLabels.row.sinceShown}
        />
        <Tile
          title={flightLabels.row.cpuOfTheProcess}
          quantity={formatPercent(status?.cpuPercent ?? null)}
          detail={
            status?.cpuBeforePercent == null
              ? ''
              : flightLabels.row.before(quantityText(formatPercent(status.cpuBeforePercent)))
          }
        />
        <Tile title={flightLabels.row.cost} text={cost.text} detail={cost.detail} isBad={advice !== null} />
        <Tile
          title={flightLabels.row.saved}
          text={formatCount(flight?.savedCount ?? 0)}
          detail={flightLabels.row.filesSoFar}
        />
      </dl>
      {saveError !== null && (
        <p className={styles.problem} role="alert">
          {flightLabels.row.saveFailed(errorSentences(saveError))}
        </p>
      )}
      {advice !== null && (
        <p className={styles.advice} role="status">
          {advice}
        </p>
      )}
      {gap !== null && <p className={styles.hint}>{gap}</p>}
    </li>
  )
}

interface TileProps {
  readonly title: string
  readonly quantity?: Quantity
  readonly text?: string
  readonly detail: string
  readonly isBad?: boolean
}

function Tile({ title, quantity, text, detail, isBad }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt>{title}</dt>
      <dd className={isBad === true ? styles.bad : undefined}>
        {quantity === undefined ? text : <Value quantity={quantity} />}
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
      </dd>
    </div>
  )
}
