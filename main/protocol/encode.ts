import { assert } from '../../shared/base/assert.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import {
  checkCollectRequest,
  collectCommand,
  defaultRundownKeywords,
  type CollectRequest,
  type CollectVersion,
  type ProviderRequest,
} from './collect-request.ts'
import { commands, headerSizeBytes, magic, maxMessageSizeBytes, type CommandName } from './commands.ts'
import { isGuid } from './guid.ts'
import { PayloadWriter } from './payload-writer.ts'
import { findLayoutFault } from './request-layout.ts'

/*
 * Requests to bytes. Do no harm: a runtime up to .NET 10 reads past the end of a payload that is too short and kills the
 * person's process; .NET 8 and 9 die of some values that are merely out of range. So
 *   1. every request is a function with typed fields; nothing encodes "just a header" for a command that has a payload;
 *   2. values are checked before (`refused-harmful`), never clamped;
 *   3. `seal` compares the declared size with the bytes and walks them once more by the layout of the command, written
 *      independently of the encoders. Only `seal` makes an EncodedRequest, and only an EncodedRequest can be sent.
 */

declare const sealed: unique symbol

/** A complete, checked message. Header and payload are one buffer, to be written in one go. */
export interface EncodedRequest {
  readonly command: CommandName
  readonly bytes: Uint8Array
  readonly [sealed]: true
}

/** Commands without a payload; one on them would be echoed in place of the answer. */
export type PlainCommand =
  'ProcessInfo' | 'ProcessInfo2' | 'ProcessInfo3' | 'ProcessEnvironment' | 'ResumeRuntime' | 'DisablePerfMap'

export function encodePlain(command: PlainCommand): EncodedRequest {
  return seal(command, new PayloadWriter())
}

/** The id is the one of the OK answer. To be sent at most once, before the stream's end: ids are reused addresses. */
export function encodeStopTracing(sessionId: bigint): EncodedRequest {
  return seal('StopTracing', new PayloadWriter().u64(sessionId))
}

/** `version` must be a step of `collectLadder`: what it cannot express must already be taken out of the request. */
export function encodeCollectTracing(
  request: CollectRequest,
  version: CollectVersion,
): Result<EncodedRequest, AppError> {
  const checked = checkCollectRequest(request)
  if (!checked.ok) return checked
  for (const provider of request.providers) {
    const fault = textFault(provider.name) ?? textFault(provider.arguments ?? '')
    if (fault !== null) return refused(collectCommand(version), `provider ${provider.name}: ${fault}`)
  }
  const { rundown } = request
  const rundownKeywords = rundown === 'none' ? 0n : rundown === 'default' ? defaultRundownKeywords : rundown
  const w = new PayloadWriter()
  // Session type 0: the events come as a stream. Type 1 needs a file descriptor sent in the same step.
  if (version >= 5) w.u32(0)
  w.u32(request.bufferMB)
  w.u32(nettraceFormat)
  if (version === 2 || version === 3) w.bool(rundown !== 'none')
  if (version >= 4) w.u64(rundownKeywords)
  if (version >= 3) w.bool(request.stacks)
  w.u32(request.providers.length)
  for (const provider of request.providers) {
    writeProvider(w, provider)
    if (version >= 5) writeEventFilter(w, provider)
  }
  if (version === 6) w.u32(request.whenFull === 'block' ? 1 : 0)
  return trySeal(collectCommand(version), w)
}

/** 1 = nettrace. 0 (NetPerf) is never asked for, others are fatal. */
const nettraceFormat = 1

function writeProvider(w: PayloadWriter, provider: ProviderRequest): void {
  w.u64(provider.keywords).u32(provider.level).string(provider.name)
  // As the official client sends it: no arguments are an empty text, not a null one.
  w.string(provider.arguments ?? '')
}

function writeEventFilter(w: PayloadWriter, provider: ProviderRequest): void {
  const { mode, ids } = provider.eventFilter ?? { mode: 'deny', ids: [] }
  w.bool(mode === 'allow').u32(ids.length)
  for (const id of ids) w.u32(id)
}

/** Dump types of GenerateCoreDump*; anything else is answered with E_FAIL. */
export const dumpTypes = { mini: 1, heap: 2, triage: 3, full: 4 } as const
export type DumpType = keyof typeof dumpTypes

export interface DumpRequest {
  /**
   * Absolute, resolved by the target in its own file system; `%` already escaped or meant as a template; in double quotes
   * for a Windows target only. A null path kills the target, an empty one writes to a default name: both are refused.
   */
  readonly path: string
  readonly type: DumpType
  /** 1 logging, 2 verbose logging, 4 crash report as well, 8 crash report only. Version 1 knows 1 only. */
  readonly flags: number
}

export function encodeGenerateCoreDump(request: DumpRequest, version: 1 | 2 | 3): Result<EncodedRequest, AppError> {
  const command = version === 1 ? 'GenerateCoreDump' : (`GenerateCoreDump${version}` as const)
  const fault = request.path === '' ? 'empty dump path' : textFault(request.path)
  if (fault !== null) return refused(command, fault)
  const highest = version === 1 ? 1 : 0xf
  if (!Number.isInteger(request.flags) || request.flags < 0 || request.flags > highest)
    return refused(command, `flags must be 0 to ${highest}, not ${request.flags}`)
  return trySeal(command, new PayloadWriter().string(request.path).u32(dumpTypes[request.type]).u32(request.flags))
}

export interface AttachProfilerRequest {
  /** For the wait on a running background collection only. */
  readonly timeoutMs: number
  readonly profilerClsid: string
  /** Absolute, on the target's file system. */
  readonly profilerPath: string
  readonly clientBytes: Uint8Array
}

export function encodeAttachProfiler(request: AttachProfilerRequest): Result<EncodedRequest, AppError> {
  const fault = profilerFault(request.profilerClsid, request.profilerPath)
  if (fault !== null) return refused('AttachProfiler', fault)
  if (!Number.isInteger(request.timeoutMs) || request.timeoutMs < 0 || request.timeoutMs > 0xffff_ffff)
    return refused('AttachProfiler', `timeout ${request.timeoutMs} ms`)
  const w = new PayloadWriter().u32(request.timeoutMs).guid(request.profilerClsid).string(request.profilerPath)
  return trySeal('AttachProfiler', w.u32(request.clientBytes.length).raw(request.clientBytes))
}

export function encodeStartupProfiler(clsid: string, path: string): Result<EncodedRequest, AppError> {
  const fault = profilerFault(clsid, path)
  if (fault !== null) return refused('StartupProfiler', fault)
  return trySeal('StartupProfiler', new PayloadWriter().guid(clsid).string(path))
}

function profilerFault(clsid: string, path: string): string | null {
  if (!isGuid(clsid)) return 'the class id is not a GUID'
  if (/^[0-]*$/.test(clsid)) return 'the class id is all zero'
  return path === '' ? 'empty profiler path' : textFault(path)
}

/**
 * `value` null deletes the variable, which kills a NativeAOT process (measured on 8 and 9): `isNativeAot` must be known, and
 * unknown counts as true.
 */
export function encodeSetEnvironmentVariable(
  name: string,
  value: string | null,
  isNativeAot: boolean,
): Result<EncodedRequest, AppError> {
  const fault = name === '' || name.includes('=') ? 'a name must not be empty or contain =' : textFault(name)
  if (fault !== null) return refused('SetEnvironmentVariable', fault)
  if (value === null && isNativeAot)
    return refused('SetEnvironmentVariable', 'deleting a variable ends a NativeAOT process')
  const valueFault = value === null ? null : textFault(value)
  if (valueFault !== null) return refused('SetEnvironmentVariable', valueFault)
  return trySeal('SetEnvironmentVariable', new PayloadWriter().string(name).string(value))
}

export const perfMapTypes = { all: 1, jitDump: 2, perfMap: 3 } as const

/** Fatal for a .NET 8 or 9 runtime that is suspended at start-up; the use case has to know its state. */
export function encodeEnablePerfMap(type: keyof typeof perfMapTypes): EncodedRequest {
  return seal('EnablePerfMap', new PayloadWriter().u32(perfMapTypes[type]))
}

/** For a runtime suspended at start-up only: a running one loads it at once and dies of a wrong path. */
export function encodeApplyStartupHook(path: string): Result<EncodedRequest, AppError> {
  const fault = path === '' ? 'empty hook path' : textFault(path)
  if (fault !== null) return refused('ApplyStartupHook', fault)
  return trySeal('ApplyStartupHook', new PayloadWriter().string(path))
}

/** A NUL inside would end the text early in the runtime; half a surrogate pair cannot be converted to UTF-8 there. */
function textFault(text: string): string | null {
  if (text.includes('\0')) return 'text with a NUL inside'
  if (/\p{Surrogate}/u.test(text)) return 'text with half a surrogate pair'
  return null
}

function refused(operation: string, reason: string): Result<never, AppError> {
  return err({ kind: 'refused-harmful', operation, reason })
}

function trySeal(command: CommandName, payload: PayloadWriter): Result<EncodedRequest, AppError> {
  const size = headerSizeBytes + payload.length
  // The size field has 16 bits: a larger one would wrap and the runtime would read a cut message.
  if (size > maxMessageSizeBytes) return refused(command, `${size} bytes, the protocol carries ${maxMessageSizeBytes}`)
  return ok(seal(command, payload))
}

/** Header layout: magic 14 bytes, u16 size, u8 command set, u8 command id, u16 reserved (0). */
function seal(command: CommandName, payload: PayloadWriter): EncodedRequest {
  const size = headerSizeBytes + payload.length
  const { code } = commands[command]
  const w = new PayloadWriter().raw(Uint8Array.from(magic)).u16(size)
  const bytes = w
    .u8(code >> 8)
    .u8(code & 0xff)
    .u16(0)
    .raw(payload.toBytes())
    .toBytes()
  assert(
    bytes.length === size && size <= maxMessageSizeBytes,
    `${command}: declared ${size}, has ${bytes.length} bytes`,
  )
  const fault = findLayoutFault(bytes)
  assert(fault === null, `${command}: ${fault ?? ''}`)
  return { command, bytes } as EncodedRequest
}
