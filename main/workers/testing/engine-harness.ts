import { lanesColumns, readLiveFrameHeader, valuesColumns } from '../../../shared/frames/live-frame.ts'
import type { InstrumentDescriptor, SeriesDescriptor } from '../../../shared/model/live.ts'
import { testSyncUnixMs } from '../../events/testing/counter-stream.ts'
import { LiveEngine } from '../live/live-engine.ts'
import type { FromLiveWorker, LiveNotice, LiveQuestions, SessionStart } from '../live/live-protocol.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'

export interface HarnessSample {
  readonly series: string
  readonly atMs: number
  readonly value: number
}

/** A LiveEngine with everything it posts decoded again; samples are named `provider instrument tags measure`. */
export class EngineHarness {
  readonly messages: FromLiveWorker[] = []
  readonly instruments = new Map<number, InstrumentDescriptor>()
  readonly series = new Map<number, SeriesDescriptor>()
  readonly samples: HarnessSample[] = []
  readonly lanes: (readonly number[])[] = []
  readonly notices: LiveNotice[] = []
  readonly engine: LiveEngine
  grantsCredit = true
  /** While the engine reads. */
  onNotice: (notice: LiveNotice) => void = () => undefined

  readonly #afterPush: () => void

  constructor(intervalMs: number, afterPush: () => void = () => undefined) {
    this.#afterPush = afterPush
    const retention = { directory: null, maxMemoryBytes: 2 ** 24, maxDiskBytes: 0 }
    this.engine = new LiveEngine({ liveId: 'live-1', intervalMs, retention }, (message) => this.#receive(message))
  }

  begin(session: Partial<SessionStart> = {}): void {
    const start = { sessionIndex: 0, role: 'counters', meterSessionId: null, clientId: null, ...session } as const
    this.engine.receive({ kind: 'begin-session', session: start })
  }

  push(bytes: Uint8Array<ArrayBuffer>, sessionIndex = 0): void {
    this.engine.receive({ kind: 'chunk', sessionIndex, bytes: bytes.buffer })
    this.#afterPush()
  }

  ask<Name extends keyof LiveQuestions>(
    name: Name,
    request: LiveQuestions[Name]['asks'],
  ): Promise<Result<LiveQuestions[Name]['gets'], AppError>> {
    return Promise.resolve(this.engine.answers[name](request))
  }

  valuesOf(series: string): readonly number[] {
    return this.samples.filter((sample) => sample.series === series).map((sample) => sample.value)
  }

  #name(index: number): string {
    const series = this.series.get(index)!
    const { provider, name } = this.instruments.get(series.instrumentIndex)!
    return [provider, name, series.rawTags, series.measure].filter((part) => part !== '').join(' ')
  }

  #receive(message: FromLiveWorker): void {
    this.messages.push(message)
    if (message.kind === 'notice') {
      this.notices.push(message.notice)
      this.onNotice(message.notice)
    }
    if (message.kind === 'catalog') {
      for (const entry of message.instruments) this.instruments.set(entry.index, entry)
      for (const entry of message.series) this.series.set(entry.index, entry)
    }
    if (message.kind !== 'frame') return
    const header = readLiveFrameHeader(message.bytes)!
    if (header.kind === 'values') {
      const { timeMs, value, seriesIndex } = valuesColumns(message.bytes, header)
      for (let index = 0; index < header.count; index++)
        this.samples.push({
          series: this.#name(seriesIndex[index]!),
          atMs: timeMs[index]! - testSyncUnixMs,
          value: value[index]!,
        })
    } else {
      const { timeMs, durationMs, amount, lane } = lanesColumns(message.bytes, header)
      for (let index = 0; index < header.count; index++)
        this.lanes.push([lane[index]!, timeMs[index]! - testSyncUnixMs, durationMs[index]!, amount[index]!])
    }
    if (this.grantsCredit) this.engine.receive({ kind: 'credit', frames: 1 })
  }
}
