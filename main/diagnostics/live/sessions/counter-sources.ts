import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { canHaveSeveralSources } from './session-plan.ts'
import type { ProviderMemory } from '../target/target-directory.ts'

const lockUp = 'a second EventCounter source in a session locks up the diagnostics of .NET Core 3'

const sameName = (name: string) => (other: string) => other.toLowerCase() === name.toLowerCase()

/**
 * EventCounter sources of one target that were added by name, remembered by application, and which of all its sources a session of
 * ours has set up already: those need no second telling when a session is opened again.
 */
export class CounterSources {
  readonly #memory: ProviderMemory
  /** Entry assembly; it is learned late, and may change with a restart. */
  readonly #application: () => string
  readonly #setUp = new Set<string>()
  /** The well-known ones. */
  #areKnownSetUp = false

  constructor(memory: ProviderMemory, application: () => string) {
    this.#memory = memory
    this.#application = application
  }

  /** Added by name. */
  get names(): readonly string[] {
    return this.#memory.extraProviders(this.#application())
  }

  /** Whether every source of now has been set up by a session. */
  get areSetUp(): boolean {
    return this.#areKnownSetUp && this.names.every((name) => this.#setUp.has(name))
  }

  /** False: it was there already, in whatever case. */
  add(provider: string, runtimeMajor: number | null): Result<boolean, AppError> {
    if (!canHaveSeveralSources(runtimeMajor))
      return err({ kind: 'refused-harmful', operation: 'add-provider', reason: lockUp })
    if (this.names.some(sameName(provider))) return ok(false)
    this.#memory.setExtraProviders(this.#application(), [...this.names, provider])
    return ok(true)
  }

  remove(provider: string): void {
    const isOther = (name: string) => !sameName(provider)(name)
    this.#memory.setExtraProviders(this.#application(), this.names.filter(isOther))
  }

  noteSetUp(): void {
    this.#areKnownSetUp = true
    for (const name of this.names) this.#setUp.add(name)
  }

  /** The application runs again in another process. */
  reset(): void {
    this.#areKnownSetUp = false
    this.#setUp.clear()
  }
}
