import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import type { Session } from './session-model.ts'

/*
 * The last free slot of a target is never ours. Whoever opens a session holds a spare one meanwhile: an empty session, opened before and
 * given back after. If only one slot is left, the spare gets it, and nothing else is opened. One spare serves all that are opened at the
 * same time, so there is never more than one of it per target.
 *
 * On .NET Core 3 the end of an older session also ends the sampling of a newer one (docs/decisions/0111): a spare cannot be given back
 * after. There two slots are taken and given back before, by one at a time.
 */

export type OpenEmpty = (endpoint: Endpoint, runtimeVersion: string | null) => Promise<Result<Session, AppError>>

/** A share in the spare slot of a target. */
export interface HeldSpare {
  /** Idempotent; the last holder's release stops the spare and resolves when it has ended. */
  release(): Promise<void>
}

interface Spare {
  readonly opened: Promise<Result<Session, AppError>>
  holders: number
  ending: Promise<void> | null
}

export class SpareSlots {
  readonly #openEmpty: OpenEmpty
  readonly #spares = new Map<string, Spare>()
  readonly #turns = new Map<string, Promise<unknown>>()

  constructor(openEmpty: OpenEmpty) {
    this.#openEmpty = openEmpty
  }

  /**
   * Refused with the target's own error when it has no slot left. Who gives up is answered at once, and what still comes to be is given
   * back then.
   */
  async hold(
    endpoint: Endpoint,
    runtimeVersion: string | null,
    signal?: AbortSignal,
  ): Promise<Result<HeldSpare, AppError>> {
    const isGivenUp = (): boolean => signal?.aborted === true
    const givenUp = abortOf(signal)
    // What is being given back says nothing about the slots that will be free then.
    for (let spare = this.#spares.get(endpoint.path); spare?.ending; spare = this.#spares.get(endpoint.path)) {
      if (isGivenUp()) break
      // oxlint-disable-next-line no-await-in-loop -- the next one may be ending as well
      await Promise.race([spare.ending, givenUp])
    }
    if (isGivenUp()) return err({ kind: 'cancelled' })
    const spare = this.#spareOf(endpoint, runtimeVersion)
    spare.holders++
    await Promise.race([spare.opened, givenUp])
    if (isGivenUp()) {
      void this.#release(endpoint, spare)
      return err({ kind: 'cancelled' })
    }
    const opened = await spare.opened
    if (!opened.ok) {
      await this.#release(endpoint, spare)
      return opened
    }
    let released: Promise<void> | null = null
    return ok({ release: () => (released ??= this.#release(endpoint, spare)) })
  }

  /**
   * `open` right after two slots were found free and given back; one such opening at a time and target. Who gives up before `open` was called is
   * answered at once, and what still comes to be is given back before the next turn.
   */
  async inTurn<T>(
    endpoint: Endpoint,
    runtimeVersion: string | null,
    open: () => Promise<Result<T, AppError>>,
    signal?: AbortSignal,
  ): Promise<Result<T, AppError>> {
    let isOpening = false
    const before = this.#turns.get(endpoint.path) ?? Promise.resolve()
    const turn = before.then(async (): Promise<Result<T, AppError>> => {
      const free = await this.#findTwo(endpoint, runtimeVersion, signal)
      if (!free.ok) return free
      isOpening = true
      return open()
    })
    this.#turns.set(endpoint.path, turn)
    const forget = (): void => {
      if (this.#turns.get(endpoint.path) === turn) this.#turns.delete(endpoint.path)
    }
    void turn.then(forget, forget)
    await Promise.race([turn, abortOf(signal)])
    return signal?.aborted === true && !isOpening ? err({ kind: 'cancelled' }) : turn
  }

  #spareOf(endpoint: Endpoint, runtimeVersion: string | null): Spare {
    const known = this.#spares.get(endpoint.path)
    if (known !== undefined) return known
    const spare: Spare = { opened: this.#openEmpty(endpoint, runtimeVersion), holders: 0, ending: null }
    this.#spares.set(endpoint.path, spare)
    return spare
  }

  async #release(endpoint: Endpoint, spare: Spare): Promise<void> {
    spare.holders--
    if (spare.holders > 0) return
    spare.ending = spare.opened.then(async (opened) => {
      if (opened.ok) await opened.value.stop()
      if (this.#spares.get(endpoint.path) === spare) this.#spares.delete(endpoint.path)
    })
    await spare.ending
  }

  async #findTwo(
    endpoint: Endpoint,
    runtimeVersion: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Result<null, AppError>> {
    const isGivenUp = (): boolean => signal?.aborted === true
    if (isGivenUp()) return err({ kind: 'cancelled' })
    const first = await this.#openEmpty(endpoint, runtimeVersion)
    if (!first.ok) return first
    const second = isGivenUp() ? null : await this.#openEmpty(endpoint, runtimeVersion)
    await first.value.stop()
    if (second?.ok === true) await second.value.stop()
    if (isGivenUp()) return err({ kind: 'cancelled' })
    return second === null || second.ok ? ok(null) : second
  }
}

function abortOf(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve()
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
}
