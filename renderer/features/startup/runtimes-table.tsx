import { Activity, CircleDot, CircleHelp, CircleStop, Pause, Play, Wrench } from 'lucide-react'
import type { PortRuntimePhase } from '../../../shared/model/port.ts'
import { wordError } from '../../../shared/words/error-wording.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip, type Tone } from '../../ui/chip.tsx'
import type { LucideIcon } from '../../ui/icon.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import { ruleWords } from './rule-select.tsx'
import { longWaitMs, phaseText, waitReason, type RuntimeRow } from './runtime-rows.ts'
import { openLive, recordThenResume, resume } from './startup-commands.ts'
import styles from './startup-screen.module.css'
import { startupLabels } from './startup-labels.ts'
import { TableHead } from '../../ui/layout/table-head.tsx'

/** A build brings hundreds; who waits comes first, so the rest is history. */
const maxRows = 200

const looks: Readonly<Record<PortRuntimePhase, readonly [Tone, LucideIcon]>> = {
  unknown: ['warn', CircleHelp],
  waiting: ['warn', Pause],
  resuming: ['note', Play],
  running: ['ok', Play],
  gone: ['absent', CircleStop],
}

interface RuntimesTableProps {
  readonly rows: readonly RuntimeRow[]
  readonly nowMs: number
  readonly onPrepare: (row: RuntimeRow) => void
}

export function RuntimesTable({ rows, nowMs, onPrepare }: RuntimesTableProps) {
  return (
    <PlainTable>
      <table className={styles.table} aria-label={startupLabels.runtimesTable.connectedRuntimes}>
        <TableHead
          columns={[
            startupLabels.runtimesTable.state,
            startupLabels.runtimesTable.pid,
            startupLabels.runtimesTable.program,
            startupLabels.runtimesTable.net,
            startupLabels.runtimesTable.connectedThroughRule,
            { label: startupLabels.runtimesTable.actions, isHidden: true },
          ]}
        />
        <tbody>
          {rows.slice(0, maxRows).map((row) => (
            <RuntimeLine key={row.key} row={row} nowMs={nowMs} onPrepare={onPrepare} />
          ))}
          {rows.length > maxRows && (
            <tr>
              <td colSpan={6} className="muted">
                {startupLabels.runtimesTable.moreNotShown(String(rows.length - maxRows))}
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </PlainTable>
  )
}

function decidedText({ rule, pattern }: NonNullable<RuntimeRow['runtime']['decided']>): string {
  return pattern === null ? ruleWords[rule] : `${pattern}: ${ruleWords[rule]}`
}

interface RuntimeLineProps extends Omit<RuntimesTableProps, 'rows'> {
  readonly row: RuntimeRow
}

function RuntimeLine({ row, nowMs, onPrepare }: RuntimeLineProps) {
  const { runtime, portId, origin } = row
  const [tone, icon] = looks[runtime.phase]
  const isLate = runtime.phase === 'waiting' && nowMs - runtime.arrivedMs > longWaitMs
  const name = runtime.name ?? startupLabels.runtimesTable.unknownProgram
  const { processKey } = runtime
  const reason = waitReason(runtime)
  return (
    <tr data-testid="runtime" data-phase={runtime.phase} data-pid={runtime.targetPid}>
      <td>
        <Chip tone={isLate ? 'bad' : tone} icon={icon}>
          {phaseText(runtime, nowMs)}
        </Chip>
      </td>
      <td className="tabular">{runtime.pid ?? runtime.targetPid}</td>
      <td className={styles.program}>
        <MiddleEllipsis text={name} />
        {runtime.recording !== null && (
          <span className={runtime.recording.error === null ? styles.recorded : styles.problem}>
            {runtime.recording.error === null
              ? startupLabels.runtimesTable.recordedFromStartup
              : startupLabels.runtimesTable.notRecorded(wordError(runtime.recording.error).what)}
          </span>
        )}
        {reason !== null && <span className="muted">{reason}</span>}
        {runtime.error !== null && <span className={styles.problem}>{wordError(runtime.error).what}</span>}
      </td>
      <td className="tabular">{runtime.runtimeVersion ?? ''}</td>
      <td className={styles.origin}>
        <MiddleEllipsis text={origin} />
        {runtime.decided !== null && <span className="muted">{decidedText(runtime.decided)}</span>}
      </td>
      <td className={styles.actions}>
        {runtime.phase === 'waiting' && (
          <IconButton
            icon={Wrench}
            size="small"
            label={startupLabels.runtimesTable.prepare(name)}
            hint={startupLabels.runtimesTable.prepareHint}
            onClick={() => onPrepare(row)}
          />
        )}
        {runtime.phase === 'waiting' && processKey !== null && (
          <Button
            size="small"
            icon={CircleDot}
            aria-label={startupLabels.runtimesTable.recordThenResume(name)}
            onClick={() => recordThenResume(processKey, runtime.pid ?? runtime.targetPid, name)}
          >
            {startupLabels.runtimesTable.record}
          </Button>
        )}
        {(runtime.phase === 'waiting' || runtime.phase === 'unknown') && (
          <Button
            kind="primary"
            size="small"
            icon={Play}
            aria-label={startupLabels.runtimesTable.resumeOne(name)}
            onClick={() => resume(portId, runtime.cookie)}
          >
            {startupLabels.runtimesTable.resume}
          </Button>
        )}
        {runtime.phase === 'running' && processKey !== null && (
          <Button
            size="small"
            kind="quiet"
            icon={Activity}
            aria-label={startupLabels.runtimesTable.liveViewOf(name)}
            onClick={() => openLive(processKey)}
          >
            {startupLabels.runtimesTable.live}
          </Button>
        )}
      </td>
    </tr>
  )
}
