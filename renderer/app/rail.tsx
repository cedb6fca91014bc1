import { Activity, Layers, Settings } from 'lucide-react'
import { showKeys } from '../commands/keys.ts'
import { isMac } from '../commands/platform.ts'
import { commands } from '../commands/registry.ts'
import { useApp } from '../store/create-store.ts'
import { selectActiveDocument, type DocumentKind } from '../store/navigation-slice.ts'
import { Icon, type LucideIcon } from '../ui/icon.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { Logo } from './logo.tsx'
import styles from './rail.module.css'

/** Places, in the order of a day's work. Only what works is here: Live shows once there is a live document. */
export function Rail() {
  const activeKind = useApp((state) => selectActiveDocument(state)?.kind)
  const liveCount = useApp((state) => state.documents.filter((tab) => tab.kind === 'live').length)
  return (
    <nav className={styles.rail} aria-label="Places">
      <span className={styles.logo}>
        <Logo />
      </span>
      <RailEntry kind="processes" activeKind={activeKind} icon={Layers} label="Processes" keys="Mod+1" />
      {liveCount > 0 && (
        <RailEntry kind="live" activeKind={activeKind} icon={Activity} label="Live" keys="Mod+2" count={liveCount} />
      )}
      <span className={styles.spacer} />
      <RailEntry kind="settings" activeKind={activeKind} icon={Settings} label="Settings" keys="Mod+Comma" />
    </nav>
  )
}

interface RailEntryProps {
  readonly kind: DocumentKind
  readonly activeKind: DocumentKind | undefined
  readonly icon: LucideIcon
  readonly label: string
  readonly keys: string
  readonly count?: number
}

function RailEntry({ kind, activeKind, icon, label, keys, count }: RailEntryProps) {
  return (
    <Tooltip text={label} shortcut={showKeys(keys, isMac)} side="right">
      <button
        type="button"
        className={styles.entry}
        aria-label={count === undefined || count < 2 ? label : `${label}, ${String(count)} open`}
        aria-current={kind === activeKind ? 'page' : undefined}
        onClick={() => {
          commands.run(`app.${kind}`)
        }}
      >
        <Icon icon={icon} size={20} />
        {count !== undefined && count > 1 && <span className={styles.count}>{count}</span>}
      </button>
    </Tooltip>
  )
}
