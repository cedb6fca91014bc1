import type { Disposable } from '../../shared/base/disposable.ts'

/** Of one question. */
export interface Deadline extends Disposable {
  /** Progress was made. */
  beat(): void
}

/** Progress does not move it. */
export function fixedDeadline(timeoutMs: number, onOver: (waitedMs: number) => void): Deadline {
  // Main itself may have been busy: an answer that is here already is taken first.
  let late: NodeJS.Immediate | undefined
  const timer = setTimeout(() => (late = setImmediate(() => onOver(timeoutMs))), timeoutMs)
  return {
    beat: () => undefined,
    dispose() {
      clearTimeout(timer)
      clearImmediate(late)
    },
  }
}
