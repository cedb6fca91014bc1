import path from 'node:path'

/** A group that a process belongs to, or one around it. */
export interface ControlGroup {
  readonly folder: string
  /** Of version 2; else of the memory controller of version 1. */
  readonly isUnified: boolean
  /** Levels above the group of the process. */
  readonly up: number
}

const mostGroups = 24

/**
 * Where the limits of a process stand, by its `/proc/PID/cgroup`: its own group first, then those around it. A name that leads out of the tree is one of
 * another namespace.
 */
export function controlGroupsOf(text: string): readonly ControlGroup[] {
  const found: ControlGroup[] = []
  for (const [, controllers = '', group = ''] of text.matchAll(/^\d+:([^:\n]*):(\/.*)$/gm)) {
    const isUnified = controllers === ''
    if (!isUnified && !controllers.split(',').includes('memory')) continue
    const root = isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory'
    const parts = path.posix
      .normalize(group)
      .split('/')
      .filter((part) => part !== '' && part !== '..')
    for (let depth = parts.length; depth >= 0 && found.length < mostGroups; depth--)
      found.push({ folder: path.posix.join(root, ...parts.slice(0, depth)), isUnified, up: parts.length - depth })
  }
  return found
}
