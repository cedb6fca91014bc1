import { AppWindow, Check, Minus, PowerOff, TriangleAlert, Unplug, Users, Waypoints } from 'lucide-react'
import { useApp } from '../../store/create-store.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon, type LucideIcon } from '../../ui/icon.tsx'
import { Skeleton } from '../../ui/layout/skeleton.tsx'
import styles from './cause-list.module.css'
import { unlistedCauses, type Cause, type CauseId } from './model/unlisted-causes.ts'
import type { UnlistedState } from './use-unlisted.ts'
import { processLabels } from './process-labels.ts'

const icons: Readonly<Record<CauseId, LucideIcon>> = {
  'other-user': Users,
  'switched-off': PowerOff,
  'lost-port': Unplug,
  'not-this-kind': AppWindow,
  'out-of-sight': Waypoints,
}

interface CauseListProps {
  readonly state: UnlistedState
  /** Offered on causes that were found; null where the details are shown anyway. */
  readonly onDetails: (() => void) | null
}

/** Why a process may be missing, each with what was checked on this machine. */
export function CauseList({ state, onDetails }: CauseListProps) {
  const rows = useApp((app) => app.processRows)
  const platform = useApp((app) => app.facts?.platform ?? '')
  if (state.kind === 'failed') return null
  if (state.kind === 'looking') return <CauseSkeleton />
  return (
    <ul className={styles.list} aria-label={processLabels.causeList.possibleCauses}>
      {unlistedCauses(state.report, rows, platform).map((cause) => (
        <li key={cause.id} className={styles.cause}>
          <Icon icon={icons[cause.id]} size={18} className={cause.verdict === 'found' ? styles.found : styles.icon} />
          <span className={styles.words}>
            <span className={styles.title}>{cause.title}</span>
            <span className={styles.checked}>{cause.checked}</span>
          </span>
          <Verdict cause={cause} onDetails={onDetails} />
        </li>
      ))}
    </ul>
  )
}

function Verdict({ cause, onDetails }: { readonly cause: Cause; readonly onDetails: (() => void) | null }) {
  switch (cause.verdict) {
    case 'found':
      return onDetails === null ? (
        <Chip tone="warn" icon={TriangleAlert}>
          {cause.verdictText}
        </Chip>
      ) : (
        <Button size="small" onClick={onDetails} aria-label={processLabels.causeList.whatToDoAbout(cause.title)}>
          {processLabels.causeList.whatToDo}
        </Button>
      )
    case 'nothing-found':
      return (
        <Chip tone="ok" icon={Check}>
          {cause.verdictText}
        </Chip>
      )
    case 'not-here':
    case 'cannot-check':
      return (
        <Chip tone="absent" icon={Minus}>
          {cause.verdictText}
        </Chip>
      )
  }
}

function CauseSkeleton() {
  return (
    <ul className={styles.list} aria-busy aria-label={processLabels.causeList.checkingPossibleCauses}>
      {[220, 260, 200].map((width) => (
        <li key={width} className={styles.cause}>
          <Skeleton width={18} height={18} />
          <span className={styles.words}>
            <Skeleton width={width / 1.6} height={10} />
            <Skeleton width={width} />
          </span>
          <Skeleton width={84} height={20} />
        </li>
      ))}
    </ul>
  )
}
