import { Container, Monitor, Pin, SquareTerminal } from 'lucide-react'
import { Icon, type LucideIcon } from '../../../ui/icon.tsx'
import type { GroupId, GroupItem } from '../model/row-tree.ts'
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
  if (id.startsWith('far:')) return `${id.slice('far:'.length)}, over SSH`
  return engineNames[id.slice('container:'.length)] ?? 'Containers'
}

/** `11 processes`, `3 processes in 2 containers`. */
export function groupCount(item: GroupItem): string {
  const processes = `${item.processCount} ${item.processCount === 1 ? 'process' : 'processes'}`
  if (item.containerCount === 0 || !item.id.startsWith('container:')) return processes
  return `${processes} in ${item.containerCount} ${item.containerCount === 1 ? 'container' : 'containers'}`
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
