import { asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'

/** Longer chains are loops or nonsense. */
const maxDepth = 64

/** Nearest listed ancestor, and whether the process runs below `ownPid`. One small read per generation. */
export function parentOf(
  pid: number,
  os: OperatingSystem,
  listed: ReadonlyMap<ProcessKey, { readonly exitedAtMs: number | null }>,
  ownPid: number,
): { readonly parentKey: ProcessKey | null; readonly isOwn: boolean } {
  let parentKey: ProcessKey | null = null
  let isOwn = false
  let current = os.process(pid)?.parentPid ?? 0
  for (let depth = 0; depth < maxDepth && current > 1; depth++) {
    if (current === ownPid) isOwn = true
    const ancestor = os.process(current)
    if (ancestor === null) break
    const key = asProcessKey(`${current}:${ancestor.startKey}`)
    if (parentKey === null && listed.get(key)?.exitedAtMs === null) parentKey = key
    current = ancestor.parentPid
  }
  return { parentKey, isOwn }
}
