import { DiagnosticsError } from '../../shared/base/errors.ts'
import type { Log } from './log.ts'

/** The only way to start something and not wait for it: its failure is logged under a label instead of being lost. */
export function background(promise: Promise<unknown>, label: string, log: Log): void {
  promise.catch((cause: unknown) => {
    if (cause instanceof DiagnosticsError) log.warn('background-failed', { label, kind: cause.error.kind })
    else log.error('background-failed', { label, stack: cause instanceof Error ? (cause.stack ?? '') : String(cause) })
  })
}
