import path from 'node:path'
import type { MemoryRoom } from '../../../shared/model/heap/heap-plan.ts'
import { controlGroupsOf } from '../../os/linux/control-groups.ts'
import { readProcText, shortLimitBytes } from '../../os/linux/proc-files.ts'

/** What a process of this machine has in memory, and how much more it can have. */
export interface MemoryFacts {
  readonly residentBytes: number | null
  readonly room: MemoryRoom | null
}

/** Linux only; other systems tell neither a limit nor what is left in one look. */
export function memoryFacts(pid: number): MemoryFacts {
  const rooms: MemoryRoom[] = []
  const machine = kilobytes(readProcText('/proc/meminfo', shortLimitBytes), 'MemAvailable')
  if (machine !== null) rooms.push({ bytes: machine, limitedBy: 'machine' })
  const groups = groupFilesOf(readProcText(`/proc/${pid}/cgroup`, shortLimitBytes) ?? '')
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

/** Files of the groups that limit a process. */
export function groupFilesOf(text: string): readonly GroupFiles[] {
  return controlGroupsOf(text).map(({ folder, isUnified }) => ({
    folder,
    limit: isUnified ? 'memory.max' : 'memory.limit_in_bytes',
    used: isUnified ? 'memory.current' : 'memory.usage_in_bytes',
  }))
}

/** What a process's container uses, in percent of its limit; where limits are nested, of the one that is nearest. Null: none is known. */
export function containerMemoryPercent(pid: number): number | null {
  const groups = groupFilesOf(readProcText(`/proc/${pid}/cgroup`, shortLimitBytes) ?? '').map(memoryOfGroup)
  const percents = groups.flatMap((group) => (group === null ? [] : [(group.usedBytes / group.limitBytes) * 100]))
  return percents.length === 0 ? null : Math.max(...percents)
}

function leftInGroup(files: GroupFiles): number | null {
  const memory = memoryOfGroup(files)
  return memory === null ? null : Math.max(0, memory.limitBytes - memory.usedBytes)
}

export interface GroupMemory {
  readonly limitBytes: number
  readonly usedBytes: number
}

/** Null: no limit. */
function memoryOfGroup({ folder, limit, used }: GroupFiles): GroupMemory | null {
  // Files of the kernel that say they are empty: they are read until nothing comes.
  const read = (name: string): string | null => readProcText(path.posix.join(folder, name), shortLimitBytes)
  const most = read(limit)
  if (most === null || limitOf(most) === null) return null
  const now = read(used)
  return now === null ? null : groupMemory(most, now, read('memory.stat') ?? '')
}

/** Version 1 writes its largest number where there is no limit. */
function limitOf(text: string): number | null {
  const limit = Number(text.trim())
  return text.trim() === '' || !Number.isFinite(limit) || limit >= 2 ** 60 ? null : limit
}

/** What the group's cache of files takes is given up before the limit is reached. */
export function groupMemory(limitText: string, usedText: string, statText: string): GroupMemory | null {
  const limitBytes = limitOf(limitText)
  const used = Number(usedText.trim())
  if (limitBytes === null || limitBytes <= 0 || !Number.isFinite(used)) return null
  const cache = Number(/^(?:total_)?inactive_file (\d+)$/m.exec(statText)?.[1] ?? 0)
  return { limitBytes, usedBytes: Math.max(0, used - cache) }
}
