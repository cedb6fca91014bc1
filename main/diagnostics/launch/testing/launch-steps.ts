import type { AppError } from '../../../../shared/base/errors.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { LaunchOutput, LaunchState } from '../../../../shared/model/port.ts'
import type { PortService } from '../../ports/port-service.ts'

/** A program that is held at its start; what it starts goes on at once. */
export const held = { variables: {}, suspends: true, firstRule: 'hold', rule: 'resume' } as const

interface Launches<Request> {
  start(request: Request): Promise<Result<LaunchState, AppError>>
  list(): readonly LaunchState[]
  output(id: string, stream: 'stdout' | 'stderr', fromOffset: number): Result<LaunchOutput, AppError>
}

/** What tests ask of launches, on this machine or on another. The services may be made anew for each test. */
export function launchSteps<Request>(launchesNow: () => Launches<Request>, portsNow: () => Pick<PortService, 'list'>) {
  return {
    start: async (request: Request): Promise<LaunchState> => {
      const started = await launchesNow().start(request)
      if (!started.ok) throw new Error(JSON.stringify(started.error))
      return started.value
    },
    stateOf: (id: string) =>
      launchesNow()
        .list()
        .find((launch) => launch.id === id),
    runtimesOf: (id: string) =>
      portsNow()
        .list()
        .find(({ launchId }) => launchId === id)?.runtimes ?? [],
    outputOf: (id: string): string => {
      const output = launchesNow().output(id, 'stdout', 0)
      return output.ok ? output.value.text : ''
    },
  }
}
