import {
  Activity,
  Archive,
  Cable,
  CircleDot,
  HardDriveDownload,
  Layers,
  Rocket,
  Settings,
  Workflow,
} from 'lucide-react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { commands } from '../../commands/registry.ts'
import { useWaitingCount } from '../../features/startup/use-ports.ts'
import { useApp, type AppState } from '../../store/create-store.ts'
import { selectActiveDocument, type DocumentKind } from '../../store/navigation-slice.ts'
import { Icon, type LucideIcon } from '../../ui/icon.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { Logo } from './logo.tsx'
import styles from './rail.module.css'
import { selectDumpableRow, selectRecordableRow } from '../../documents/target-row.ts'
import { appLabels } from '../app-labels.ts'

/** Places, in the order of a day's work. Only what works is here: Live once there is a live document, Record and Dump for a process that takes them. */
export function Rail() {
  const activeKind = useApp((state) => selectActiveDocument(state)?.kind)
  const liveCount = useApp((state) => state.documents.filter((tab) => tab.kind === 'live').length)
  const canRecord = useApp((state) => hasDocument(state, 'record') || selectRecordableRow(state) !== null)
  const canDump = useApp((state) => hasDocument(state, 'dump') || selectDumpableRow(state) !== null)
  const waiting = useWaitingCount()
  return (
    <nav className={styles.rail} aria-label={appLabels.rail.places}>
      <span className={styles.logo}>
        <Logo />
      </span>
      <RailEntry kind="processes" activeKind={activeKind} icon={Layers} label={appLabels.rail.processes} keys="Mod+1" />
      {liveCount > 0 && (
        <RailEntry
          kind="live"
          activeKind={activeKind}
          icon={Activity}
          label={appLabels.rail.live}
          keys="Mod+2"
          count={liveCount}
        />
      )}
      {canRecord && (
        <RailEntry kind="record" activeKind={activeKind} icon={CircleDot} label={appLabels.rail.record} keys="Mod+3" />
      )}
      {canDump && (
        <RailEntry
          kind="dump"
          activeKind={activeKind}
          icon={HardDriveDownload}
          label={appLabels.rail.dump}
          keys="Mod+4"
        />
      )}
      <RailEntry kind="files" activeKind={activeKind} icon={Archive} label={appLabels.rail.files} keys="Mod+5" />
      <RailEntry
        kind="startup"
        activeKind={activeKind}
        icon={Rocket}
        label={appLabels.rail.startupAndPorts}
        keys="Mod+6"
        waiting={waiting}
      />
      <RailEntry kind="rules" activeKind={activeKind} icon={Workflow} label={appLabels.rail.rules} keys="Mod+7" />
      <RailEntry
        kind="connections"
        activeKind={activeKind}
        icon={Cable}
        label={appLabels.rail.connections}
        keys="Mod+8"
      />
      <span className={styles.spacer} />
      <RailEntry
        kind="settings"
        activeKind={activeKind}
        icon={Settings}
        label={appLabels.rail.settings}
        keys="Mod+Comma"
      />
    </nav>
  )
}

const hasDocument = (state: AppState, kind: DocumentKind) => state.documents.some((tab) => tab.kind === kind)

interface RailEntryProps {
  readonly kind: DocumentKind
  readonly activeKind: DocumentKind | undefined
  readonly icon: LucideIcon
  readonly label: string
  readonly keys: string
  readonly count?: number
  /** Programs that stand still until somebody goes there. */
  readonly waiting?: number
}

function RailEntry({ kind, activeKind, icon, label, keys, count, waiting = 0 }: RailEntryProps) {
  const shown = waiting > 0 ? waiting : count
  return (
    <Tooltip text={label} shortcut={showKeys(keys, isMac)} side="right">
      <button
        type="button"
        className={styles.entry}
        aria-label={nameOf(label, count ?? 0, waiting)}
        aria-current={kind === activeKind ? 'page' : undefined}
        onClick={() => {
          commands.run(`app.${kind}`)
        }}
      >
        <Icon icon={icon} size={20} />
        {(waiting > 0 || (count ?? 0) > 1) && <span className={styles.count}>{shown}</span>}
      </button>
    </Tooltip>
  )
}

function nameOf(label: string, count: number, waiting: number): string {
  if (waiting > 0) return appLabels.rail.waiting(label, String(waiting))
  return count < 2 ? label : appLabels.rail.open(label, String(count))
}
