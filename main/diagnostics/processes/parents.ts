import { asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'

/** Longer chains are loops or nonsense. */
const maxDepth = 64

/** The chain of parents of a process, read once and again when its parent has changed. */
export interface Ancestry {
  readonly parentPid: number
  /** Nearest first. */
  readonly keys: readonly ProcessKey[]
  /** `ownPid` is among them, and nothing that was launched for the person comes before it. */
  readonly isOwn: boolean
  /** It was launched for the person itself. */
  readonly isLaunched: boolean
}

export interface OwnProcesses {
  readonly ownPid: number
  /** Commands that this app started for the person: they and their children are no part of this app. */
  readonly isLaunched: (pid: number) => boolean
}

/** One small read per generation. */
export function readAncestry(
  pid: number,
  os: OperatingSystem,
  { ownPid, isLaunched }: OwnProcesses,
  keyPrefix = '',
): Ancestry {
  const parentPid = os.process(pid)?.parentPid ?? 0
  const keys: ProcessKey[] = []
  let isOwn = false
  let isForPerson = isLaunched(pid)
  let current = parentPid
  for (let depth = 0; depth < maxDepth && current > 1; depth++) {
    if (isLaunched(current)) isForPerson = true
    if (current === ownPid) isOwn = !isForPerson
    const ancestor = os.process(current)
    if (ancestor === null) break
    keys.push(asProcessKey(`${keyPrefix}${current}:${ancestor.startKey}`))
    current = ancestor.parentPid
  }
  return { parentPid, keys, isOwn, isLaunched: isLaunched(pid) }
}

/** Nearest ancestor that is on the list and lives. */
export function listedParent(
  ancestry: Ancestry,
  listed: ReadonlyMap<ProcessKey, { readonly exitedAtMs: number | null }>,
): ProcessKey | null {
  return ancestry.keys.find((key) => listed.get(key)?.exitedAtMs === null) ?? null
}
