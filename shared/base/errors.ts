/**
 * Expected failures: a closed union, serialisable, without wording for people (the renderer has one table from `kind` to
 * sentence, cause and next step). Cancellation is a kind of its own and never shown as an error. Bugs are not in here:
 * they throw AssertionError or whatever else, and reach the page only as `internal` with a reference into the log.
 */
export type AppError =
  | { readonly kind: 'cancelled' }
  /** The process ended, or its socket refuses (ECONNREFUSED/ENOENT) and the pid is gone. */
  | { readonly kind: 'process-gone'; readonly pid: number }
  /** EACCES/EPERM on the endpoint; `owner` is the user name or uid when it can be known. */
  | { readonly kind: 'no-permission'; readonly path: string; readonly owner: string | null }
  /** The endpoint's file is there but nobody listens. */
  | { readonly kind: 'endpoint-stale'; readonly path: string }
  /** Another process listens on the socket that carries this process's name. Nothing was sent. */
  | { readonly kind: 'impostor-endpoint'; readonly path: string; readonly peerPid: number }
  /** The connection to the machine of the process is not there. The process itself may run on. */
  | { readonly kind: 'link-lost'; readonly machine: string }
  /** The SSH server of that machine doesn't connect us to sockets there. */
  | { readonly kind: 'forwarding-refused'; readonly machine: string }
  /** A port of another user on another machine: what would connect there is missing, or was not allowed to. `said` is what it wrote. */
  | {
      readonly kind: 'sudo-refused'
      readonly machine: string
      readonly owner: string
      readonly reason: 'no-sudo' | 'no-program' | 'not-allowed'
      readonly said: string | null
    }
  /** A program was not started on another machine. `path`: what it is about. `searched`: where a program without a path was looked for. */
  | {
      readonly kind: 'not-launched-there'
      readonly machine: string
      readonly reason: FarLaunchReason
      readonly path: string
      readonly searched: string | null
    }
  /** Connected (or tried to), but nothing came within the deadline. Only an answer proves life. */
  | { readonly kind: 'timeout'; readonly operation: string; readonly timeoutMs: number }
  /**
   * A session was told to stop and its runtime has neither sent nor answered anything since, though its process runs: what .NET Core 3 does
   * when it locks itself up (docs/measurements/lock-ups.md).
   */
  | { readonly kind: 'locked-up'; readonly silentMs: number }
  /** The peer closed before the message was complete. */
  | { readonly kind: 'connection-closed'; readonly operation: string; readonly receivedBytes: number }
  /** The runtime answered with an error message; `code` as unsigned HRESULT, `name` when known (protocol section 3). */
  | {
      readonly kind: 'runtime-error'
      readonly command: string
      readonly code: number
      readonly name: string
      readonly text: string | null
    }
  /** Bytes of the peer or of a file that are not what the format says. */
  | {
      readonly kind: 'malformed'
      readonly what: string
      readonly offset: number
      readonly expected: string
      readonly found: string
      /** Of a text file: `line 12`, `profiles[0].events[3]`. */
      readonly place?: string
    }
  /** This runtime cannot do it; `neededVersion` is the first .NET that can, when there is one. */
  | {
      readonly kind: 'unsupported'
      readonly feature: string
      readonly neededVersion: string | null
      readonly actualVersion: string | null
    }
  /** Not sent, because it would harm the target (see docs/architecture.md, do no harm). */
  | { readonly kind: 'refused-harmful'; readonly operation: string; readonly reason: string }
  /** All 64 session slots of the target are taken, or our own limit of 8 is reached. */
  | { readonly kind: 'session-limit'; readonly limit: number; readonly owner: 'target' | 'pipescope' }
  /** So many processes are kept an eye on already. */
  | { readonly kind: 'recorder-limit'; readonly limit: number }
  /** So many documents of the kind are open already. */
  | { readonly kind: 'document-limit'; readonly of: 'heap' | 'trace'; readonly limit: number }
  /** A path of ours or of the person's could not be read or written. `code` is errno's name. */
  | { readonly kind: 'io'; readonly operation: string; readonly path: string; readonly code: string }
  /** What would be written is longer than any program opens; the file repeats long stacks. */
  | { readonly kind: 'export-too-large'; readonly limitBytes: number }
  /** A profile of another tool holds more than is opened; `what` says of what. */
  | {
      readonly kind: 'import-too-large'
      readonly what: 'bytes' | 'frames' | 'nodes' | 'samples' | 'stack-frames'
      readonly limit: number
    }
  /** A core dump or minidump cannot be opened; `needed` and `actual` are files, versions or processors. `details` is for the log. */
  | {
      readonly kind: 'dump-unreadable'
      readonly reason: DumpUnreadableReason
      readonly needed: string | null
      readonly actual: string | null
      readonly details: string
    }
  /** What was searched for is no regular expression. `column`: from 1, in what was typed. */
  | { readonly kind: 'bad-expression'; readonly reason: string; readonly column: number }
  /** A request that does not fit its schema, or names something that is not there (any more). */
  | { readonly kind: 'invalid-request'; readonly what: string; readonly detail: string }
  | { readonly kind: 'not-found'; readonly what: string }
  /** A worker thread ended while it was asked: beyond its share of memory or of time, or a bug of ours. `reason` is for the log. */
  | {
      readonly kind: 'worker-ended'
      readonly what: string
      readonly reason: string
      readonly isOutOfMemory: boolean
      /** It was ended because it showed no progress for so long. */
      readonly silentMs?: number
    }
  /** A bug of ours; the details are in the log under `reference`. */
  | { readonly kind: 'internal'; readonly reference: string }

export type FarLaunchReason =
  | 'no-folder'
  | 'closed-folder'
  | 'no-program'
  /** Its name has no path, and no folder of the search path has it. */
  | 'not-found'
  | 'not-executable'
  /** No folder for its port and its output could be made there. */
  | 'no-room'
  /** A program that the launch needs there. */
  | 'needs'
  /** sshd does not make a socket that leads back. */
  | 'forwarding-forbidden'
  /** The connection is about to be closed. */
  | 'disconnecting'

export const dumpUnreadableReasons = [
  'not-a-dump',
  'damaged',
  'no-runtime',
  'native-aot',
  'foreign-architecture',
  'foreign-system',
  'missing-dac',
  'dac-failed',
  'no-heap',
  /** There is no .NET on this machine to run the reader with. */
  'no-dotnet',
  /** The reader was not built with this copy of the app. */
  'no-reader',
  'stopped-responding',
  'reader-failed',
] as const
export type DumpUnreadableReason = (typeof dumpUnreadableReasons)[number]

/** Carries an expected failure across a promise boundary where a Result would be in the way. */
export class DiagnosticsError extends Error {
  override readonly name = 'DiagnosticsError'
  readonly error: AppError
  constructor(error: AppError) {
    super(error.kind)
    this.error = error
  }
}
