import type { AppError } from '../../shared/base/errors.ts'
import { err, type Result } from '../../shared/base/result.ts'
import { isGuid } from './guid.ts'
import { PayloadWriter } from './payload-writer.ts'
import { refused, seal, textFault, trySeal, type EncodedRequest } from './seal.ts'
import {
  checkSupport,
  deleteVariableHarm,
  dumpPathHarm,
  perfMapHarm,
  processInfoHarm,
  startupHookHarm,
  type TargetFacts,
} from './target-facts.ts'

/*
 * Requests to bytes. Do no harm: a runtime up to .NET 10 reads past the end of a payload that is too short and kills the
 * person's process; others die of values that are merely out of range, or of a sound request at the wrong time. So
 *   1. every request is a function with typed fields; nothing encodes "just a header" for a command that has a payload;
 *   2. values are checked before (`refused-harmful`), never clamped;
 *   3. what harms only some runtimes takes the facts about the target (`target-facts.ts`) and is refused by them;
 *   4. `seal` compares the declared size with the bytes and walks them once more by the layout of the command, written
 *      independently of the encoders. Only `seal.ts` makes an EncodedRequest, and only an EncodedRequest can be sent.
 * Sessions are in `encode-collect.ts`, tracepoints in `encode-user-events.ts`.
 */

/** Commands without a payload; one on them would be echoed in place of the answer. */
export type PlainCommand = 'ProcessEnvironment' | 'ResumeRuntime' | 'DisablePerfMap'

export function encodePlain(command: PlainCommand): EncodedRequest {
  return seal(command, new PayloadWriter())
}

/** Refused where the command line is so long that the answer ends the target. */
export function encodeProcessInfo(version: 1 | 2 | 3, facts: TargetFacts): Result<EncodedRequest, AppError> {
  const command = version === 1 ? 'ProcessInfo' : (`ProcessInfo${version}` as const)
  const harm = processInfoHarm(facts)
  return harm === null ? trySeal(command, new PayloadWriter()) : refused(command, harm)
}

/** The id is the one of the OK answer. To be sent at most once, before the stream's end: ids are reused addresses. */
export function encodeStopTracing(sessionId: bigint): EncodedRequest {
  return seal('StopTracing', new PayloadWriter().u64(sessionId))
}

/** Dump types of GenerateCoreDump*; anything else is answered with E_FAIL. */
export const dumpTypes = { mini: 1, heap: 2, triage: 3, full: 4 } as const
export type DumpType = keyof typeof dumpTypes

export interface DumpRequest {
  /**
   * Absolute, resolved by the target in its own file system. As `dumpPathText` makes it: `%` escaped or meant as a template,
   * in double quotes for a Windows target only. A null path kills the target, an empty one writes to a default name: both
   * are refused.
   */
  readonly path: string
  readonly type: DumpType
  /** 1 logging, 2 verbose logging, 4 crash report as well, 8 crash report only. Version 1 knows 1 only. */
  readonly flags: number
}

/**
 * A path as GenerateCoreDump* wants it. `%` begins a template in every runtime (a printf format up to .NET Core 3.1) and is
 * doubled; Windows runtimes build a command line from the path and need it in quotes.
 */
export function dumpPathText(path: string, operatingSystem: string | null): string {
  const escaped = path.replaceAll('%', '%%')
  return operatingSystem === 'Windows' && !escaped.startsWith('"') ? `"${escaped}"` : escaped
}

export function encodeGenerateCoreDump(
  request: DumpRequest,
  version: 1 | 2 | 3,
  facts: TargetFacts,
): Result<EncodedRequest, AppError> {
  const command = version === 1 ? 'GenerateCoreDump' : (`GenerateCoreDump${version}` as const)
  const unsupported = checkSupport(command, facts)
  if (unsupported) return err(unsupported)
  const fault = request.path === '' ? 'empty dump path' : (textFault(request.path) ?? dumpPathHarm(facts, request.path))
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

export function encodeAttachProfiler(
  request: AttachProfilerRequest,
  facts: TargetFacts,
): Result<EncodedRequest, AppError> {
  const unsupported = checkSupport('AttachProfiler', facts)
  if (unsupported) return err(unsupported)
  const fault = profilerFault(request.profilerClsid, request.profilerPath)
  if (fault !== null) return refused('AttachProfiler', fault)
  if (!Number.isInteger(request.timeoutMs) || request.timeoutMs < 0 || request.timeoutMs > 0xffff_ffff)
    return refused('AttachProfiler', `timeout ${request.timeoutMs} ms`)
  const w = new PayloadWriter().u32(request.timeoutMs).guid(request.profilerClsid).string(request.profilerPath)
  return trySeal('AttachProfiler', w.u32(request.clientBytes.length).raw(request.clientBytes))
}

/** For a suspended runtime: a running one answers OK and does nothing. */
export function encodeStartupProfiler(
  clsid: string,
  path: string,
  facts: TargetFacts,
): Result<EncodedRequest, AppError> {
  const unsupported = checkSupport('StartupProfiler', facts)
  if (unsupported) return err(unsupported)
  const fault = profilerFault(clsid, path)
  if (fault !== null) return refused('StartupProfiler', fault)
  return trySeal('StartupProfiler', new PayloadWriter().guid(clsid).string(path))
}

function profilerFault(clsid: string, path: string): string | null {
  if (!isGuid(clsid)) return 'the CLSID is not a GUID'
  if (/^[0-]*$/.test(clsid)) return 'the CLSID is all zero'
  return path === '' ? 'empty profiler path' : textFault(path)
}

/** `value` null deletes the variable, which ends a NativeAOT process; an empty one is kept as empty. */
export function encodeSetEnvironmentVariable(
  name: string,
  value: string | null,
  facts: TargetFacts,
): Result<EncodedRequest, AppError> {
  const command = 'SetEnvironmentVariable'
  const unsupported = checkSupport(command, facts)
  if (unsupported) return err(unsupported)
  const nameFault = name === '' || name.includes('=') ? 'a name must not be empty or contain =' : textFault(name)
  const fault = nameFault ?? (value === null ? deleteVariableHarm(facts) : textFault(value))
  if (fault !== null) return refused(command, fault)
  return trySeal(command, new PayloadWriter().string(name).string(value))
}

export const perfMapTypes = { all: 1, jitDump: 2, perfMap: 3 } as const
export type PerfMapType = keyof typeof perfMapTypes

/** Refused on a .NET 8 or 9 runtime that is, or may be, suspended at its start. */
export function encodeEnablePerfMap(type: PerfMapType, facts: TargetFacts): Result<EncodedRequest, AppError> {
  const unsupported = checkSupport('EnablePerfMap', facts)
  if (unsupported) return err(unsupported)
  const harm = perfMapHarm(facts)
  if (harm !== null) return refused('EnablePerfMap', harm)
  return trySeal('EnablePerfMap', new PayloadWriter().u32(perfMapTypes[type]))
}

export interface StartupHookRequest {
  /** Absolute, on the target's file system. */
  readonly path: string
  /** The caller has opened the file as the target sees it and found an assembly with a startup hook in it. */
  readonly isVerified: boolean
}

/** A suspended runtime runs the hook at its resume, a running one at once on a thread of its own. */
export function encodeApplyStartupHook(
  { path, isVerified }: StartupHookRequest,
  facts: TargetFacts,
): Result<EncodedRequest, AppError> {
  const command = 'ApplyStartupHook'
  const unsupported = checkSupport(command, facts)
  if (unsupported) return err(unsupported)
  const isAbsolute = /^(\/|\\\\|[A-Za-z]:[\\/])/.test(path)
  const fault = isAbsolute ? (textFault(path) ?? startupHookHarm(facts, isVerified)) : 'the path is not absolute'
  if (fault !== null) return refused(command, fault)
  return trySeal(command, new PayloadWriter().string(path))
}
