import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { asProcessKey, type ProcessKey } from '../../../shared/model/ids.ts'
import type { EnvironmentVariable, ProcessDetails, SeenProcess, UnlistedReport } from '../../../shared/model/process.ts'
import type { Handlers } from '../request-context.ts'

type Answer<T> = Promise<Result<T, AppError>> | Result<T, AppError>
type ProcessChannels = Extract<keyof Handlers, `processes.${string}` | `demo.${string}`>

/** What the channels need of the process directory (main/diagnostics/processes). */
export interface ProcessUseCases {
  details(key: ProcessKey): Answer<ProcessDetails>
  environment(key: ProcessKey): Answer<readonly EnvironmentVariable[]>
  reveal(key: ProcessKey, name: string): Answer<{ readonly value: string }>
  retry(key: ProcessKey): Answer<null>
  resume(key: ProcessKey): Answer<null>
  explain(): Answer<UnlistedReport>
  seen(): readonly SeenProcess[]
  pin(key: ProcessKey, isPinned: boolean): Answer<null>
  forget(application: string): Answer<null>
}

export interface DemoUseCases {
  start(): Promise<Result<{ readonly pid: number }, AppError>>
  stop(): Promise<void>
}

export function processHandlers(processes: ProcessUseCases, demo: DemoUseCases): Pick<Handlers, ProcessChannels> {
  return {
    'processes.details': ({ key }) => processes.details(asProcessKey(key)),
    'processes.environment': ({ key }) => processes.environment(asProcessKey(key)),
    'processes.reveal': ({ key, name }) => processes.reveal(asProcessKey(key), name),
    'processes.retry': ({ key }) => processes.retry(asProcessKey(key)),
    'processes.resume': ({ key }) => processes.resume(asProcessKey(key)),
    'processes.explain': () => processes.explain(),
    'processes.seen': () => ok(processes.seen()),
    'processes.pin': ({ key, isPinned }) => processes.pin(asProcessKey(key), isPinned),
    'processes.forget': ({ application }) => processes.forget(application),
    'demo.start': () => demo.start(),
    'demo.stop': async () => {
      await demo.stop()
      return ok(null)
    },
  }
}
