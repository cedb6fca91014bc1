import { Container, Monitor, Pin, SquareTerminal } from 'lucide-react'
import { Icon, type LucideIcon } from '../../../ui/icon.tsx'
import type { GroupId, GroupItem } from '../model/row-tree.ts'
import styles from './process-grid.module.css'
import { processLabels } from '../process-labels.ts'

const engineNames: Readonly<Record<string, string>> = {
  docker: processLabels.groupTitle.docker,
  podman: processLabels.groupTitle.podman,
  containerd: 'containerd',
  kubernetes: processLabels.groupTitle.kubernetes,
  other: processLabels.groupTitle.containers,
}

export function groupTitle(id: GroupId): string {
  if (id === 'pinned') return processLabels.groupTitle.pinned
  if (id === 'machine') return processLabels.groupTitle.thisMachine
  if (id.startsWith('far:')) return processLabels.groupTitle.machineOverSsh(id.slice('far:'.length))
  return engineNames[id.slice('container:'.length)] ?? processLabels.groupTitle.containers
}

/** `11 processes`, `3 processes in 2 containers`. */
export function groupCount(item: GroupItem): string {
  if (item.containerCount === 0 || !item.id.startsWith('container:'))
    return processLabels.groupTitle.processes(item.processCount)
  return processLabels.groupTitle.processesInContainers(item.processCount, item.containerCount)
}

function iconOf(id: GroupId): LucideIcon {
  if (id === 'pinned') return Pin
  if (id === 'machine') return Monitor
  return id.startsWith('far:') ? SquareTerminal : Container
}

/** Heading of the rows of one place. */
export function GroupTitle({ item }: { readonly item: GroupItem }) {
  const icon = iconOf(item.id)
  return (
    <>
      <Icon icon={icon} size={14} />
      <span>{groupTitle(item.id)}</span>
      <span className={styles.groupCount}>{groupCount(item)}</span>
    </>
  )
}
