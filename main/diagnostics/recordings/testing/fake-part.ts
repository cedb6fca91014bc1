import fs from 'node:fs'
import path from 'node:path'
import { vi } from 'vitest'
import { toDisposable, type Disposable } from '../../../../shared/base/disposable.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { JobFile } from '../../../../shared/model/job.ts'
import type { RecordingRequest } from '../../../../shared/model/recording.ts'
import { specOf } from '../../../../shared/recording/presets.ts'
import { provider } from '../../../../shared/recording/provider-spec.ts'
import type { KeptPiece } from '../../../workers/recorder/kept-pieces.ts'
import type { FileVerdict, WatchStatus } from '../../../workers/watch/watch-protocol.ts'
import { testRow } from '../../live/testing/fake-directory.ts'
import type { RecordingEnd, RecordingProgress } from '../../session-recording.ts'
import { noStop, RecordingPart, type PartEnd, type PartOptions } from '../recording-part.ts'
import type { FileToKeep, RecordingTarget } from '../recording-target.ts'

/** What our reader says of a whole file. */
export const wholeFile: FileVerdict = {
  sizeBytes: 100,
  eventCount: 10,
  lostCount: 0,
  isComplete: true,
  isRundownWhole: true,
  methodCount: 5,
  damageCount: 0,
  contentCount: 8,
  helperCount: 2,
  firstMs: 1000,
  lastMs: 3500,
}

export const watchStatus = (parts: Partial<WatchStatus> = {}): WatchStatus => ({
  readBytes: 0,
  eventCount: 0,
  lostCount: 0,
  providers: [],
  newest: [],
  collected: [],
  top: null,
  knownShare: null,
  methodCount: 0,
  rundownCount: 0,
  isRundownOver: false,
  ...parts,
})

/** A part of a recording without a session behind it: a test says what arrives and how it ends. */
export class FakePart {
  readonly path: string
  readonly startedAtMs = 0
  readonly losses = []
  readonly whenEnded: Promise<RecordingEnd>
  readonly whenDone: Promise<PartEnd>
  /** What was asked of it, in order. */
  readonly asked: string[] = []
  status: WatchStatus | null = null
  isChecking = false
  /** It ends as soon as it is asked to. */
  endsWhenAsked = true
  held: Result<readonly KeptPiece[], AppError> = ok([])
  #now: RecordingProgress = {
    state: 'recording',
    receivedBytes: 0,
    writtenBytes: 0,
    queuedBytes: 0,
    discardedBytes: 0,
    bytesPerSecond: 0,
    lastByteAgoMs: 0,
    elapsedMs: 0,
    ring: null,
  }
  #resolveEnded: (end: RecordingEnd) => void = () => undefined
  #resolveDone: (done: PartEnd) => void = () => undefined

  constructor(filePath: string) {
    this.path = filePath
    this.whenEnded = new Promise((resolve) => (this.#resolveEnded = resolve))
    this.whenDone = new Promise((resolve) => (this.#resolveDone = resolve))
  }

  /** As a recording takes it. */
  get asPart(): RecordingPart {
    return this as unknown as RecordingPart
  }

  progress(): RecordingProgress {
    return this.#now
  }

  /** So far. */
  has(now: Partial<RecordingProgress>): void {
    this.#now = { ...this.#now, ...now }
  }

  look(): Disposable {
    this.asked.push('look')
    return toDisposable(() => this.asked.push('look away'))
  }

  stop(): Promise<PartEnd> {
    return this.#ask('stop')
  }

  stopWithoutNames(): Promise<PartEnd> {
    return this.#ask('stop-without-names')
  }

  async discard(): Promise<void> {
    await this.#ask('discard')
  }

  hold(): Promise<Result<readonly KeptPiece[], AppError>> {
    this.asked.push('hold')
    return Promise.resolve(this.held)
  }

  release(): void {
    this.asked.push('release')
  }

  /** The stream is over; the file is not read yet. */
  endStream(end: Partial<RecordingEnd> = {}): RecordingEnd {
    const { receivedBytes } = this.#now
    const ended: RecordingEnd = {
      path: this.path,
      sizeBytes: receivedBytes,
      receivedBytes,
      discardedBytes: 0,
      isComplete: true,
      lastWholeBlockOffset: receivedBytes,
      reason: 'stopped',
      errorCode: null,
      pieces: [],
      ...end,
    }
    this.has({ state: 'ended' })
    this.#resolveEnded(ended)
    return ended
  }

  /** The stream is over and the file was read. */
  end(end: Partial<RecordingEnd> = {}, verdict: Partial<FileVerdict> = {}): void {
    this.#resolveDone({ end: this.endStream(end), verdict: ok({ ...wholeFile, ...verdict }) })
  }

  /** The stream is over, and the file can't be read. */
  fail(error: AppError): void {
    this.#resolveDone({ end: this.endStream(), verdict: err(error) })
  }

  #ask(what: string): Promise<PartEnd> {
    this.asked.push(what)
    this.has({ state: 'stopping' })
    if (this.endsWhenAsked) this.end()
    return this.whenDone
  }
}

/** Lets nobody through until it is opened. */
export class Gate {
  #open: () => void = () => undefined
  readonly passed = new Promise<void>((resolve) => (this.#open = resolve))

  open(): void {
    this.#open()
  }
}

/** Parts begin as fakes for as long as this test runs. */
export class FakeParts {
  readonly begun: FakePart[] = []
  readonly options: PartOptions[] = []
  /** Those that were asked for, opened or not. */
  readonly asked: PartOptions[] = []
  refusal: AppError | null = null
  endWhenAsked = true
  /** Opening the next one takes until this is over. */
  opening: Promise<unknown> = Promise.resolve()

  constructor() {
    vi.spyOn(RecordingPart, 'start').mockImplementation(async (_parts, options) => {
      this.asked.push(options)
      await this.opening
      if (this.refusal !== null) return err(this.refusal)
      const part = new FakePart(options.path)
      part.endsWhenAsked = this.endWhenAsked
      this.begun.push(part)
      this.options.push(options)
      return ok(part.asPart)
    })
  }

  /** Opening the next one takes until what this gives is called. */
  holdOpening(): () => void {
    const gate = new Gate()
    this.opening = gate.passed
    return () => gate.open()
  }

  get newest(): FakePart {
    return this.begun.at(-1)!
  }
}

export const recordingTarget = (row: Parameters<typeof testRow>[1] = {}): RecordingTarget => ({
  row: testRow(7, row),
  endpoint: { transport: 'unix', path: '/tmp/s', pid: testRow(7).pid },
  cpu: { percent: null, beforePercent: null },
  mayLook: () => true,
})

export const recordingRequest = (parts: Partial<RecordingRequest> = {}): RecordingRequest => ({
  processKey: testRow(7).key,
  spec: specOf([provider('System.Runtime', 0n, 4)], { rundown: 'none' }),
  stop: noStop,
  keeping: { kind: 'whole' },
  folder: null,
  nameTemplate: 'a',
  presetId: 'mine',
  resumes: false,
  ...parts,
})

/** Lists what is kept, and has it on the disk. */
export function keeper(folder: string) {
  const kept: FileToKeep[] = []
  const keepFile = (file: FileToKeep): Promise<JobFile | null> => {
    kept.push(file)
    const filePath = path.join(folder, path.basename(file.path))
    fs.writeFileSync(filePath, 'Nettrace')
    return Promise.resolve({ path: filePath, sizeBytes: 8, sha256: null, fileId: `file-${kept.length}` })
  }
  return { kept, keepFile }
}
