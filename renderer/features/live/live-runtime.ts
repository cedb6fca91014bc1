import { BoardView } from './board/board-view.ts'
import { FeedGroup } from './series/feed-group.ts'
import { ColourAssignments } from './charts/chart-lines.ts'
import type { FeedConnection, FeedListener } from './series/live-feed.ts'
import { LiveFeed } from './series/live-feed.ts'
import { ThresholdWatch } from './board/thresholds.ts'
import type { LiveId } from '../../../shared/model/ids.ts'

/** Everything of one live document that is neither in the store nor in React: buffers, the moving view, colours. */
export interface LiveRuntime {
  readonly feed: LiveFeed
  /** `feed` and those it is compared with; what charts read. */
  readonly group: FeedGroup
  readonly view: BoardView
  readonly colours: ColourAssignments
  readonly thresholds: ThresholdWatch
}

const runtimes = new Map<string, LiveRuntime>()

export function runtimeOf(documentId: string): LiveRuntime | null {
  return runtimes.get(documentId) ?? null
}

export function allRuntimes(): readonly (readonly [documentId: string, runtime: LiveRuntime])[] {
  return [...runtimes]
}

export function startRuntime(
  documentId: string,
  liveId: LiveId,
  connection: FeedConnection,
  listener: FeedListener,
): LiveRuntime {
  runtimes.get(documentId)?.group.dispose()
  const feed = new LiveFeed(liveId, connection, listener)
  const group = new FeedGroup(feed)
  const runtime = {
    feed,
    group,
    view: new BoardView(group),
    colours: new ColourAssignments(),
    thresholds: new ThresholdWatch(),
  }
  runtimes.set(documentId, runtime)
  return runtime
}

export function endRuntime(documentId: string): void {
  runtimes.get(documentId)?.group.dispose()
  runtimes.delete(documentId)
}
