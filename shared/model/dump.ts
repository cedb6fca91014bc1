import type { AppError } from '../base/errors.ts'
import type { RuntimeFlavour } from './process.ts'

/** What goes into a dump. Without personal data as far as the runtime manages it: triage. */
export type DumpType = 'mini' | 'heap' | 'triage' | 'full'
export const dumpTypeNames = ['mini', 'heap', 'triage', 'full'] as const satisfies readonly DumpType[]

/** Of the file to come, from the memory map; writing changes it (measured: within 3 % for heap and full of an idle process). */
export interface DumpEstimate {
  readonly lowBytes: number
  readonly highBytes: number
}

/** Would make the request fail or harm the target: it is not sent. */
export type DumpBlocker =
  /** NativeAOT and Mono answer with an error, whatever is beside them. */
  | { readonly kind: 'flavour'; readonly flavour: RuntimeFlavour }
  /** .NET 8 to 10 lose their diagnostics socket over it, .NET Core 3.1 leaves an orphan process behind. */
  | { readonly kind: 'createdump-missing'; readonly path: string }
  | { readonly kind: 'createdump-not-executable'; readonly path: string }
  | { readonly kind: 'suspended' }
  | { readonly kind: 'stopped' }
  | { readonly kind: 'path-not-absolute' }
  | { readonly kind: 'folder-missing'; readonly path: string }
  | { readonly kind: 'folder-not-writable'; readonly path: string; readonly userName: string | null }
  | { readonly kind: 'path-is-folder' }
  /** Never overwritten unasked. */
  | { readonly kind: 'file-exists'; readonly sizeBytes: number }
  | { readonly kind: 'not-enough-space'; readonly freeBytes: number; readonly neededBytes: number }
  | { readonly kind: 'tracing-forbidden'; readonly ptraceScope: number }
  /** A single-file program carries its createdump inside, and that can write full dumps only. */
  | { readonly kind: 'only-full' }

/** Worth saying before; the request can be sent. */
export type DumpWarning =
  | { readonly kind: 'space-low'; readonly freeBytes: number; readonly neededBytes: number }
  /** The file lands in the target's own file system; `visiblePath` is where this machine sees it, if it does. */
  | { readonly kind: 'other-file-system'; readonly visiblePath: string | null }
  /** Nothing of the target's files can be seen: neither the checks before nor the one afterwards can be made. */
  | { readonly kind: 'cannot-look' }
  | { readonly kind: 'other-owner'; readonly userName: string | null }

export interface DumpPreflight {
  /** As the target resolves it. */
  readonly path: string
  /** The same file from here; null when it cannot be seen. */
  readonly visiblePath: string | null
  readonly blockers: readonly DumpBlocker[]
  readonly warnings: readonly DumpWarning[]
  readonly estimates: Readonly<Record<DumpType, DumpEstimate | null>>
  readonly freeBytes: number | null
  /** The program that will write it, as the target sees it; null when it is inside the target or cannot be known. */
  readonly createdumpPath: string | null
  /** The machine that was asked, for a process on another one. */
  readonly machine?: string
}

/** What was found in the file that the target wrote. */
export type DumpFormat = 'elf-core' | 'minidump' | 'macho-core' | 'unknown'

export interface DumpFileFacts {
  readonly format: DumpFormat
  readonly sizeBytes: number
  /** Up to where its own tables say that it reaches; null when they could not be read. */
  readonly expectedBytes: number | null
  readonly isComplete: boolean
}

/**
 * - `complete`: header and tables read, everything they name is inside the file
 * - `partial`: a dump, but its end is missing; the file was given a name that says so where that was possible
 * - `missing`: the runtime said OK and there is no (new) file (.NET Core 3.1 does that when createdump crashes)
 * - `not-a-dump`: a file, but none of the known formats
 * - `unverified`: the file cannot be seen from here
 * - `report-only`: a crash report without a dump, as asked for
 */
export type DumpVerdict = 'complete' | 'partial' | 'missing' | 'not-a-dump' | 'unverified' | 'report-only'

/** Who can read the file at the end. Dumps hold the memory of the process, with every secret in it. */
export interface DumpAccess {
  /** Permission bits as they are now. */
  readonly mode: number
  readonly ownerId: number
  readonly ownerName: string | null
  /** What was done about a file that others could read (.NET Core 3.1 writes 0644). `refused`: they still can. */
  readonly change: 'none-needed' | 'restricted' | 'refused'
  /** Why it was refused: errno's name; `EMLINK` for a file with a second name. */
  readonly code: string | null
}

export interface DumpResult {
  readonly verdict: DumpVerdict
  /** As the target names it, and from here (after a rename). */
  readonly path: string
  readonly visiblePath: string | null
  readonly file: DumpFileFacts | null
  /** Of the dump, or of the crash report where that is all there is; null where it cannot be seen. */
  readonly access: DumpAccess | null
  readonly crashReportPath: string | null
  /** Version of the command that the runtime knew. */
  readonly commandVersion: 1 | 2 | 3
  readonly tookMs: number
}

/** How a file that came over a link was compared: by a checksum of the other machine, or by its size alone. */
export type FetchCheck = 'sha256' | 'cksum' | 'size-only'

/** A dump that was written on another machine. */
export interface FarDump {
  readonly machine: string
  readonly path: string
  /** Null: the link broke while it was being written, and nobody has looked since. */
  readonly sizeBytes: number | null
  readonly isRemoved: boolean
  /** The copy here. */
  readonly fetched: { readonly path: string; readonly fileId: string; readonly check: FetchCheck } | null
  /** Of a fetch that runs. */
  readonly fetchJobId: string | null
  /** What an earlier fetch brought, before it was cancelled or the link broke: the next one goes on from there. */
  readonly partBytes: number
  /** What was here before was not the beginning of what is there. */
  readonly hasStartedOver: boolean
}

/** A dump that lies on another machine, of this run or an earlier one. */
export interface LeftDump {
  /** Of the job that had it written: what fetches and removes it. */
  readonly jobId: string
  readonly path: string
  readonly processName: string
  readonly pid: number
  readonly type: DumpType
  readonly startedMs: number
  /** Null: nobody has seen its end. */
  readonly sizeBytes: number | null
  readonly isFetched: boolean
  /** Of a fetch that runs. */
  readonly fetchJobId: string | null
  /** What an earlier fetch brought. */
  readonly partBytes: number
}

/** Of a copy; which of them there are depends on the Node inside. */
export type CompressionFormat = 'gzip' | 'zstd'

/** A failure with everything that helps to understand it. */
export interface DumpFailure {
  readonly error: AppError
  /** Lines of createdump itself, when the runtime passed them on (.NET 7 and newer). */
  readonly messages: readonly string[]
  /** The target cannot be reached any more: its runtime has removed its socket. */
  readonly isSocketLost: boolean
  readonly isTargetGone: boolean
  /** A file that was begun, with what it holds. */
  readonly leftFile: { readonly path: string; readonly sizeBytes: number } | null
}
