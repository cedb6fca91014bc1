import type { AppError } from '../../../shared/base/errors.ts'
import type { LiveProblem } from '../../../shared/model/live.ts'

/** The problems a target has now, at most one of each kind, in the order they came up. */
export class ProblemList {
  readonly #onChange: () => void
  #problems: readonly LiveProblem[] = []

  constructor(onChange: () => void) {
    this.#onChange = onChange
  }

  get all(): readonly LiveProblem[] {
    return this.#problems
  }

  has(kind: LiveProblem['kind']): boolean {
    return this.#problems.some((problem) => problem.kind === kind)
  }

  set(problem: LiveProblem): void {
    const index = this.#problems.findIndex((known) => known.kind === problem.kind)
    if (index >= 0 && JSON.stringify(this.#problems[index]) === JSON.stringify(problem)) return
    this.#problems = index < 0 ? [...this.#problems, problem] : this.#problems.with(index, problem)
    this.#onChange()
  }

  /** null clears it. */
  put(kind: LiveProblem['kind'], problem: LiveProblem | null): void {
    if (problem === null) this.clear(kind)
    else this.set(problem)
  }

  /** The process is gone: what was wrong with it and its sessions, not with what was received. */
  endedWithProcess(): void {
    this.clear('connection-lost', 'open-failed', 'session-refused', 'silent', 'slow-link', 'stopped')
    this.clear('suspended-at-start', 'meters-taken', 'meters-shared-settings')
  }

  clear(...kinds: readonly LiveProblem['kind'][]): void {
    const left = this.#problems.filter((problem) => !kinds.includes(problem.kind))
    if (left.length === this.#problems.length) return
    this.#problems = left
    this.#onChange()
  }
}

/** What a session that could not be opened is told as. */
export function problemOfFailure(error: AppError): LiveProblem {
  if (error.kind === 'session-limit') return { kind: 'session-refused', limit: error.limit }
  // A runtime that is just starting has bound its socket and does not listen yet; the process list knows when it is gone.
  if (error.kind === 'endpoint-stale') return { kind: 'connection-lost' }
  return { kind: 'open-failed', error }
}
