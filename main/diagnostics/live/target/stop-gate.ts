import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { Role } from '../sessions/session-plan.ts'
import { pause } from '../../../os/pause.ts'

/** Processes in which a session of a role has delivered before: what it needs is set up there for good. */
export type WarmRoles = Set<`${ProcessKey} ${Role}`>

/**
 * A session without values is not waited for longer. On a machine under heavy load the first ones of a second's pace took more than
 * 5 s; a slower pace has to do with what its set-up takes.
 */
const patienceMs = 20_000
const slowPacePatienceMs = 5000
const slowPaceMs = 1000
/** Between the ticks of a session: a payload reaches us up to 100 ms after its tick, and the next must not be near. */
const longestQuietMs = 150
const quietShare = 0.3
const quietPatienceMs = 1000
const lookEveryMs = 20

interface Watched {
  readonly role: Role
  readonly openedMs: number
  readonly paceMs: number
  /** Of a session that has delivered: before, nothing ticks. */
  lastChunkMs: number | null
  isRipe: boolean
  hasEnded: boolean
}

/**
 * Says when a session may be stopped without harm. A runtime that is told to stop while it still sets the session up for the first
 * time, or while its timer writes, can lock up its diagnostics (decision 0050). So a session is stopped when it has
 * delivered, and between its ticks; in a process where that has happened before only the latter counts.
 */
export class StopGate {
  readonly #warm: WarmRoles
  readonly #key: () => ProcessKey
  readonly #sessions = new Map<number, Watched>()

  constructor(warm: WarmRoles, key: () => ProcessKey) {
    this.#warm = warm
    this.#key = key
  }

  opened(sessionIndex: number, role: Role, paceMs: number): void {
    const openedMs = performance.now()
    const isRipe = this.#warm.has(`${this.#key()} ${role}`)
    this.#sessions.set(sessionIndex, { role, openedMs, paceMs, lastChunkMs: null, isRipe, hasEnded: false })
  }

  heard(sessionIndex: number): void {
    const watched = this.#sessions.get(sessionIndex)
    if (watched !== undefined && watched.lastChunkMs !== null) watched.lastChunkMs = performance.now()
  }

  /** Its first value has come, or the end of a turn of its timer, which comes behind the values of that turn. */
  delivered(sessionIndex: number): void {
    const watched = this.#sessions.get(sessionIndex)
    if (watched === undefined) return
    watched.isRipe = true
    watched.lastChunkMs = performance.now()
    this.#warm.add(`${this.#key()} ${watched.role}`)
  }

  ended(sessionIndex: number): void {
    const watched = this.#sessions.get(sessionIndex)
    if (watched !== undefined) watched.hasEnded = true
    this.#sessions.delete(sessionIndex)
  }

  async whenHarmless(sessionIndex: number): Promise<void> {
    const watched = this.#sessions.get(sessionIndex)
    if (watched === undefined) return
    const ripeByMs = watched.openedMs + (watched.paceMs > slowPaceMs ? slowPacePatienceMs : patienceMs)
    while (!watched.isRipe && !watched.hasEnded && performance.now() < ripeByMs) await look()
    const quietMs = Math.min(longestQuietMs, watched.paceMs * quietShare)
    const byMs = performance.now() + quietPatienceMs
    while (!watched.hasEnded && performance.now() < byMs && quietOf(watched) < quietMs) await look()
  }
}

function quietOf({ lastChunkMs }: Watched): number {
  return lastChunkMs === null ? Number.POSITIVE_INFINITY : performance.now() - lastChunkMs
}

function look(): Promise<void> {
  return pause(lookEveryMs)
}
