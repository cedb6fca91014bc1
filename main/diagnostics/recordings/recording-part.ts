import fs from 'node:fs'
import { toDisposable, type Disposable } from '../../../shared/base/disposable.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { RecordingSpec, StopConditions } from '../../../shared/model/recording.ts'
import { isAtLeast } from '../../../shared/recording/versions.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { WatchHost } from '../../workers/watch/watch-host.ts'
import type { FileVerdict, WatchStatus } from '../../workers/watch/watch-protocol.ts'
import {
  startRecording,
  type RecordingEnd,
  type RecordingHandle,
  type RecordingProgress,
} from '../session-recording.ts'
import type { RingBounds } from '../../workers/recorder/ring-files.ts'
import type { RecorderQueues } from '../recorder-queues.ts'
import type { SessionRegistry } from '../session-registry.ts'
import { collectRequest, hasSamples } from './collect.ts'
import { NameSessions, type NameListener } from './names/name-sessions.ts'
import { SymbolsBeside } from './names/symbols-beside.ts'

export interface PartParts {
  readonly registry: SessionRegistry
  readonly recorderPath: string
  readonly watchPath: string
  readonly queues?: RecorderQueues
}

export interface PartOptions {
  readonly endpoint: Endpoint
  readonly runtimeVersion: string | null
  readonly spec: RecordingSpec
  /** Of the file, or of the folder where the last stretch is kept. */
  readonly path: string
  /** Keeps the last stretch only, in pieces that are no file by themselves. */
  readonly ring?: RingBounds
  readonly stop: StopConditions
  readonly onStatus?: (status: WatchStatus) => void
  readonly onCondition?: (condition: 'event' | 'counter', detail: string) => void
  /** Looks names up while it records, by short side sessions. */
  readonly wantsNames?: boolean
  /** Whether something may come and go beside the recording just now; default: yes. */
  readonly mayLook?: () => boolean
  /** More than 0: the runtime is still starting and is left alone for so long; nothing comes and goes beside the recording. */
  readonly firstLookAfterMs?: number
  readonly signal?: AbortSignal
}

export interface PartEnd {
  readonly end: RecordingEnd
  /** What our own reader says about the file on the disk. */
  readonly verdict: Result<FileVerdict, AppError>
}

export const noStop: StopConditions = { afterMs: null, atBytes: null, onEvent: null, onCounter: null }

/** A watcher goes this long after the last page that looked: pages come back. */
const lingerMs = 10_000

/** What lives as long as a part. */
interface Beside {
  /** Null: nobody looks at what is kept, and nothing in it ends the recording. */
  readonly watch: WatchHost | null
  readonly newWatch: () => WatchHost
  readonly names: NameSessions | null
  readonly beside: SymbolsBeside | null
  readonly watchPath: string
  readonly isKept: boolean
}

/**
 * One session into one file: the recorder writes it, a watcher follows it, and after its end the file is read from the disk and
 * judged. Everything that records is built of these.
 */
export class RecordingPart {
  readonly #handle: RecordingHandle
  #watch: WatchHost | null
  readonly #newWatch: () => WatchHost
  readonly #stop: StopConditions
  #lookerCount = 0
  #lingering: NodeJS.Timeout | undefined
  readonly #names: NameSessions | null
  readonly #beside: SymbolsBeside | null
  readonly #watchPath: string
  readonly #isKept: boolean
  #status: WatchStatus | null = null
  #isChecking = false
  /** After the file was checked; the watcher is gone then. */
  readonly whenDone: Promise<PartEnd>

  static async start(parts: PartParts, options: PartOptions): Promise<Result<RecordingPart, AppError>> {
    const begun: { part: RecordingPart | null } = { part: null }
    const newWatch = (): WatchHost => {
      const watch: WatchHost = new WatchHost({
        workerPath: parts.watchPath,
        runtimeVersion: options.runtimeVersion,
        onStatus: (status) => {
          if (begun.part !== null && begun.part.#watch === watch) begun.part.#note(status, options)
        },
        onCondition: (condition, detail) => options.onCondition?.(condition, detail),
      })
      return watch
    }
    // What is kept in pieces is decoded while somebody looks at it, or when something in it ends the recording.
    const isUnseen = options.ring !== undefined && !isAwaited(options.stop)
    const watch = isUnseen ? null : newWatch()
    const started = await startRecording(parts.registry, {
      endpoint: options.endpoint,
      request: collectRequest(options.spec, options.runtimeVersion),
      runtimeVersion: options.runtimeVersion,
      path: options.path,
      recorderPath: parts.recorderPath,
      ...(watch === null ? {} : { follower: watch.follow(options.path, options.stop) }),
      ...(parts.queues ? { queues: parts.queues } : {}),
      ...(options.ring ? { ring: options.ring } : {}),
      isStarting: (options.firstLookAfterMs ?? 0) > 0,
      ...(options.signal ? { signal: options.signal } : {}),
    })
    if (!started.ok) {
      watch?.dispose()
      return started
    }
    // .NET Core 3 can lock up when sessions come and go: it gets the recording and nothing beside it.
    const isOld = options.runtimeVersion === null || !isAtLeast(options.runtimeVersion, '5.0')
    const needsNames = options.wantsNames === true && !isOld && hasSamples(options.spec)
    const beside = needsNames ? new SymbolsBeside(options.path) : null
    const addNames = (index: number, bytes: ArrayBuffer | null): void => {
      if (begun.part !== null) begun.part.#watch?.addNames(index, bytes)
    }
    const names = beside === null ? null : nameSessions(parts, options, addNames, beside)
    if (isUnseen) names?.lookNowAndThen()
    const isKept = options.ring !== undefined
    const { watchPath } = parts
    begun.part = new RecordingPart(started.value, options.stop, { watch, newWatch, names, beside, watchPath, isKept })
    return ok(begun.part)
  }

  private constructor(handle: RecordingHandle, stop: StopConditions, beside: Beside) {
    const { watch, newWatch, names, watchPath, isKept } = beside
    this.#handle = handle
    this.#stop = stop
    this.#watch = watch
    this.#newWatch = newWatch
    this.#names = names
    this.#beside = beside.beside
    this.#watchPath = watchPath
    this.#isKept = isKept
    this.whenDone = this.#finish()
  }

  get path(): string {
    return this.#handle.path
  }
  get startedAtMs(): number {
    return this.#handle.startedAtMs
  }
  get losses(): RecordingHandle['losses'] {
    return this.#handle.losses
  }
  /** Null until the watcher has said something. */
  get status(): WatchStatus | null {
    return this.#status
  }
  /** The stream has ended and the file is being read. */
  get isChecking(): boolean {
    return this.#isChecking
  }
  get whenEnded(): Promise<RecordingEnd> {
    return this.#handle.whenEnded
  }

  progress(): RecordingProgress {
    return this.#handle.progress()
  }

  /** Somebody looks at what is recorded until the answer is disposed of. What is in one file is followed anyway. */
  look(): Disposable {
    this.#lookerCount += 1
    clearTimeout(this.#lingering)
    if (this.#watch === null && this.progress().state === 'recording') {
      this.#watch = this.#newWatch()
      this.#handle.follow(this.#watch.follow(this.path, this.#stop))
      this.#names?.stopLookingNowAndThen()
    }
    return toDisposable(() => {
      this.#lookerCount -= 1
      if (this.#lookerCount > 0 || !this.#isKept || isAwaited(this.#stop)) return
      this.#lingering = setTimeout(() => this.#unwatch(), lingerMs)
    })
  }

  async stop(): Promise<PartEnd> {
    await this.#handle.stop()
    return this.whenDone
  }

  async stopWithoutNames(): Promise<PartEnd> {
    await this.#handle.stopWithoutRundown()
    return this.whenDone
  }

  /** What is kept now of the last stretch; it stays until `release`. */
  hold(): ReturnType<RecordingHandle['hold']> {
    return this.#handle.hold()
  }

  release(): void {
    this.#handle.release()
  }

  /** Ends it and removes the file. */
  async discard(): Promise<void> {
    await this.stopWithoutNames()
    await fs.promises.rm(this.path, { force: true, recursive: this.#isKept })
    await this.#beside?.remove()
  }

  /** Nobody looks any more: nothing is decoded, and what was counted is no longer so. */
  #unwatch(): void {
    this.#watch?.dispose()
    this.#watch = null
    this.#status = null
    if (this.progress().state === 'recording') this.#names?.lookNowAndThen()
  }

  #note(status: WatchStatus, options: PartOptions): void {
    this.#status = status
    if (this.progress().state === 'recording') this.#names?.note(status)
    options.onStatus?.(status)
  }

  async #finish(): Promise<PartEnd> {
    const end = await this.#handle.whenEnded
    this.#names?.dispose()
    if (this.#isKept) return this.#leavePieces(end)
    this.#isChecking = true
    const verdict = await this.#verify(end)
    const hasOwnSymbols = verdict.ok && verdict.value.isComplete && verdict.value.isRundownWhole
    if (hasOwnSymbols || end.reason === 'file-removed') await this.#beside?.remove()
    else await this.#beside?.finish()
    return { end, verdict }
  }

  /** Whoever makes a file of them has that one checked. */
  async #leavePieces(end: RecordingEnd): Promise<PartEnd> {
    clearTimeout(this.#lingering)
    this.#watch?.dispose()
    await this.#beside?.finish()
    return { end, verdict: err({ kind: 'not-found', what: 'file' }) }
  }

  /** The watcher may have been lost to what it followed; the file is judged all the same, by a fresh one. */
  async #verify({ reason, sizeBytes }: RecordingEnd): Promise<PartEnd['verdict']> {
    if (reason === 'file-removed') {
      this.#watch?.dispose()
      // Whatever is at its path by now is not what was recorded.
      return err({ kind: 'io', operation: 'write', path: this.path, code: 'ENOENT' })
    }
    const watch = this.#watch ?? this.#newWatch()
    const first = await watch.verify(this.path, sizeBytes)
    const isLost = watch.isLost
    watch.dispose()
    if (!isLost) return first
    const fresh = new WatchHost({ workerPath: this.#watchPath })
    const verdict = await fresh.verify(this.path, sizeBytes)
    fresh.dispose()
    return verdict
  }
}

function isAwaited({ onEvent, onCounter }: StopConditions): boolean {
  return onEvent !== null || onCounter !== null
}

/** What they bring goes to the picture, when there is one, and beside the file. */
function nameSessions(
  parts: PartParts,
  options: PartOptions,
  addNames: (index: number, bytes: ArrayBuffer | null) => void,
  beside: SymbolsBeside,
): NameSessions {
  const listener: NameListener = {
    onBytes(index, bytes) {
      beside.add(bytes)
      addNames(index, bytes)
    },
    onEnd(index, isWhole) {
      beside.end(isWhole)
      addNames(index, null)
    },
  }
  const mayLook = options.mayLook ?? (() => true)
  return new NameSessions(parts.registry, options, listener, {
    firstLookAfterMs: options.firstLookAfterMs ?? 0,
    mayLook,
  })
}
