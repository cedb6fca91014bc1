import { statSync } from 'node:fs'
import type { MessagePort } from 'node:worker_threads'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { StopConditions, TopFunctions } from '../../../shared/model/recording.ts'
import { CodeNames } from '../../analysis/code/code-names.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import { TraceReader } from '../../nettrace/trace/trace-reader.ts'
import type { TraceSegment } from '../../nettrace/trace/trace-segment.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { RecordingFollower } from '../recorder/recorder-follower.ts'
import { CollectedRows, eventKind } from './collected-rows.ts'
import { FileCheck } from './file-check.ts'
import { RecentEvents } from './recent-events.ts'
import { SampleWindow } from './sample-window.ts'
import { stopHandler } from './stop-conditions.ts'
import { verifyFile } from './verify-file.ts'
import type { FileVerdict, FromWatcher, WatchStatus } from './watch-protocol.ts'
import { isRundownEnd } from '../../events/code-event-ids.ts'
import { rundownProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'

/*
 * The follower of one recording. What it decodes it reads back from the file, so that its counts are at the same time the check of
 * what was written, and only the last stretch is left to be read when the recording ends.
 *
 *     recorder ── "it is in the file" ── file ──> TraceReader ──> verdict, counts, newest events, samples, conditions
 *     side sessions ── bytes ──> TraceReader each ──> CodeNames ────────────^
 *                                                       status, four times a second when something is new
 */

const statusEveryMs = 250
/** The top functions are worth a look-up of every frame of the window only once a second. */
const topEveryMs = 1000
const rowsPerSegment = 65_536
/** Without a byte read, while the end of the file is waited for. */
const stuckMs = 2000

export class WatchEngine {
  readonly #send: (message: FromWatcher) => void
  readonly #names = new CodeNames()
  readonly #code = this.#names.listener()
  readonly #samples: SampleWindow
  readonly #nameReaders = new Map<number, TraceReader>()
  readonly #check = new FileCheck()
  readonly #countByType: number[] = []
  readonly #bytesByType: number[] = []
  readonly #recent = new RecentEvents()
  readonly #collected = new CollectedRows()
  #reader: TraceReader | null = null
  #follower: RecordingFollower | null = null
  #path: string | null = null
  #whenRead: Promise<void> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #isChanged = false
  #rundownCount = 0
  #isRundownOver = false
  #top: { readonly top: TopFunctions; readonly knownShare: number | null } | null = null
  #topMs = 0
  #hasFired = false

  constructor(send: (message: FromWatcher) => void, runtimeVersion: string | null = null) {
    this.#send = send
    this.#samples = new SampleWindow(runtimeVersion)
  }

  follow(port: MessagePort, path: string, stop: StopConditions): void {
    const reader = this.#createReader(stop)
    this.#reader = reader
    this.#path = path
    this.#whenRead = new Promise((resolve) => {
      this.#follower = new RecordingFollower(port, path, {
        onBytes: (bytes) => {
          reader.push(bytes)
          this.#isChanged = true
        },
        onSkip: (offset) => reader.skipTo(offset),
        onEnd: () => {
          reader.end()
          resolve()
          this.#notify()
        },
      })
    })
    this.#timer = setInterval(() => this.#reportIfChanged(), statusEveryMs)
  }

  /**
   * What a finished file is. The one that was followed has been read from the disk already, but for the end; any other, and one
   * that could not be followed to its end or was replaced since, is read whole.
   */
  async verify(path: string, onProgress: () => void = () => undefined): Promise<Result<FileVerdict, AppError>> {
    if (path !== this.#path) return verifyFile(path, onProgress)
    await this.#untilReadOrStuck(onProgress)
    const trace = this.#reader?.trace
    if (trace === undefined || this.#follower?.isRead !== true) return verifyFile(path, onProgress)
    return this.#check.verdict(trace, statSync(path).size)
  }

  /** The end comes before anybody asks, unless the recorder's thread hangs on its disk: then nothing moves. */
  async #untilReadOrStuck(onProgress: () => void): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const stuck = new Promise<void>((resolve) => {
      let before = -1
      timer = setInterval(() => {
        const now = this.#reader?.readByteCount ?? 0
        if (now === before) resolve()
        else onProgress()
        before = now
      }, stuckMs)
    })
    await Promise.race([this.#whenRead, stuck])
    clearInterval(timer)
  }

  /** Bytes of a side session; null ends it. */
  addNames(index: number, bytes: ArrayBuffer | null): void {
    if (bytes === null) {
      this.#nameReaders.get(index)?.end()
      this.#nameReaders.delete(index)
      this.#topMs = 0
      this.#isChanged = true
      return
    }
    let reader = this.#nameReaders.get(index)
    if (reader === undefined) {
      reader = new TraceReader(this.#names.listener(), { keepsSegments: false, rowsPerSegment })
      this.#nameReaders.set(index, reader)
    }
    reader.push(new Uint8Array(bytes))
  }

  dispose(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#follower?.dispose()
  }

  #createReader(stop: StopConditions): TraceReader {
    const reader: TraceReader = new TraceReader(
      {
        onStart: (trace) => this.#code.onStart(trace),
        onEventType: (type) => this.#handlerFor(type, stop),
        onStack: (_bytes, view, start, end, stackIndex) => {
          this.#samples.addStack(view, start, end, this.#pointerBytes, stackIndex)
        },
        onEvents: (segment, from, to) => this.#count(reader, segment, from, to),
      },
      { keepsSegments: false, rowsPerSegment },
    )
    return reader
  }

  #handlerFor(type: TraceEventType, stop: StopConditions): PayloadHandler | null {
    this.#countByType.push(0)
    this.#bytesByType.push(0)
    const check = this.#check.handlerFor(type)
    const names = this.#code.onEventType(type)
    const isRundown = type.provider === rundownProvider
    const isEnd = isRundownEnd(type)
    const stops = stopHandler(type, this.#pointerBytes, stop, (condition, detail) => {
      // One is enough: the recording is stopped by it.
      if (!this.#hasFired) this.#send({ kind: 'condition', condition, detail })
      this.#hasFired = true
    })
    if (type.provider === sampleProvider && type.eventId === 0) {
      const samples = this.#samples
      return (_bytes, view, start, end, row, segment) => {
        if (end - start < 4) return
        const seconds = this.#secondsOf(segment.timestamp[row]!)
        samples.addSample(seconds, segment.stackIndex[row]!, view.getUint32(start, true))
      }
    }
    if (!isRundown) {
      const { onPayload } = this.#recent
      const others = [stops, names, this.#collected.handlerFor(type, this.#pointerBytes)].filter(
        (handler) => handler !== null,
      )
      if (others.length === 0) return onPayload
      return (...event) => {
        onPayload(...event)
        for (const handler of others) handler(...event)
      }
    }
    return (bytes, view, start, end, row, segment) => {
      check?.(bytes, view, start, end, row, segment)
      if (isEnd) this.#isRundownOver = true
      if (names === null) return
      this.#rundownCount += 1
      names(bytes, view, start, end, row, segment)
    }
  }

  get #pointerBytes(): number {
    return this.#reader?.trace.header?.pointerBytes ?? 8
  }

  #secondsOf(ticks: number): number {
    return ticks / (this.#reader?.trace.header?.ticksPerSecond ?? 1e9)
  }

  #count(reader: TraceReader, segment: TraceSegment, from: number, to: number): void {
    const { typeIndex, payloadLength } = segment
    for (let row = from; row < to; row += 1) {
      const type = typeIndex[row]!
      this.#countByType[type]! += 1
      this.#bytesByType[type]! += payloadLength[row]!
    }
    this.#check.addEvents(segment, from, to)
    this.#recent.collect(reader.trace, segment, from, to)
  }

  #reportIfChanged(): void {
    if (this.#isChanged) this.#notify()
  }

  #notify(): void {
    this.#isChanged = false
    this.#send({ kind: 'status', status: this.#status() })
  }

  #status(): WatchStatus {
    const trace = this.#reader?.trace
    const nowMs = performance.now()
    if (nowMs - this.#topMs >= topEveryMs) {
      this.#topMs = nowMs
      this.#top = this.#samples.top(this.#names)
    }
    return {
      readBytes: trace?.readByteCount ?? 0,
      eventCount: trace?.eventCount ?? 0,
      lostCount: trace?.lostEventCount ?? 0,
      providers: this.#providers(),
      newest: this.#recent.newest,
      collected: [...this.#collected.kinds, eventKind(trace?.types ?? [], this.#countByType)],
      top: this.#top?.top ?? null,
      knownShare: this.#top?.knownShare ?? null,
      methodCount: this.#names.methodCount,
      rundownCount: this.#rundownCount,
      isRundownOver: this.#isRundownOver,
    }
  }

  #providers(): WatchStatus['providers'] {
    const byName = new Map<string, { name: string; eventCount: number; bytes: number }>()
    for (const type of this.#reader?.trace.types ?? []) {
      const entry = byName.get(type.provider) ?? { name: type.provider, eventCount: 0, bytes: 0 }
      entry.eventCount += this.#countByType[type.index] ?? 0
      entry.bytes += this.#bytesByType[type.index] ?? 0
      byName.set(type.provider, entry)
    }
    return [...byName.values()].sort((a, b) => b.eventCount - a.eventCount)
  }
}
