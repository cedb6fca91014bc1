import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import type { RecordingMark } from '../../../../shared/model/recording.ts'
import { removeSidecarInTurn } from '../../../workers/recorder/sidecar-file.ts'
import { writeMarks } from './marks.ts'

/** Marks of recordings that run, by job. */
interface Marked {
  readonly startedMs: number
  /** Null where files come one by one: their marks are written when they are kept. */
  readonly path: string | null
  marks: readonly RecordingMark[]
  /** Of the change before: each one is of what that left. */
  turn: Promise<unknown>
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
    const turn = path === null ? Promise.resolve() : removeSidecarInTurn(path)
    this.#byJob.set(jobId, { startedMs: this.#now(), path, marks: [], turn })
  }

  async end(jobId: string, isKept: boolean): Promise<void> {
    const marked = this.#byJob.get(jobId)
    this.#byJob.delete(jobId)
    await marked?.turn
    if (marked?.path != null && !isKept) await removeSidecarInTurn(marked.path)
  }

  marksOf(jobId: string): readonly RecordingMark[] {
    return this.#byJob.get(jobId)?.marks ?? []
  }

  /** At this moment; an empty text gets a number. */
  async add(jobId: string, text: string): Promise<Result<readonly RecordingMark[], AppError>> {
    const unixMs = this.#now()
    const marked = this.#byJob.get(jobId)
    if (marked === undefined) return err({ kind: 'not-found', what: 'recording' })
    return inTurn(marked, (marks) => {
      if (marks.length >= maxMarks)
        return err({ kind: 'invalid-request', what: 'mark', detail: `a recording can have at most ${maxMarks} marks` })
      const mark = { unixMs, elapsedMs: unixMs - marked.startedMs, text: text || `Mark ${marks.length + 1}` }
      return ok([...marks, mark])
    })
  }

  /** Null takes it away. */
  async change(jobId: string, index: number, text: string | null): Promise<Result<readonly RecordingMark[], AppError>> {
    const marked = this.#byJob.get(jobId)
    if (marked === undefined) return err({ kind: 'not-found', what: 'mark' })
    return inTurn(marked, (marks) =>
      marks[index] === undefined
        ? err({ kind: 'not-found', what: 'mark' })
        : ok(marks.flatMap((mark, at) => (at !== index ? [mark] : text === null ? [] : [{ ...mark, text }]))),
    )
  }

  /** Beside a file that was just kept: those of its time. */
  async keep(jobId: string, path: string, spanMs: number | null): Promise<void> {
    const fromMs = spanMs === null ? 0 : this.#now() - spanMs - slackMs
    const marked = this.#byJob.get(jobId)
    await marked?.turn
    const marks = marked?.marks.filter(({ unixMs }) => unixMs >= fromMs) ?? []
    if (marks.length > 0) await writeMarks(path, marks)
  }
}

type Marks = Result<readonly RecordingMark[], AppError>

/** What can't be written is not shown. */
function inTurn(marked: Marked, changed: (marks: readonly RecordingMark[]) => Marks): Promise<Marks> {
  const changing = marked.turn.then(async () => {
    const marks = changed(marked.marks)
    if (!marks.ok) return marks
    const written = marked.path === null ? ok(null) : await writeMarks(marked.path, marks.value)
    if (!written.ok) return written
    marked.marks = marks.value
    return marks
  })
  marked.turn = changing.catch(() => undefined)
  return changing
}
