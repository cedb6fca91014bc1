import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { type AppError, dumpUnreadableReasons, type DumpUnreadableReason } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { blockKinds, StreamError } from '../../heap/from-dump/dump-stream.ts'
import { StreamBlocks } from '../../heap/from-dump/stream-blocks.ts'
import { asProblem, type DumpProblem, parseJson } from '../../heap/from-dump/stream-json.ts'

const silentLimitMs = 120_000
/** Of .NET's own heap in the reader: structures of a heap with some ten million types and roots. The objects go straight on. */
const heapLimitBytes = 4 * 2 ** 30
const keptErrorBytes = 8192

export type DumpMode = 'heap' | 'threads' | 'values'

export interface DumpReaderCall {
  readonly host: string
  /** The reader's main assembly. */
  readonly program: string
  readonly mode: DumpMode
  readonly dump: string
  readonly runtimeFolders: readonly string[]
  /** A debugging library that the person has chosen in a dialog. */
  readonly library?: string | null
  /** Of objects, for `values`. */
  readonly addresses?: readonly bigint[]
  readonly signal?: AbortSignal | undefined
  readonly use: (kind: number, payload: DataView, offset: number) => void
}

/** Runs the reader until its last block. It is killed when cancelled, silent or wrong, and ends by itself when this process does. */
export function runDumpReader(call: DumpReaderCall): Promise<Result<void, AppError>> {
  if (call.signal?.aborted === true) return Promise.resolve(err({ kind: 'cancelled' }))
  return new Promise((resolve) => new ReaderRun(call, resolve).start())
}

class ReaderRun {
  readonly #call: DumpReaderCall
  readonly #resolve: (result: Result<void, AppError>) => void
  readonly #blocks: StreamBlocks
  #child: ChildProcessByStdio<Writable, Readable, Readable> | null = null
  #silence: NodeJS.Timeout | null = null
  #errors = ''
  #problem: DumpProblem | null = null
  #hasEnd = false
  #failure: AppError | null = null

  constructor(call: DumpReaderCall, resolve: (result: Result<void, AppError>) => void) {
    this.#call = call
    this.#resolve = resolve
    this.#blocks = new StreamBlocks((kind, payload, offset) => {
      if (kind === blockKinds.error) this.#problem = asProblem(parseJson(payload, offset), offset)
      else {
        call.use(kind, payload, offset)
        this.#hasEnd = kind === blockKinds.end
      }
    })
  }

  start(): void {
    const { host, program } = this.#call
    const child = spawn(host, [program, ...argumentsOf(this.#call)], {
      stdio: ['pipe', 'pipe', 'pipe'],
      env: environmentOf(process.env),
      shell: false,
      windowsHide: true,
    })
    this.#child = child
    const cancel = (): void => this.#fail({ kind: 'cancelled' })
    this.#call.signal?.addEventListener('abort', cancel, { once: true })
    child.stdout.on('data', (bytes: Buffer) => this.#read(bytes))
    child.stderr.on('data', (bytes: Buffer) => {
      this.#errors = (this.#errors + bytes.toString('utf8')).slice(-keptErrorBytes)
    })
    // Its end closes the pipe while we may still be about to close our side.
    child.stdin.on('error', () => {})
    child.on('error', (error) => this.#fail(unreadable('no-dotnet', error.message)))
    child.on('close', (code, signal) => {
      this.#call.signal?.removeEventListener('abort', cancel)
      if (this.#silence !== null) clearTimeout(this.#silence)
      this.#resolve(this.#outcome(`exit code ${String(code)}, signal ${String(signal)}`))
    })
    this.#watchSilence()
  }

  #read(bytes: Buffer): void {
    if (this.#failure !== null) return
    this.#watchSilence()
    try {
      this.#blocks.push(bytes)
    } catch (error) {
      if (!(error instanceof StreamError)) {
        this.#child?.kill('SIGKILL')
        throw error
      }
      const { offset, expected, found } = error
      this.#fail({ kind: 'malformed', what: 'answer of the dump reader', offset, expected, found })
    }
  }

  #watchSilence(): void {
    if (this.#silence !== null) clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#fail(unreadable('stopped-responding', this.#errors)), silentLimitMs)
  }

  #fail(error: AppError): void {
    this.#failure ??= error
    this.#child?.kill('SIGKILL')
  }

  #outcome(end: string): Result<void, AppError> {
    if (this.#failure !== null) return err(this.#failure)
    if (this.#problem !== null) return err(asError(this.#problem, this.#errors))
    if (!this.#hasEnd) return err(unreadable('reader-failed', `${end}\n${this.#errors}`))
    return ok(undefined)
  }
}

function argumentsOf({ mode, dump, runtimeFolders, library, addresses }: DumpReaderCall): readonly string[] {
  return [
    mode,
    dump,
    ...runtimeFolders.flatMap((folder) => ['--runtime-folder', folder]),
    ...(library == null ? [] : ['--dac', library]),
    ...(addresses ?? []).flatMap((address) => ['--address', address.toString(16)]),
  ]
}

/** Nothing of ours: variables could load further code into it. Without diagnostics it is not one of the processes that the app lists. */
function environmentOf(own: NodeJS.ProcessEnv): Record<string, string> {
  const environment: Record<string, string> = {
    DOTNET_EnableDiagnostics: '0',
    DOTNET_GCHeapHardLimit: heapLimitBytes.toString(16),
    DOTNET_TieredPGO: '0',
    DOTNET_gcConcurrent: '0',
  }
  // Without it Windows loads no libraries.
  const system = own['SystemRoot']
  if (system !== undefined) environment['SystemRoot'] = system
  return environment
}

function asError({ code, message, needed, actual }: DumpProblem, errors: string): AppError {
  const reason = dumpUnreadableReasons.find((known) => known === code) ?? 'reader-failed'
  return { kind: 'dump-unreadable', reason, needed, actual, details: `${message}\n${errors}`.trim() }
}

export function unreadable(reason: DumpUnreadableReason, details = ''): AppError {
  return { kind: 'dump-unreadable', reason, needed: null, actual: null, details }
}
