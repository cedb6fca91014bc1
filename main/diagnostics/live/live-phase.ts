import type { LivePhase } from '../../../shared/model/live.ts'

/** What is known of a live target at one moment. */
export interface LiveFacts {
  /** Some view wants its values. */
  readonly isWanted: boolean
  readonly hasExited: boolean
  /** By a signal or a debugger, as the operating system says. */
  readonly isStopped: boolean
  /** Nothing came for longer than the interval explains. */
  readonly isSilent: boolean
  /** A value came since the sessions were first opened, or opened again after a loss. */
  readonly hasValues: boolean
  readonly hasWorkerEnded: boolean
  readonly hasSessions: boolean
  /** No session could be opened. */
  readonly isRefused: boolean
}

/** The first that holds: what ends a view comes before what delays it. */
export function phaseOf(known: LiveFacts): LivePhase {
  if (!known.isWanted) return 'closed'
  if (known.hasExited) return 'exited'
  if (known.isStopped || (known.isSilent && known.hasValues)) return 'paused'
  if (known.hasWorkerEnded) return 'failed'
  if (known.hasSessions) return known.hasValues ? 'live' : 'waiting'
  return known.isRefused ? 'failed' : 'starting'
}
