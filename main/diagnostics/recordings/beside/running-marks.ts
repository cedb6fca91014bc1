import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { RecordingMark } from '../../../../shared/model/recording.ts'
import { removeSidecar, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { writeMarks } from './marks.ts'

/** Marks of recordings that run, by job. */
interface Marked {
  readonly startedMs: number
  /** Null where files come one by one: their marks are written when they are kept. */
  readonly path: string | null
  marks: readonly RecordingMark[]
}

/** A file may begin a little before its first event. */
const slackMs = 2000
const maxMarks = 500

export class RunningMarks {
  readonly #now: () => number
  readonly #byJob = new Map<string, Marked>()

  constructor(now: () => number) {
    this.#now = now
  }

  begin(jobId: string, path: string | null): void {
    // What lies there belongs to another recording that is gone.
    if (path !== null) removeSidecar(path)
    this.#byJob.set(jobId, { startedMs: this.#now(), path, marks: [] })
  }

  end(jobId: string, isKept: boolean): void {
    const marked = this.#byJob.get(jobId)
    this.#byJob.delete(jobId)
    if (marked?.path != null && !isKept) removeSidecar(marked.path)
  }

  marksOf(jobId: string): readonly RecordingMark[] {
    return this.#byJob.get(jobId)?.marks ?? []
  }

  /** At this moment; an empty text gets a number. */
  add(jobId: string, text: string): Result<readonly RecordingMark[], AppError> {
    const marked = this.#byJob.get(jobId)
    if (marked === undefined) return err({ kind: 'not-found', what: 'recording' })
    if (marked.marks.length >= maxMarks)
      return err({ kind: 'invalid-request', what: 'mark', detail: `a recording can have at most ${maxMarks} marks` })
    const unixMs = this.#now()
    const mark = { unixMs, elapsedMs: unixMs - marked.startedMs, text: text || `Mark ${marked.marks.length + 1}` }
    return this.#set(marked, [...marked.marks, mark])
  }

  /** Null takes it away. */
  change(jobId: string, index: number, text: string | null): Result<readonly RecordingMark[], AppError> {
    const marked = this.#byJob.get(jobId)
    if (marked?.marks[index] === undefined) return err({ kind: 'not-found', what: 'mark' })
    const marks = marked.marks.flatMap((mark, at) => (at !== index ? [mark] : text === null ? [] : [{ ...mark, text }]))
    return this.#set(marked, marks)
  }

  /** Beside a file that was just kept: those of its time. */
  keep(jobId: string, path: string, spanMs: number | null): void {
    const fromMs = spanMs === null ? 0 : this.#now() - spanMs - slackMs
    const marks = this.marksOf(jobId).filter(({ unixMs }) => unixMs >= fromMs)
    if (marks.length > 0) writeMarks(path, marks)
  }

  #set(marked: Marked, marks: readonly RecordingMark[]): Result<readonly RecordingMark[], AppError> {
    if (marked.path !== null && !writeMarks(marked.path, marks))
      return err({ kind: 'io', operation: 'write', path: sidecarPathOf(marked.path), code: 'EIO' })
    marked.marks = marks
    return ok(marks)
  }
}
