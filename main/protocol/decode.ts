import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { headerSizeBytes, magic, responseCommandSet, responseError, responseOk, type CommandName } from './commands.ts'
import { describeForeignPeer } from './drafts.ts'
import { runtimeError } from './error-codes.ts'
import { decodePayload, type PayloadReader } from './payload-reader.ts'

/** A complete response: OK or error, with its payload (a view into the received bytes). */
export interface Response {
  readonly isOk: boolean
  readonly payload: Uint8Array
}

export interface ResponseHeader {
  readonly sizeBytes: number
  readonly isOk: boolean
}

/** `bytes` holds at least the 20 bytes of the header. */
export function decodeResponseHeader(bytes: Uint8Array, command: string): Result<ResponseHeader, AppError> {
  return decodePayload(bytes, `answer to ${command}`, (r) => {
    for (const byte of magic) {
      const found = r.u8('magic')
      if (found !== byte) r.fail('magic DOTNET_IPC_V1', `byte 0x${found.toString(16)}`)
    }
    const sizeBytes = r.u16('size')
    if (sizeBytes < headerSizeBytes) r.fail(`size of at least ${headerSizeBytes}`, `${sizeBytes}`)
    const set = r.u8('command set')
    if (set !== responseCommandSet) r.fail('command set 0xFF', `0x${set.toString(16)}`)
    const id = r.u8('command id')
    if (id !== responseOk && id !== responseError) r.fail('command id 0x00 or 0xFF', `0x${id.toString(16)}`)
    return { sizeBytes, isOk: id === responseOk }
  })
}

/**
 * Collects one response from chunks of any size. What follows the response in the same chunk (the first bytes of a trace,
 * an environment block) is handed over as surplus and must not be lost.
 */
export class ResponseReader {
  readonly #command: string
  #bytes: Uint8Array = new Uint8Array(0)

  constructor(command: string) {
    this.#command = command
  }

  /** Bytes received so far that make no complete response. */
  get receivedBytes(): number {
    return this.#bytes.length
  }

  /** Null = more bytes are needed. After an answer or an error the reader is spent. At most 65,535 bytes are kept. */
  push(chunk: Uint8Array): Result<{ readonly response: Response; readonly surplus: Uint8Array } | null, AppError> {
    const joined = new Uint8Array(this.#bytes.length + chunk.length)
    joined.set(this.#bytes)
    joined.set(chunk, this.#bytes.length)
    this.#bytes = joined
    // A wrong peer is told by its first wrong byte, not by silence until 20 have come.
    const magicCount = Math.min(joined.length, magic.length)
    for (let index = 0; index < magicCount; index++) {
      if (joined[index] === magic[index]) continue
      const found = describeForeignPeer(joined) ?? `byte 0x${(joined[index] ?? 0).toString(16)}`
      const what = `answer to ${this.#command}`
      return err({ kind: 'malformed', what, offset: index, expected: 'magic DOTNET_IPC_V1', found })
    }
    if (joined.length < headerSizeBytes) return ok(null)
    const header = decodeResponseHeader(joined, this.#command)
    if (!header.ok) {
      const peer = describeForeignPeer(joined)
      if (peer === null || header.error.kind !== 'malformed') return header
      return err({ ...header.error, found: peer })
    }
    const { sizeBytes, isOk } = header.value
    if (joined.length < sizeBytes) return ok(null)
    const payload = joined.subarray(headerSizeBytes, sizeBytes)
    return ok({ response: { isOk, payload }, surplus: joined.subarray(sizeBytes) })
  }
}

/**
 * The payload of an error message: int32 code, then (GenerateCoreDump3 only) a text. Which of both it is, is told by the
 * command id alone: .NET 6 can send an error with code 0.
 */
export function decodeErrorPayload(payload: Uint8Array, command: CommandName): AppError {
  const decoded = decodePayload(payload, `error answer to ${command}`, (r) => {
    const code = r.u32('code')
    const text = r.remaining >= 4 ? r.string('text') : null
    return runtimeError(command, code, text)
  })
  return decoded.ok ? decoded.value : decoded.error
}

/** Payload of an OK answer to CollectTracing* and StopTracing. */
export function decodeSessionId(payload: Uint8Array, command: CommandName): Result<bigint, AppError> {
  return decodePayload(payload, `answer to ${command}`, (r) => r.u64('session id'))
}

/** What ProcessInfo, 2 and 3 tell. Null where the version of the answer has no such field or it was empty. */
export interface ProcessInfo {
  /** In the pid namespace of the target. */
  readonly targetPid: number
  /** Random per start of the runtime. */
  readonly cookie: string
  readonly commandLine: string | null
  readonly operatingSystem: string | null
  readonly architecture: string | null
  readonly entryAssembly: string | null
  readonly runtimeVersion: string | null
  readonly runtimeIdentifier: string | null
}

/** Fields after the known ones are ignored: newer runtimes append and raise the payload's version. */
export function decodeProcessInfo(payload: Uint8Array, version: 1 | 2 | 3): Result<ProcessInfo, AppError> {
  return decodePayload(payload, `answer to ProcessInfo${version === 1 ? '' : version}`, (r) => {
    if (version === 3) {
      const payloadVersion = r.u32('payload version')
      if (payloadVersion < 1) r.fail('payload version 1 or more', `${payloadVersion}`)
    }
    const pid = r.u64('process id')
    if (pid > 0xffff_ffffn) r.fail('a process id of 32 bits', `${pid}`)
    const text = (field: string): string | null => r.string(field) || null
    return {
      targetPid: Number(pid),
      cookie: r.guid('runtime cookie'),
      commandLine: text('command line'),
      operatingSystem: text('operating system'),
      architecture: text('architecture'),
      entryAssembly: version >= 2 ? text('entry assembly') : null,
      runtimeVersion: version >= 2 ? text('runtime version') : null,
      runtimeIdentifier: version >= 3 ? text('runtime identifier') : null,
    }
  })
}

/** More than any operating system lets a process have in practice; a peer cannot make us allocate beyond it. */
export const maxEnvironmentBytes = 32 * 1024 * 1024

/** Payload of the answer to ProcessEnvironment: how many bytes follow it. */
export function decodeEnvironmentSize(payload: Uint8Array): Result<number, AppError> {
  return decodePayload(payload, 'answer to ProcessEnvironment', (r) => {
    const sizeBytes = r.u32('continuation size')
    if (sizeBytes < 4 || sizeBytes > maxEnvironmentBytes)
      r.fail(`continuation of 4 to ${maxEnvironmentBytes} bytes`, `${sizeBytes}`)
    return sizeBytes
  })
}

export interface EnvironmentEntry {
  readonly name: string
  /** Null for an entry without `=`. */
  readonly value: string | null
}

/** The continuation of ProcessEnvironment, whole. Entries keep their order; odd ones are kept as they are. */
export function decodeEnvironment(bytes: Uint8Array): Result<readonly EnvironmentEntry[], AppError> {
  return decodePayload(bytes, 'process environment', (r) => readEntries(r))
}

function readEntries(r: PayloadReader): readonly EnvironmentEntry[] {
  const count = r.u32('entry count')
  if (count > r.remaining / 4) r.fail(`at most ${Math.floor(r.remaining / 4)} entries`, `${count}`)
  const entries: EnvironmentEntry[] = []
  for (let index = 0; index < count; index++) entries.push(splitEntry(r.string(`entry ${index}`) ?? ''))
  return entries
}

/** At the first `=` after the first character: Windows has names that begin with one (`=C:`). */
export function splitEntry(entry: string): EnvironmentEntry {
  const equals = entry.indexOf('=', 1)
  if (equals < 0) return { name: entry, value: null }
  return { name: entry.slice(0, equals), value: entry.slice(equals + 1) }
}

/** First bytes on a connection that a runtime opened to a diagnostic port of ours (34 bytes). */
export interface Advertise {
  readonly cookie: string
  readonly targetPid: bigint
}

export const advertiseSizeBytes = 34
const advertiseMagic = [0x41, 0x44, 0x56, 0x52, 0x5f, 0x56, 0x31, 0x00]

export function decodeAdvertise(bytes: Uint8Array): Result<Advertise, AppError> {
  return decodePayload(bytes, 'advertise message', (r) => {
    for (const byte of advertiseMagic) if (r.u8('magic') !== byte) r.fail('magic ADVR_V1', 'other bytes')
    const cookie = r.guid('runtime cookie')
    const targetPid = r.u64('process id')
    r.u16('reserved')
    return { cookie, targetPid }
  })
}
