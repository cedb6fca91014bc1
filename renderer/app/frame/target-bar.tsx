import { ChevronDown, Monitor, Search, SquareTerminal } from 'lucide-react'
import { showKeys } from '../../commands/keys.ts'
import { isMac } from '../../commands/platform.ts'
import { commands } from '../../commands/registry.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { useApp, type AppState } from '../../store/create-store.ts'
import { selectActiveDocument } from '../../store/navigation-slice.ts'
import { cx } from '../../ui/class-names.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { MiddleEllipsis } from '../../ui/text/middle-ellipsis.tsx'
import { Tooltip } from '../../ui/overlay/tooltip.tsx'
import { JobsButton } from './jobs-button.tsx'
import { NoticeCentre } from '../notices/notice-centre.tsx'
import { useOverlays } from '../overlays.ts'
import { selectTargetRow } from '../../documents/target-row.ts'
import styles from './target-bar.module.css'
import { appLabels } from '../app-labels.ts'

/** The title bar of the window: target at the left, search in the middle, jobs and notices at the right. */
export function TargetBar() {
  const frame = useApp((state) => state.facts?.windowFrame ?? 'native')
  return (
    <header className={styles.bar} data-frame={frame}>
      <div className={styles.start}>
        <TargetPicker />
        <TargetMachine />
      </div>
      <SearchButton />
      <div className={styles.side}>
        <JobsButton />
        <NoticeCentre />
      </div>
    </header>
  )
}

function selectTargetFile(state: AppState): string | null {
  const active = selectActiveDocument(state)
  return active?.kind === 'live' && active.liveTarget.kind === 'file' ? active.liveTarget.name : null
}

function openPicker(): void {
  useOverlays.setState({ palette: 'processes' })
}

function TargetPicker() {
  const row = useApp(selectTargetRow)
  const file = useApp(selectTargetFile)
  if (file !== null) {
    return (
      <button
        type="button"
        className={styles.target}
        onClick={openPicker}
        aria-label={appLabels.targetBar.targetFile(file)}
      >
        <MiddleEllipsis text={file} className={styles.file} />
        <Icon icon={ChevronDown} size={14} />
      </button>
    )
  }
  if (!row) {
    return (
      <button
        type="button"
        className={styles.target}
        onClick={openPicker}
        aria-label={appLabels.targetBar.noTargetLabel}
      >
        <span className={styles.none}>{appLabels.targetBar.noTarget}</span>
        <Icon icon={ChevronDown} size={14} />
      </button>
    )
  }
  // Without the source revision behind a plus: nobody tells processes apart by it.
  const runtime = row.runtimeVersion === null ? null : `.NET ${row.runtimeVersion.replace(/\+.*$/, '')}`
  const facts = [runtime, row.architecture].filter((fact) => fact !== null).join(' · ')
  return (
    <Tooltip
      text={[appLabels.targetBar.process(row.name, String(row.pid)), facts].filter((part) => part !== '').join(', ')}
    >
      <button
        type="button"
        className={styles.target}
        onClick={openPicker}
        aria-label={appLabels.targetBar.target(row.name, String(row.pid))}
      >
        <span className={styles.dot} data-state={dotOf(row)} />
        <span className={styles.parts}>
          <span className={styles.name}>{row.name}</span>
          <span className={cx('muted', 'tabular', styles.part)}>{row.pid}</span>
          {facts !== '' && <span className={cx('muted', styles.part, styles.facts)}>{facts}</span>}
        </span>
        <Icon icon={ChevronDown} size={14} />
      </button>
    </Tooltip>
  )
}

/** Which machine the target is on, always in words. */
function TargetMachine() {
  const row = useApp(selectTargetRow)
  if (row === null) return null
  const { machine } = row
  return (
    <Tooltip
      text={machine === undefined ? appLabels.targetBar.onThisMachine : appLabels.targetBar.onMachine(machine.name)}
    >
      <button
        type="button"
        className={styles.machine}
        aria-label={appLabels.targetBar.machine(machine === undefined ? appLabels.targetBar.local : machine.name)}
        onClick={() => {
          commands.run('app.connections')
        }}
      >
        <Icon icon={machine === undefined ? Monitor : SquareTerminal} size={14} />
        <span className="ellipsis">{machine === undefined ? appLabels.targetBar.local : machine.name}</span>
      </button>
    </Tooltip>
  )
}

function dotOf(row: ProcessRow): 'on' | 'warn' | 'off' {
  if (row.state === 'ready' || row.state === 'limited') return 'on'
  return row.state === 'exited' ? 'off' : 'warn'
}

function SearchButton() {
  return (
    <button
      type="button"
      className={styles.search}
      aria-label={appLabels.targetBar.search}
      onClick={() => {
        useOverlays.setState({ palette: 'all' })
      }}
    >
      <Icon icon={Search} size={14} />
      <span className={styles.searchText}>{appLabels.targetBar.searchPlaceholder}</span>
      <Kbd>{showKeys('Mod+K', isMac)}</Kbd>
    </button>
  )
}
