import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'
import type { Pid, ProcessKey } from '../../../../shared/model/ids.ts'
import type { SampleBuffer } from '../../../canvas/sample-buffer.ts'
import type { ViewSource } from '../board/board-view.ts'
import type { SampleReader } from '../charts/chart-layout.ts'
import type { History, HistoryNeed } from './history.ts'
import type { LiveFeed } from './live-feed.ts'

/** Another process on the time axis of this document. The document's own one is A. */
export interface ComparedTarget {
  readonly slot: 1 | 2
  readonly letter: 'B' | 'C'
  readonly processKey: ProcessKey
  readonly pid: Pid
  readonly name: string
}

export interface Companion {
  readonly target: ComparedTarget
  readonly feed: LiveFeed
}

export const comparedLimit = 2
export const ownLetter = 'A'

/** Series of a compared process are numbered this far apart, so that one reader serves the lines of all. */
const slotStride = 2 ** 24

export function groupIndex(slot: number, seriesIndex: number): number {
  return slot * slotStride + seriesIndex
}

/** What a chart needs of a History; the group's dispatches to that of each process. */
export type ChartHistory = SampleReader &
  Pick<History, 'newestValue' | 'binMs' | 'revision' | 'forget'> & {
    ensure(owner: object, need: HistoryNeed): void
  }

/**
 * The feeds of one document: its own and those it is compared with. Each keeps its own sessions and buffers; here they only share a
 * time axis. Marks are those of the document; events and gaps those of one process at a time, the document's own unless another one
 * is chosen.
 */
export class FeedGroup implements ViewSource, Disposable {
  readonly own: LiveFeed
  readonly history: ChartHistory
  readonly #watchers = new Set<(oldestMs: number) => void>()
  #companions: readonly Companion[] = []
  #changes = 0
  #shownSlot = 0
  /** Grows with each choice of a process, so that what was painted of another one is painted anew. */
  #choices = 0

  constructor(own: LiveFeed) {
    this.own = own
    own.onData = (oldestMs) => this.#notify(oldestMs)
    this.history = new GroupHistory(
      () => this.#feeds(),
      () => this.#choices,
    )
  }

  get companions(): readonly Companion[] {
    return this.#companions
  }
  /** The process whose events and gaps are shown. */
  get shown(): LiveFeed {
    return this.#companions.find(({ target }) => target.slot === this.#shownSlot)?.feed ?? this.own
  }
  get lanes(): LiveFeed['lanes'] {
    return this.shown.lanes
  }
  get marks(): LiveFeed['marks'] {
    return this.own.marks
  }
  get gaps(): LiveFeed['gaps'] {
    return this.shown.gaps
  }
  /** Another text whenever events, marks, gaps or the choice of the process have changed. */
  get eventsRevision(): string {
    return `${this.own.eventsRevision} ${this.shown.eventsRevision} ${this.#choices}`
  }
  /** That of the document's process; of another one once that has ended, so that the axis goes on with it. */
  get status(): LiveFeed['status'] {
    const own = this.own.status
    if (own?.phase !== 'exited') return own
    return this.#companions.find(({ feed }) => feed.status?.phase === 'live')?.feed.status ?? own
  }
  get revision(): number {
    return this.#feeds().reduce((sum, { feed }) => sum + feed.revision, this.#changes)
  }
  get newestMs(): number | null {
    return extreme(this.#feeds(), (feed) => feed.newestMs, Math.max)
  }
  get newestArrivedMs(): number | null {
    const { newestMs } = this
    return this.#feeds().find(({ feed }) => feed.newestMs === newestMs)?.feed.newestArrivedMs ?? null
  }
  get firstSampleMs(): number | null {
    return extreme(this.#feeds(), (feed) => feed.firstSampleMs, Math.min)
  }

  /** Called with each frame of any process: the time of the oldest sample or event in it. */
  watch(watcher: (oldestMs: number) => void): Disposable {
    this.#watchers.add(watcher)
    return toDisposable(() => this.#watchers.delete(watcher))
  }

  #notify(oldestMs: number): void {
    for (const watcher of this.#watchers) watcher(oldestMs)
  }

  add(companion: Companion): void {
    companion.feed.onData = (oldestMs) => this.#notify(oldestMs)
    this.#companions = [...this.#companions, companion]
    this.#changes += 1
  }

  /** Slot 0 is the document's own process. */
  show(slot: number): void {
    if (slot === this.#shownSlot) return
    this.#shownSlot = slot
    this.#choices += 1
    this.#changes += 1
  }

  /** Ends the feed; its sessions are the caller's. */
  remove(slot: number): void {
    const leaving = this.#companions.find(({ target }) => target.slot === slot)
    if (leaving === undefined) return
    this.#companions = this.#companions.filter((companion) => companion !== leaving)
    // A revision must never come back to an earlier value.
    this.#changes += leaving.feed.revision + 1
    leaving.feed.dispose()
    if (slot === this.#shownSlot) this.show(0)
  }

  dispose(): void {
    for (const { feed } of this.#companions) feed.dispose()
    this.#companions = []
    this.own.dispose()
  }

  #feeds(): readonly { readonly slot: number; readonly feed: LiveFeed }[] {
    return [{ slot: 0, feed: this.own }, ...this.#companions.map(({ target, feed }) => ({ slot: target.slot, feed }))]
  }
}

type Feeds = () => readonly { readonly slot: number; readonly feed: LiveFeed }[]

class GroupHistory implements ChartHistory {
  readonly #feeds: Feeds
  readonly #choices: () => number

  constructor(feeds: Feeds, choices: () => number) {
    this.#feeds = feeds
    this.#choices = choices
  }

  get binMs(): number {
    return Math.max(...this.#feeds().map(({ feed }) => feed.history.binMs))
  }
  get revision(): number {
    return this.#feeds().reduce((sum, { feed }) => sum + feed.history.revision, this.#choices())
  }

  ensure(owner: object, need: HistoryNeed): void {
    for (const { slot, feed } of this.#feeds()) {
      const seriesIndexes = need.seriesIndexes.filter((index) => slotOf(index) === slot).map(indexInFeed)
      feed.history.ensure(owner, { ...need, seriesIndexes }, feed.firstSampleMs)
    }
  }

  forget(owner: object): void {
    for (const { feed } of this.#feeds()) feed.history.forget(owner)
  }

  read(seriesIndex: number, fromMs: number, toMs: number, into: SampleBuffer): void {
    this.#historyOf(seriesIndex)?.read(indexInFeed(seriesIndex), fromMs, toMs, into)
  }

  newestValue(seriesIndex: number, notBeforeMs: number): number | null {
    return this.#historyOf(seriesIndex)?.newestValue(indexInFeed(seriesIndex), notBeforeMs) ?? null
  }

  valueAt(seriesIndex: number, timeMs: number, maxAgeMs: number): number | null {
    return this.#historyOf(seriesIndex)?.valueAt(indexInFeed(seriesIndex), timeMs, maxAgeMs) ?? null
  }

  /** null for a process that has just been taken out: its lines go with the next rendering. */
  #historyOf(seriesIndex: number): History | null {
    const slot = slotOf(seriesIndex)
    return this.#feeds().find((one) => one.slot === slot)?.feed.history ?? null
  }
}

export function slotOf(seriesIndex: number): number {
  return Math.floor(seriesIndex / slotStride)
}

export function indexInFeed(seriesIndex: number): number {
  return seriesIndex % slotStride
}

function extreme(
  feeds: ReturnType<Feeds>,
  timeOf: (feed: LiveFeed) => number | null,
  pick: (...times: number[]) => number,
): number | null {
  const times = feeds.map(({ feed }) => timeOf(feed)).filter((time) => time !== null)
  return times.length === 0 ? null : pick(...times)
}
