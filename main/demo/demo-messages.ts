import type { FaultRule } from './scripted-runtime/faults.ts'
import type { Generation } from './scripted-runtime/event-types.ts'

/** What a demo process is started with; everything has a default. Plain data: it crosses a process boundary. */
export interface DemoOptions {
  readonly generation?: Generation
  readonly seed?: number
  readonly entryAssembly?: string
  readonly commandLine?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly faults?: readonly FaultRule[]
  readonly maxSessions?: number
  readonly isSuspended?: boolean
  readonly loadSeriesCount?: number
  /** Folder of the socket; default: where the runtime of a process with our environment would put it. */
  readonly folder?: string
}

export type ToDemoProcess =
  | { readonly kind: 'start'; readonly options: DemoOptions }
  | { readonly kind: 'faults'; readonly rules: readonly FaultRule[] }
  | { readonly kind: 'ask-state' }
  /** `crash`: ends at once and leaves its socket file behind, as SIGKILL would. */
  | { readonly kind: 'stop'; readonly mode: 'clean' | 'crash' }

export type FromDemoProcess =
  | { readonly kind: 'listening'; readonly pid: number; readonly socketPath: string }
  | { readonly kind: 'failed'; readonly code: string }
  | {
      readonly kind: 'state'
      readonly openSessionCount: number
      readonly openedSessionCount: number
      readonly isSuspended: boolean
    }

/** A child process that runs the demo-target bundle, however it was started. */
export interface DemoProcess {
  readonly pid: number | undefined
  send(message: ToDemoProcess): void
  onMessage(listener: (message: FromDemoProcess) => void): void
  onExit(listener: (code: number | null) => void): void
  kill(): void
}
