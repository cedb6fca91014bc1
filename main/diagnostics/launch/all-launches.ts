import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { LaunchOutput, LaunchState } from '../../../shared/model/port.ts'
import type { FarLaunchService } from './far-launch-service.ts'
import type { LaunchRequest, LaunchService } from './launch-service.ts'

/** What was launched on this machine and on others, as one list. */
export class AllLaunches {
  readonly #here: LaunchService
  readonly #there: FarLaunchService

  constructor(here: LaunchService, there: FarLaunchService) {
    this.#here = here
    this.#there = there
  }

  /** `machine`: its id; null is this one. */
  start({
    machine,
    ...request
  }: LaunchRequest & { readonly machine: string | null }): Promise<Result<LaunchState, AppError>> {
    return machine === null ? this.#here.start(request) : this.#there.start({ ...request, machine })
  }

  list(): readonly LaunchState[] {
    return [...this.#here.list(), ...this.#there.list()].toSorted((a, b) => a.startedMs - b.startedMs)
  }

  /** Null: there is none. */
  find(id: string): LaunchState | null {
    return this.list().find((launch) => launch.id === id) ?? null
  }

  output(id: string, stream: 'stdout' | 'stderr', fromOffset: number): Result<LaunchOutput, AppError> {
    return this.#of(id).output(id, stream, fromOffset)
  }

  stop(id: string, how: 'terminate' | 'kill'): Promise<Result<null, AppError>> {
    return this.#of(id).stop(id, how)
  }

  remove(id: string): Promise<Result<null, AppError>> {
    return this.#of(id).remove(id)
  }

  #of(id: string): LaunchService | FarLaunchService {
    return this.#there.has(id) ? this.#there : this.#here
  }
}
