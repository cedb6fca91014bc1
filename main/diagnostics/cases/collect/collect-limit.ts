import type { Checklist } from '../../../../shared/case/checklist.ts'
import type { CaseCollector } from './case-collector.ts'

/** For masking, packing and verifying. */
const packingMs = 30_000

/** Stops a collection when its checklist's time is over, less what the package takes. Call what it returns when it is done. */
export function limitCollection({ limitSeconds }: Pick<Checklist, 'limitSeconds'>, stop: AbortController): () => void {
  const timer = setTimeout(() => stop.abort('time-limit'), Math.max(1000, limitSeconds * 1000 - packingMs))
  return () => clearTimeout(timer)
}

/** Every step, within the time of the checklist. */
export async function collectWithinLimit(
  collector: Pick<CaseCollector, 'run'>,
  checklist: Pick<Checklist, 'limitSeconds'>,
  stop: AbortController,
): Promise<void> {
  const endLimit = limitCollection(checklist, stop)
  try {
    await collector.run()
  } finally {
    endLimit()
  }
}
