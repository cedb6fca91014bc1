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
import { useNow } from './use-now.ts'
import { formatAgo } from './model/ago.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { shortVersion } from './model/row-text.ts'
import styles from './seen-pane.module.css'

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
  const seen = useMemo(() => notRunning(all ?? [], rows), [all, rows])
  if (seen.length === 0) return null
  return (
    <section className={styles.pane} aria-label="Seen before">
      <h2 className={styles.header}>
        <button type="button" className={styles.toggle} aria-expanded={isOpen} onClick={() => setChoice(!isOpen)}>
          <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} />
          Seen before
          <span className={styles.count}>{seen.length}</span>
        </button>
      </h2>
      {isOpen && <SeenTable seen={seen} />}
    </section>
  )
}

function SeenTable({ seen }: { readonly seen: readonly SeenProcess[] }) {
  const nowMs = useNow(false)
  return (
    <PlainTable className={styles.scroller} label="Applications seen before">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Application</th>
            <th scope="col">.NET</th>
            <th scope="col">Last seen</th>
            <th scope="col">
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {seen.map((application) => (
            <SeenRow key={application.application} application={application} nowMs={nowMs} />
          ))}
        </tbody>
      </table>
    </PlainTable>
  )
}

function SeenRow({ application, nowMs }: { readonly application: SeenProcess; readonly nowMs: number }) {
  return (
    <tr>
      <td title={application.application.includes('\n') ? maskCommandLine(application.application) : undefined}>
        <span className={styles.name}>
          {application.isPinned && <Icon icon={Pin} size={12} />}
          <span className="ellipsis">{application.name}</span>
        </span>
      </td>
      <td className="tabular">
        {application.runtimeVersion === null ? 'Unknown' : shortVersion(application.runtimeVersion)}
      </td>
      <td>{formatAgo(nowMs - application.lastSeenMs)}</td>
      <td className={styles.actions}>
        <IconButton
          icon={Trash2}
          label={`Forget ${application.name}`}
          size="small"
          onClick={() => forget(application)}
        />
      </td>
    </tr>
  )
}
