import { DisposableStore, toDisposable } from '../../../shared/base/disposable.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import { laneCodes, lanesColumns, readLiveFrameHeader, valuesColumns } from '../../../shared/frames/live-frame.ts'
import type { InstrumentDescriptor, LiveMessage } from '../../../shared/model/live.ts'
import { namedSeries, type NamedSeries } from '../../../shared/rules/series-match.ts'
import type { LiveService } from '../live/live-service.ts'
import type { LiveNeeds } from '../live/sessions/session-plan.ts'
import type { LateReadings } from './event-readings.ts'

export interface ReadingListener {
  /** Once for each series, before its first value. */
  onSeries(index: number, series: NamedSeries): void
  onValue(index: number, timeMs: number, value: number): void
  onPause(timeMs: number, durationMs: number): void
  onExceptions(timeMs: number, count: number): void
  /** Why values are missing, by name; null: they come. */
  onProblem(problem: string | null): void
}

/** A live view that could not be opened, or whose worker ended, is opened again; doubled with each try in a row, up to the longest. */
const retryMs = 15_000
const longestRetryMs = 600_000
/** Rules are evaluated once a second; a page that looks at the same process may set another pace for both. */
const intervalMs = 1000
const owner = 'rules'

/**
 * What the live view of a process measures, for rules: the same sessions and the same worker as a page has, or opened for them and then with no
 * more than they need. Rules keep it open; whoever opens the process then sees what was measured so far.
 */
export class LiveReadings implements LateReadings {
  readonly #live: LiveService
  readonly #processKey: string
  readonly #needs: LiveNeeds
  readonly #listener: ReadingListener
  #owned = new DisposableStore()
  #liveId: string | null = null
  #timer: NodeJS.Timeout | null = null
  #tries = 0
  readonly #instruments = new Map<number, InstrumentDescriptor>()
  readonly #sinceMs = Date.now()
  #isDisposed = false

  constructor(live: LiveService, processKey: string, needs: LiveNeeds, listener: ReadingListener) {
    this.#live = live
    this.#processKey = processKey
    this.#needs = needs
    this.#listener = listener
    void this.#open()
  }

  dispose(): void {
    this.#isDisposed = true
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#owned.dispose()
  }

  whenRead(): Promise<void> {
    return this.#liveId === null ? Promise.resolve() : this.#live.whenRead(this.#liveId)
  }

  async #open(): Promise<void> {
    const opened = await this.#live.open({ processKey: this.#processKey, intervalMs }, owner, this.#needs)
    if (!opened.ok) return this.#retry(opened.error.kind)
    const { liveId } = opened.value
    const close = (): void => void this.#live.close({ liveId }, owner)
    if (this.#isDisposed) return close()
    this.#liveId = liveId
    this.#owned.add(toDisposable(close))
    const attached = this.#live.attach(liveId, this.#sink())
    if (attached.ok) this.#owned.add(attached.value)
    else this.#retry(attached.error.kind)
  }

  #retry(problem: string): void {
    if (this.#isDisposed) return
    this.#listener.onProblem(problem)
    if (this.#timer !== null) return
    const afterMs = Math.min(longestRetryMs, retryMs * 2 ** this.#tries)
    this.#tries += 1
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.#owned.dispose()
      this.#owned = new DisposableStore()
      void this.#open()
    }, afterMs)
  }

  /** Takes everything at once: nothing waits, nothing is dropped. */
  #sink(): StreamSink {
    return {
      credits: 1,
      onCredit: () => toDisposable(() => undefined),
      post: (message) => this.#take(message as LiveMessage),
      postFrame: (frame) => {
        if (this.#isDisposed) return true
        this.#tries = 0
        this.#takeFrame(frame)
        return true
      },
    }
  }

  #take(message: LiveMessage): void {
    if (this.#isDisposed) return
    if (message.kind === 'status') {
      // Its worker has ended; whatever else is wrong the live view tries again by itself.
      if (message.status.phase === 'failed') return this.#retry('open-failed')
      this.#listener.onProblem(message.status.problems[0]?.kind ?? null)
    }
    if (message.kind !== 'catalog') return
    for (const instrument of message.instruments) this.#instruments.set(instrument.index, instrument)
    for (const series of message.series) {
      const instrument = this.#instruments.get(series.instrumentIndex)
      if (instrument !== undefined) this.#listener.onSeries(series.index, namedSeries(instrument, series))
    }
  }

  #takeFrame(frame: ArrayBuffer): void {
    const header = readLiveFrameHeader(frame)
    if (header?.kind === 'values') {
      const { timeMs, value, seriesIndex } = valuesColumns(frame, header)
      for (let row = 0; row < header.count; row += 1)
        this.#listener.onValue(seriesIndex[row]!, timeMs[row]!, value[row]!)
    } else if (header?.kind === 'lanes') {
      const { timeMs, durationMs, amount, lane } = lanesColumns(frame, header)
      for (let row = 0; row < header.count; row += 1) {
        // A view that joins late is told of everything that happened before.
        if (timeMs[row]! < this.#sinceMs) continue
        if (lane[row] === laneCodes.gc) this.#listener.onPause(timeMs[row]!, durationMs[row]!)
        else if (lane[row] === laneCodes.exception) this.#listener.onExceptions(timeMs[row]!, amount[row]!)
      }
    }
  }
}
