import { ChevronDown, ChevronRight, Pin, Trash2 } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { applicationOf } from '../../../shared/model/application.ts'
import type { ProcessRow, SeenProcess } from '../../../shared/model/process.ts'
import { useApp } from '../../store/create-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { PlainTable } from '../../ui/layout/plain-table.tsx'
import { useMediaQuery } from '../../ui/use-media-query.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { forget, refreshSeen } from './actions.ts'
import { useSampledNow } from './use-sampled-now.ts'
import { formatAgo } from './model/ago.ts'
import { type SeenApplication, seenApplications } from './model/seen-applications.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { shortVersion } from './model/row-text.ts'
import styles from './seen-pane.module.css'
import { processLabels } from './process-labels.ts'
import { TableHead } from '../../ui/layout/table-head.tsx'

const isRunning = (row: ProcessRow) => row.state !== 'exited'

function notRunning(seen: readonly SeenProcess[], rows: readonly ProcessRow[]): readonly SeenProcess[] {
  const running = new Set(rows.filter(isRunning).map(applicationOf))
  return seen.filter(({ application }) => !running.has(application))
}

/** Applications of earlier runs that are not running now. */
export function SeenPane() {
  const all = useApp((state) => state.seenProcesses)
  const rows = useApp((state) => state.processRows)
  // Until the person chooses: closed in low windows, where the list needs the room.
  const isTall = useMediaQuery('(min-height: 760px)')
  const [choice, setChoice] = useState<boolean | null>(null)
  const isOpen = choice ?? isTall
  // What runs is noted when it starts, what ends is seen last at that moment: asked again when one comes, goes or
  // turns out to be another application (the runtime's own command line comes a moment after the system's).
  const running = useMemo(() => rows.filter(isRunning).map(applicationOf).toSorted().join('\0'), [rows])
  useEffect(() => {
    refreshSeen()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a process that came or went is the reason to ask
  }, [running])
  const seen = useMemo(() => seenApplications(notRunning(all ?? [], rows)), [all, rows])
  if (seen.length === 0) return null
  return (
    <section className={styles.pane} aria-label={processLabels.seenPane.seenBefore}>
      <h2 className={styles.header}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
          <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} />
          {processLabels.seenPane.seenBefore}
          <span className={styles.count}>{seen.length}</span>
        </button>
      </h2>
      {isOpen && <SeenTable seen={seen} />}
    </section>
  )
}

function SeenTable({ seen }: { readonly seen: readonly SeenApplication[] }) {
  const nowMs = useSampledNow(false)
  return (
    <PlainTable className={styles.scroller} label={processLabels.seenPane.applicationsSeenBefore}>
      <table className={styles.table}>
        <TableHead
          columns={[
            processLabels.seenPane.application,
            processLabels.seenPane.net,
            processLabels.seenPane.lastSeen,
            { label: processLabels.seenPane.actions, isHidden: true },
          ]}
        />
        <tbody>
          {seen.map((application) => (
            <SeenRow key={application.name} application={application} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

function SeenRow({ application, nowMs }: { readonly application: SeenApplication; readonly nowMs: number }) {
  const { name, runs } = application
  const { runtimeVersion, lastSeenMs } = runs[0]!
  return (
    <tr>
      <td title={commandsOf(application)}>
        <span className={styles.name}>
          {runs.some(({ isPinned }) => isPinned) && <Icon icon={Pin} size={12} />}
          <span className="ellipsis">{name}</span>
          {runs.length > 1 && <span className={styles.count}>{processLabels.seenPane.commandLines(runs.length)}</span>}
        </span>
      </td>
      <td className="tabular">
        {runtimeVersion === null ? processLabels.seenPane.unknown : shortVersion(runtimeVersion)}
      </td>
      <td>{formatAgo(nowMs - lastSeenMs)}</td>
      <td className={styles.actions}>
        <IconButton
          icon={Trash2}
          label={processLabels.seenPane.forget(name)}
          size="small"
          onClick={() => forget(application)}
        />
      </td>
    </tr>
  )
}

/** Of the newest runs; only their hash is known of runs before this one of Pipescope. */
function commandsOf({ runs }: SeenApplication): string | undefined {
  const known = runs.filter(({ application }) => application.includes('\n')).slice(0, 5)
  const commands = known.map(({ application }) => maskCommandLine(application.slice(application.indexOf('\n') + 1)))
  return commands.length === 0 ? undefined : commands.join('\n')
}
