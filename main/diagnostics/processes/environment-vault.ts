import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { EnvironmentVariable } from '../../../shared/model/process.ts'
import type { OperatingSystem } from '../../os/operating-system.ts'
import type { EnvironmentEntry } from '../../protocol/decode.ts'
import { isUnknownCommand } from '../../protocol/error-codes.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { processEnvironment } from '../client.ts'
import { maskEnvironment } from './environment-view.ts'

/** Environments are kept for the card that shows them, and thrown away with the process or for a newer card. */
const maxKept = 4

/** Holds environments, which are full of secrets: never logged, never stored, given out one value at a time. */
export class EnvironmentVault {
  readonly #kept = new Map<ProcessKey, readonly EnvironmentEntry[]>()

  /** Asks the runtime; .NET Core 3, which cannot tell, is read from the operating system. */
  async load(
    key: ProcessKey,
    target: { readonly pid: number; readonly endpoint: Endpoint | null; readonly os: OperatingSystem },
  ): Promise<Result<readonly EnvironmentVariable[], AppError>> {
    const entries = await this.#read(target)
    if (!entries.ok) return entries
    this.#kept.delete(key)
    this.#kept.set(key, entries.value)
    const oldest = this.#kept.keys().next()
    if (this.#kept.size > maxKept && oldest.done !== true) this.#kept.delete(oldest.value)
    return ok(maskEnvironment(entries.value))
  }

  reveal(key: ProcessKey, name: string): Result<{ readonly value: string }, AppError> {
    const entry = this.#kept.get(key)?.find((candidate) => candidate.name === name)
    return entry ? ok({ value: entry.value ?? '' }) : err({ kind: 'not-found', what: 'variable' })
  }

  drop(key: ProcessKey): void {
    this.#kept.delete(key)
  }

  async #read(target: {
    readonly pid: number
    readonly endpoint: Endpoint | null
    readonly os: OperatingSystem
  }): Promise<Result<readonly EnvironmentEntry[], AppError>> {
    const { pid, endpoint, os } = target
    const isStopped = os.process(pid)?.isStopped === true
    // A stopped process would only make us wait; what it started with can be read.
    const answer = endpoint === null || isStopped ? null : await processEnvironment(endpoint)
    if (answer?.ok === true) return answer
    if (answer !== null && !isUnknownCommand(answer.error)) return answer
    const started = os.environment(pid)
    if (started !== null) return ok([...started].map(([name, value]) => ({ name, value })))
    return err(
      answer?.error ?? { kind: 'unsupported', feature: 'environment', neededVersion: '5.0', actualVersion: null },
    )
  }
}
