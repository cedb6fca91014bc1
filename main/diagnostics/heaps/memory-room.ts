import path from 'node:path'
import type { MemoryRoom } from '../../../shared/model/heap-plan.ts'
import { readProcText, shortLimitBytes } from '../../os/linux/proc-files.ts'

/** What a process of this machine has in memory, and how much more it can have. */
export interface MemoryFacts {
  readonly residentBytes: number | null
  readonly room: MemoryRoom | null
}

const deepest = 12

/** Linux only; other systems tell neither a limit nor what is left in one look. */
export function memoryFacts(pid: number): MemoryFacts {
  const rooms: MemoryRoom[] = []
  const machine = kilobytes(readProcText('/proc/meminfo', shortLimitBytes), 'MemAvailable')
  if (machine !== null) rooms.push({ bytes: machine, limitedBy: 'machine' })
  const groups = controlGroupsOf(readProcText(`/proc/${pid}/cgroup`, shortLimitBytes) ?? '')
  for (const bytes of groups.map(leftInGroup)) if (bytes !== null) rooms.push({ bytes, limitedBy: 'container' })
  const status = readProcText(`/proc/${pid}/status`, shortLimitBytes)
  const resident = kilobytes(status, 'VmRSS')
  return {
    residentBytes: resident === null ? null : resident + (kilobytes(status, 'VmSwap') ?? 0),
    room: rooms.toSorted((a, b) => a.bytes - b.bytes)[0] ?? null,
  }
}

function kilobytes(text: string | null, name: string): number | null {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text ?? '')?.[1]
  return found === undefined ? null : Number(found) * 1024
}

interface GroupFiles {
  readonly folder: string
  readonly limit: string
  readonly used: string
}

/**
 * Where the limits of a process stand: its group and those around it, of version 2 and of the memory controller of version 1. A name that leads out of
 * the tree is one of another namespace.
 */
export function controlGroupsOf(text: string): readonly GroupFiles[] {
  const found: GroupFiles[] = []
  for (const [, controllers = '', group = ''] of text.matchAll(/^\d+:([^:\n]*):(\/.*)$/gm)) {
    const isUnified = controllers === ''
    if (!isUnified && !controllers.split(',').includes('memory')) continue
    const root = isUnified ? '/sys/fs/cgroup' : '/sys/fs/cgroup/memory'
    const parts = path.posix
      .normalize(group)
      .split('/')
      .filter((part) => part !== '' && part !== '..')
    for (let depth = parts.length; depth >= 0 && found.length < deepest * 2; depth--)
      found.push({
        folder: path.posix.join(root, ...parts.slice(0, depth)),
        limit: isUnified ? 'memory.max' : 'memory.limit_in_bytes',
        used: isUnified ? 'memory.current' : 'memory.usage_in_bytes',
      })
  }
  return found
}

/** Null: no limit. */
function leftInGroup({ folder, limit, used }: GroupFiles): number | null {
  // Files of the kernel that say they are empty: they are read until nothing comes.
  const read = (name: string): string | null => readProcText(path.posix.join(folder, name), shortLimitBytes)
  const [most, now, stat] = [read(limit), read(used), read('memory.stat')]
  return most === null || now === null ? null : leftOf(most, now, stat ?? '')
}

/** What the group's cache of files takes is given up before the limit is reached. */
export function leftOf(limitText: string, usedText: string, statText: string): number | null {
  const limit = Number(limitText.trim())
  const used = Number(usedText.trim())
  // Version 1 writes its largest number where there is no limit.
  if (limitText.trim() === '' || !Number.isFinite(limit) || !Number.isFinite(used) || limit >= 2 ** 60) return null
  const cache = Number(/^(?:total_)?inactive_file (\d+)$/m.exec(statText)?.[1] ?? 0)
  return Math.max(0, limit - Math.max(0, used - cache))
}
