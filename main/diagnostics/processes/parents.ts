import { asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'

/** Longer chains are loops or nonsense. */
const maxDepth = 64

/** The chain of parents of a process, read once and again when its parent has changed. */
export interface Ancestry {
  readonly parentPid: number
  /** Nearest first. */
  readonly keys: readonly ProcessKey[]
  /** `ownPid` is among them. */
  readonly isOwn: boolean
}

/** One small read per generation. */
export function readAncestry(pid: number, os: OperatingSystem, ownPid: number): Ancestry {
  const parentPid = os.process(pid)?.parentPid ?? 0
  const keys: ProcessKey[] = []
  let isOwn = false
  let current = parentPid
  for (let depth = 0; depth < maxDepth && current > 1; depth++) {
    if (current === ownPid) isOwn = true
    const ancestor = os.process(current)
    if (ancestor === null) break
    keys.push(asProcessKey(`${current}:${ancestor.startKey}`))
    current = ancestor.parentPid
  }
  return { parentPid, keys, isOwn }
}

/** Nearest ancestor that is on the list and lives. */
export function listedParent(
  ancestry: Ancestry,
  listed: ReadonlyMap<ProcessKey, { readonly exitedAtMs: number | null }>,
): ProcessKey | null {
  return ancestry.keys.find((key) => listed.get(key)?.exitedAtMs === null) ?? null
}
