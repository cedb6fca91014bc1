import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'
import type { StreamSink } from '../../../../shared/base/stream-sink.ts'
import { lanesColumns, readLiveFrameHeader, valuesColumns } from '../../../../shared/frames/live-frame.ts'
import type {
  InstrumentDescriptor,
  LiveGap,
  LiveMark,
  LiveMessage,
  LiveStatus,
  SeriesDescriptor,
} from '../../../../shared/model/live.ts'
import { pause } from '../../../os/pause.ts'

export interface RecordedValue {
  readonly timeMs: number
  readonly value: number
  readonly series: SeriesDescriptor
  readonly instrument: InstrumentDescriptor
}

/** What a page would know: the last status, the catalog, marks, lanes, and every value. */
export class RecordingSink implements StreamSink {
  readonly credits = 1000
  readonly instruments = new Map<number, InstrumentDescriptor>()
  readonly series = new Map<number, SeriesDescriptor>()
  readonly values: RecordedValue[] = []
  readonly statuses: LiveStatus[] = []
  /** Collections and exceptions: lane code, Unix time. */
  readonly lanes: (readonly [lane: number, timeMs: number])[] = []
  marks: readonly LiveMark[] = []
  gaps: readonly LiveGap[] = []

  post(message: object): void {
    const live = message as LiveMessage
    if (live.kind === 'status') this.statuses.push(live.status)
    else if (live.kind === 'marks') {
      this.marks = live.marks
      this.gaps = live.gaps
    } else {
      for (const instrument of live.instruments) this.instruments.set(instrument.index, instrument)
      for (const series of live.series) this.series.set(series.index, series)
    }
  }

  postFrame(frame: ArrayBuffer): boolean {
    const header = readLiveFrameHeader(frame)
    if (header?.kind === 'lanes') {
      const { lane, timeMs } = lanesColumns(frame, header)
      for (let i = 0; i < header.count; i++) this.lanes.push([lane[i]!, timeMs[i]!])
    }
    if (header?.kind !== 'values') return true
    const columns = valuesColumns(frame, header)
    for (let i = 0; i < header.count; i++) {
      const series = this.series.get(columns.seriesIndex[i]!)!
      const instrument = this.instruments.get(series.instrumentIndex)!
      this.values.push({ timeMs: columns.timeMs[i]!, value: columns.value[i]!, series, instrument })
    }
    return true
  }

  onCredit(): Disposable {
    return toDisposable(() => undefined)
  }

  get status(): LiveStatus | undefined {
    return this.statuses.at(-1)
  }

  valuesOf(provider: string, instrument: string, measure?: string): readonly RecordedValue[] {
    return this.values.filter(
      (value) =>
        value.instrument.provider === provider &&
        value.instrument.name === instrument &&
        (measure === undefined || value.series.measure === measure),
    )
  }
}

/** Polls; fails loudly with what was waited for. */
export async function until(what: string, check: () => boolean, timeoutMs = 60_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`not within ${timeoutMs} ms: ${what}`)
    await pause(10)
  }
}
