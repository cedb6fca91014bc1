import { invokeOutcome, openStream } from '../../../bridge/bridge.ts'
import type { FeedConnection } from './live-feed.ts'

/** How feeds talk to main. */
export const liveConnection: FeedConnection = {
  open: (liveId, handlers) => openStream('live.frames', liveId, handlers),
  async range(liveId, request) {
    const outcome = await invokeOutcome('live.range', {
      liveId,
      seriesIndexes: [...request.seriesIndexes],
      fromMs: request.fromMs,
      toMs: request.toMs,
      maxPoints: request.maxPoints,
    })
    return outcome.ok ? outcome.value : null
  },
}
