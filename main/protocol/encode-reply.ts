import {
  headerSizeBytes,
  magic,
  maxMessageSizeBytes,
  responseCommandSet,
  responseError,
  responseOk,
} from './commands.ts'
import { assert } from '../../shared/base/assert.ts'
import type { Advertise, EnvironmentEntry, ProcessInfo } from './decode.ts'
import { PayloadWriter } from './payload-writer.ts'

/*
 * The runtime's half: what a diagnostics server answers, as bytes. The client sends none of it; scripted peers and tests do, and with
 * it every message of the protocol goes both ways.
 */

export function encodeOk(payload: Uint8Array = new Uint8Array(0)): Uint8Array {
  return reply(responseOk, payload)
}

/** `text` for GenerateCoreDump3 only. 24 bytes without one; the published document says 28. */
export function encodeError(code: number, text: string | null = null): Uint8Array {
  const w = new PayloadWriter().u32(code)
  return reply(responseError, (text === null ? w : w.string(text)).takeBytes())
}

/** Of dumps, profilers, variables, perf maps, hooks and ResumeRuntime: an int32 that is always 0. */
export function encodeDone(): Uint8Array {
  return encodeOk(new PayloadWriter().u32(0).takeBytes())
}

/** Of CollectTracing* and StopTracing. */
export function encodeSessionReply(sessionId: bigint): Uint8Array {
  return encodeOk(new PayloadWriter().u64(sessionId).takeBytes())
}

export function encodeProcessInfoReply(info: ProcessInfo, version: 1 | 2 | 3): Uint8Array {
  const w = new PayloadWriter()
  if (version === 3) w.u32(1)
  w.u64(BigInt(info.targetPid)).guid(info.cookie)
  w.string(info.commandLine ?? '')
    .string(info.operatingSystem ?? '')
    .string(info.architecture ?? '')
  if (version >= 2) w.string(info.entryAssembly ?? '').string(info.runtimeVersion ?? '')
  if (version === 3) w.string(info.runtimeIdentifier ?? '')
  return encodeOk(w.takeBytes())
}

/** The answer and its continuation, one after the other. */
export function encodeEnvironmentReply(entries: readonly EnvironmentEntry[]): Uint8Array {
  const continuation = new PayloadWriter().u32(entries.length)
  for (const { name, value } of entries) continuation.string(value === null ? name : `${name}=${value}`)
  const bytes = continuation.takeBytes()
  const head = encodeOk(new PayloadWriter().u32(bytes.length).u16(0).takeBytes())
  return new PayloadWriter().raw(head).raw(bytes).takeBytes()
}

/** `ADVR_V1`, NUL, cookie, pid, two reserved bytes: what a runtime writes first on a connection it opens. */
export function encodeAdvertise({ cookie, targetPid }: Advertise): Uint8Array {
  const w = new PayloadWriter().raw(Uint8Array.of(0x41, 0x44, 0x56, 0x52, 0x5f, 0x56, 0x31, 0x00))
  return w.guid(cookie).u64(targetPid).u16(0).takeBytes()
}

function reply(commandId: number, payload: Uint8Array): Uint8Array {
  const size = headerSizeBytes + payload.length
  assert(size <= maxMessageSizeBytes, `an answer of ${size} bytes does not fit its size field`)
  const head = new PayloadWriter().raw(Uint8Array.from(magic)).u16(size).u8(responseCommandSet)
  return head.u8(commandId).u16(0).raw(payload).takeBytes()
}
