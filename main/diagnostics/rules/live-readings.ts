import { DisposableStore, toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { StreamSink } from '../../../shared/base/stream-sink.ts'
import { laneCodes, lanesColumns, readLiveFrameHeader, valuesColumns } from '../../../shared/frames/live-frame.ts'
import type { InstrumentDescriptor, LiveMessage } from '../../../shared/model/live.ts'
import { namedSeries, type NamedSeries } from '../../../shared/rules/series-match.ts'
import type { LiveService } from '../live/live-service.ts'

export interface ReadingListener {
  /** Once for each series, before its first value. */
  onSeries(index: number, series: NamedSeries): void
  onValue(index: number, timeMs: number, value: number): void
  onPause(timeMs: number, durationMs: number): void
  onExceptions(timeMs: number, count: number): void
  /** Why values are missing, by name; null: they come. */
  onProblem(problem: string | null): void
}

/** Rules are evaluated once a second; a page that looks at the same process may set another pace for both. */
const intervalMs = 1000
const owner = 'rules'

/**
 * What the live view of a process measures, for rules: the same sessions and the same worker as a page has, or opened for them. Rules keep it
 * open; whoever opens the process then sees what was measured so far.
 */
export class LiveReadings implements Disposable {
  readonly #live: LiveService
  readonly #processKey: string
  readonly #listener: ReadingListener
  readonly #owned = new DisposableStore()
  readonly #instruments = new Map<number, InstrumentDescriptor>()
  readonly #sinceMs = Date.now()
  #isDisposed = false

  constructor(live: LiveService, processKey: string, listener: ReadingListener) {
    this.#live = live
    this.#processKey = processKey
    this.#listener = listener
    void this.#open()
  }

  dispose(): void {
    this.#isDisposed = true
    this.#owned.dispose()
  }

  async #open(): Promise<void> {
    const opened = await this.#live.open({ processKey: this.#processKey, intervalMs }, owner)
    if (!opened.ok) {
      if (!this.#isDisposed) this.#listener.onProblem(opened.error.kind)
      return
    }
    const { liveId } = opened.value
    const close = (): void => void this.#live.close({ liveId }, owner)
    if (this.#isDisposed) return close()
    this.#owned.add(toDisposable(close))
    const attached = this.#live.attach(liveId, this.#sink())
    if (attached.ok) this.#owned.add(attached.value)
    else this.#listener.onProblem(attached.error.kind)
  }

  /** Takes everything at once: nothing waits, nothing is dropped. */
  #sink(): StreamSink {
    return {
      credits: 1,
      onCredit: () => toDisposable(() => undefined),
      post: (message) => this.#take(message as LiveMessage),
      postFrame: (frame) => {
        if (!this.#isDisposed) this.#takeFrame(frame)
        return true
      },
    }
  }

  #take(message: LiveMessage): void {
    if (this.#isDisposed) return
    if (message.kind === 'status') this.#listener.onProblem(message.status.problems[0]?.kind ?? null)
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
