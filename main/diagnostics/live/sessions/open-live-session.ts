import { ok } from '../../../../shared/base/result.ts'
import type { CollectRequest } from '../../../protocol/collect-request.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import type { PlannedSession } from './session-plan.ts'
import type { OpenSession } from './session-set.ts'

/** An upper bound of undelivered events in the target; a live session is drained ten times a second. */
const bufferMB = 16

/** Live sessions through the registry that counts, remembers and stops them. */
export function liveSessionOpener(registry: Pick<SessionRegistry, 'open'>): OpenSession {
  return async (endpoint, plan, hooks, runtimeVersion) => {
    const opened = await registry.open(
      endpoint,
      collectRequest(plan),
      { onChunk: (bytes) => hooks.onChunk(bytes), onEnd: (end) => hooks.onEnd(end.reason === 'target-ended') },
      { runtimeVersion, spareUntil: hooks.whenHarmless },
    )
    if (!opened.ok) return opened
    const session = opened.value
    return ok({ stop: () => session.stop(), dispose: () => session.dispose() })
  }
}

/** No rundown and no stacks: counters need neither, and both would cost the target. */
export function collectRequest(plan: PlannedSession): CollectRequest {
  return {
    bufferMB,
    rundown: 'none',
    stacks: false,
    providers: plan.providers.map(({ name, keywords, level, arguments: text, eventIds }) => ({
      name,
      keywords,
      level,
      arguments: text,
      ...(eventIds === null ? {} : { eventFilter: { mode: 'allow' as const, ids: eventIds } }),
    })),
  }
}
