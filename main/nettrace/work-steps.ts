/**
 * What reading has cost this thread so far, counted in steps instead of time: slots of a table that were looked at, entries that were
 * moved, places that were tried. What every byte pays for once (its own decoding) is not in it. Tests, the fuzz run and the cost budget
 * of a file compare it with the number of bytes.
 */
export const work = { steps: 0 }

/** The steps that an action took. */
export function stepsOf(action: () => void): number {
  const before = work.steps
  action()
  return work.steps - before
}
