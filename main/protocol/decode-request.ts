import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import type { EventFilter } from './collect-request.ts'
import { commands, headerSizeBytes, type CommandName } from './commands.ts'
import { decodePayload, type PayloadReader } from './payload-reader.ts'
import { findLayoutFault } from './request-layout.ts'

/*
 * Requests read back into fields: what a diagnostics server sees of them. For scripted peers, and to prove that what the encoders
 * write is what was meant. Refuses what `findLayoutFault` refuses.
 */

export interface DecodedProvider {
  readonly keywords: bigint
  readonly level: number
  readonly name: string
  /** Null when it was sent as null. */
  readonly arguments: string | null
  readonly eventFilter: EventFilter | null
  readonly tracepoints: DecodedTracepoints | null
}

export interface DecodedTracepoints {
  readonly defaultTracepoint: string | null
  readonly tracepoints: readonly { readonly name: string; readonly eventIds: readonly number[] }[]
}

export interface DecodedCollect {
  readonly isUserEvents: boolean
  /** The next four are null where the version or the kind of session has no such field. */
  readonly bufferMB: number | null
  readonly format: 'netperf' | 'nettrace' | null
  readonly rundown: boolean | bigint | null
  readonly stacks: boolean | null
  readonly bufferMode: number | null
  readonly providers: readonly DecodedProvider[]
}

export type RequestFields =
  | { readonly kind: 'plain' }
  | { readonly kind: 'stop'; readonly sessionId: bigint }
  | { readonly kind: 'collect'; readonly collect: DecodedCollect }
  | { readonly kind: 'dump'; readonly path: string; readonly type: number; readonly flags: number }
  | {
      readonly kind: 'attach-profiler'
      readonly timeoutMs: number
      readonly clsid: string
      readonly path: string
      readonly clientBytes: Uint8Array
    }
  | { readonly kind: 'startup-profiler'; readonly clsid: string; readonly path: string }
  | { readonly kind: 'variable'; readonly name: string; readonly value: string | null }
  | { readonly kind: 'perf-map'; readonly type: number }
  | { readonly kind: 'startup-hook'; readonly path: string }

export interface DecodedRequest {
  readonly command: CommandName
  readonly fields: RequestFields
}

/** A whole message. Commands that nobody knows are told from broken ones by the error's `expected`. */
export function decodeRequest(message: Uint8Array): Result<DecodedRequest, AppError> {
  const fault = findLayoutFault(message)
  if (fault !== null)
    return err({ kind: 'malformed', what: 'request', offset: 0, expected: 'a sound request', found: fault })
  return decodePayload(message, 'request', (r) => {
    r.raw(headerSizeBytes - 4, 'head')
    const code = (r.u8('command set') << 8) | r.u8('command id')
    r.u16('reserved')
    const command = commandByCode.get(code) ?? r.fail('a known command', `0x${code.toString(16)}`)
    return { command, fields: readFields(r, command) }
  })
}

const commandByCode: ReadonlyMap<number, CommandName> = new Map(
  (Object.keys(commands) as CommandName[]).map((name) => [commands[name].code, name]),
)

function readFields(r: PayloadReader, command: CommandName): RequestFields {
  const text = (field: string): string => r.string(field) ?? ''
  switch (command) {
    case 'StopTracing':
      return { kind: 'stop', sessionId: r.u64('session id') }
    case 'CollectTracing':
      return { kind: 'collect', collect: readCollect(r, 1) }
    case 'CollectTracing2':
    case 'CollectTracing3':
    case 'CollectTracing4':
    case 'CollectTracing5':
    case 'CollectTracing6':
      return { kind: 'collect', collect: readCollect(r, Number(command.at(-1))) }
    case 'GenerateCoreDump':
    case 'GenerateCoreDump2':
    case 'GenerateCoreDump3':
      return { kind: 'dump', path: text('path'), type: r.u32('type'), flags: r.u32('flags') }
    case 'AttachProfiler':
      return {
        kind: 'attach-profiler',
        timeoutMs: r.u32('timeout'),
        clsid: r.guid('CLSID'),
        path: text('path'),
        clientBytes: r.raw(r.u32('client length'), 'client bytes'),
      }
    case 'StartupProfiler':
      return { kind: 'startup-profiler', clsid: r.guid('CLSID'), path: text('path') }
    case 'SetEnvironmentVariable':
      return { kind: 'variable', name: text('name'), value: r.string('value') }
    case 'EnablePerfMap':
      return { kind: 'perf-map', type: r.u32('type') }
    case 'ApplyStartupHook':
      return { kind: 'startup-hook', path: text('path') }
    case 'ProcessInfo':
    case 'ProcessInfo2':
    case 'ProcessInfo3':
    case 'ProcessEnvironment':
    case 'ResumeRuntime':
    case 'DisablePerfMap':
      return { kind: 'plain' }
  }
}

function readCollect(r: PayloadReader, version: number): DecodedCollect {
  const isUserEvents = version >= 5 && r.u32('session type') === 1
  if (isUserEvents) {
    const rundown = r.u64('rundown keywords')
    const providers = readProviders(r, true, true)
    return { isUserEvents, bufferMB: null, format: null, rundown, stacks: null, bufferMode: null, providers }
  }
  const bufferMB = r.u32('buffer size')
  const format = r.u32('format') === 0 ? 'netperf' : 'nettrace'
  const hasSwitch = version === 2 || version === 3
  const rundown = version >= 4 ? r.u64('rundown keywords') : hasSwitch ? r.u8('rundown') !== 0 : null
  const stacks = version >= 3 ? r.u8('stacks') !== 0 : null
  const providers = readProviders(r, version >= 5, false)
  const bufferMode = version === 6 ? r.u32('buffer mode') : null
  return { isUserEvents, bufferMB, format, rundown, stacks, bufferMode, providers }
}

function readProviders(r: PayloadReader, hasFilter: boolean, hasTracepoints: boolean): readonly DecodedProvider[] {
  return Array.from({ length: r.u32('provider count') }, () => ({
    keywords: r.u64('keywords'),
    level: r.u32('level'),
    name: r.string('name') ?? '',
    arguments: r.string('arguments'),
    eventFilter: hasFilter ? readFilter(r) : null,
    tracepoints: hasTracepoints ? readTracepoints(r) : null,
  }))
}

function readFilter(r: PayloadReader): EventFilter {
  return { mode: r.u8('filter mode') === 0 ? 'deny' : 'allow', ids: readIds(r) }
}

function readTracepoints(r: PayloadReader): DecodedTracepoints {
  const defaultTracepoint = r.string('default tracepoint')
  const tracepoints = Array.from({ length: r.u32('tracepoint count') }, () => ({
    name: r.string('tracepoint name') ?? '',
    eventIds: readIds(r),
  }))
  return { defaultTracepoint, tracepoints }
}

function readIds(r: PayloadReader): readonly number[] {
  return Array.from({ length: r.u32('event id count') }, () => r.u32('event id'))
}
