import { ChevronDown, ChevronRight, Container, Monitor, Pin } from 'lucide-react'
import { Icon } from '../../../ui/icon.tsx'
import type { GroupId, GroupItem } from '../model/row-tree.ts'
import cell from './name-cell.module.css'
import styles from './process-grid.module.css'

const engineNames: Readonly<Record<string, string>> = {
  docker: 'Docker',
  podman: 'Podman',
  containerd: 'containerd',
  kubernetes: 'Kubernetes',
  other: 'Containers',
}

export function groupTitle(id: GroupId): string {
  if (id === 'pinned') return 'Pinned'
  if (id === 'machine') return 'This machine'
  return engineNames[id.slice('container:'.length)] ?? 'Containers'
}

/** `11 processes`, `3 processes in 2 containers`. */
export function groupCount(item: GroupItem): string {
  const processes = `${item.processCount} ${item.processCount === 1 ? 'process' : 'processes'}`
  if (item.containerCount === 0 || !item.id.startsWith('container:')) return processes
  return `${processes} in ${item.containerCount} ${item.containerCount === 1 ? 'container' : 'containers'}`
}

interface GroupRowViewProps {
  readonly item: GroupItem
  readonly domId: string
  readonly top: number
  readonly rowIndex: number
  readonly isSelected: boolean
  readonly onSelect: (id: string) => void
  readonly onToggle: (id: string) => void
}

export function GroupRowView({ item, domId, top, rowIndex, isSelected, onSelect, onToggle }: GroupRowViewProps) {
  const icon = item.id === 'pinned' ? Pin : item.id === 'machine' ? Monitor : Container
  return (
    <div
      role="row"
      id={domId}
      aria-rowindex={rowIndex}
      aria-level={1}
      aria-expanded={item.isExpanded}
      aria-selected={isSelected}
      className={styles.group}
      style={{ top }}
      onPointerDown={() => onSelect(item.id)}
      onDoubleClick={() => onToggle(item.id)}
    >
      <span role="rowheader" className={styles.groupName}>
        <button
          type="button"
          tabIndex={-1}
          aria-hidden
          className={cell.fold}
          onClick={() => onToggle(item.id)}
          onDoubleClick={(event) => event.stopPropagation()}
        >
          <Icon icon={item.isExpanded ? ChevronDown : ChevronRight} size={12} />
        </button>
        <Icon icon={icon} size={14} />
        <span>{groupTitle(item.id)}</span>
        <span className={styles.groupCount}>{groupCount(item)}</span>
      </span>
    </div>
  )
}
