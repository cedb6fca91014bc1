import { settledWithin } from './sessions/settled-within.ts'

/**
 * What closing waits for the target to answer StopTracing. Longer, and its sessions go on being read and stopped in the background, by
 * the registry that opened them; the view is gone (decision 0050).
 */
export const closeLimitMs = 3000
/** The worker of a closed view lives on for as long as its sessions drain, but not longer than this. */
const drainLimitMs = 30_000

/**
 * Ends the worker when the sessions have drained: it sees whether one has delivered, and so when it can be stopped. Resolves after
 * that, or with false when the limit has passed, whatever the target does.
 */
export async function closeWhenDrained(drained: Promise<unknown>, closeWorker: () => Promise<void>): Promise<boolean> {
  const ended = settledWithin(drained, drainLimitMs).then(closeWorker)
  const isDrained = await settledWithin(drained, closeLimitMs)
  if (isDrained) await ended
  return isDrained
}
