import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { type ConsoleCommand, consoleCommands, type ConsolePayload } from '../../../shared/model/console.ts'
import { isForeignThere } from '../../foreign/foreign-files.ts'
import { readProcLink, readProcText } from '../../os/linux/proc-files.ts'
import { headerSizeBytes } from '../../protocol/commands.ts'
import {
  dumpTypes,
  encodeApplyStartupHook,
  encodeAttachProfiler,
  encodeEnablePerfMap,
  encodeGenerateCoreDump,
  encodePlain,
  encodeProcessInfo,
  encodeSetEnvironmentVariable,
  encodeStartupProfiler,
  encodeStopTracing,
  perfMapTypes,
} from '../../protocol/encode.ts'
import { refused, type EncodedRequest } from '../../protocol/seal.ts'
import { checkSupport, type TargetFacts } from '../../protocol/target-facts.ts'
import { checkDump } from '../dumps/preflight.ts'
import { lookAtHook } from '../environment/target-actions.ts'
import type { KnownTarget } from '../known-target.ts'
import { valuesOf } from './message-pieces.ts'
import { isElsewhere } from '../../transport/endpoint.ts'

/** Far beyond what may be asked about. */
const maxCommandLineBytes = 256 * 1024

type Values = Readonly<Record<string, string | null>>

/** The request that a draft means, by the encoders and the facts that guard every other request. */
export async function encodeDraft(
  target: KnownTarget,
  name: string,
  payload: ConsolePayload,
): Promise<Result<EncodedRequest, AppError>> {
  const command = consoleCommands.find((known) => known.name === name)
  if (command === undefined) return err({ kind: 'not-found', what: 'command' })
  if (command.impact === 'session')
    return refused(name, 'a session whose stream is not read to the end prevents the process from exiting')
  if (payload.kind === 'fields') return encodeFields(target, command, payload.values)
  const values = valuesOf(payload.bytes, command.fields)
  if (!values.ok) return values
  const encoded = await encodeFields(target, command, values.value)
  if (!encoded.ok) return encoded
  // Anything that does not come out of an encoder is a layout that some runtime may die of.
  return Buffer.from(encoded.value.bytes.subarray(headerSizeBytes)).equals(payload.bytes)
    ? encoded
    : refused(name, 'the bytes do not match the layout of this command')
}

async function encodeFields(
  target: KnownTarget,
  command: ConsoleCommand,
  values: Values,
): Promise<Result<EncodedRequest, AppError>> {
  const facts: TargetFacts = { ...target.facts, commandLineBytes: commandLineBytes(target) }
  const text = (field: string): string => values[field] ?? ''
  switch (command.name) {
    case 'GenerateCoreDump':
      return encodeDump(target, 1, values)
    case 'GenerateCoreDump2':
      return encodeDump(target, 2, values)
    case 'GenerateCoreDump3':
      return encodeDump(target, 3, values)
    case 'StopTracing': {
      const id = readNumber(text('session id'), 0xffff_ffff_ffff_ffffn)
      return id === null ? badField('session id') : ok(encodeStopTracing(id))
    }
    case 'AttachProfiler': {
      const timeout = readNumber(text('timeout'), 0xffff_ffffn)
      const clientBytes = readHex(text('client data'))
      if (timeout === null) return badField('timeout')
      if (clientBytes === null) return badField('client data')
      const profiler = { profilerClsid: guidText(text('CLSID')), profilerPath: text('path') }
      return encodeAttachProfiler({ timeoutMs: Number(timeout), ...profiler, clientBytes }, facts)
    }
    case 'StartupProfiler':
      return encodeStartupProfiler(guidText(text('CLSID')), text('path'), facts)
    case 'SetEnvironmentVariable':
      return encodeSetEnvironmentVariable(text('name'), values['value'] ?? null, facts)
    case 'EnablePerfMap': {
      const type = keyOf(perfMapTypes, text('type'))
      return type === null ? badField('type') : encodeEnablePerfMap(type, facts)
    }
    case 'ApplyStartupHook': {
      const view = isElsewhere(target.endpoint) ? null : target.view()
      const { isVerified } = await lookAtHook(text('path'), view)
      return encodeApplyStartupHook({ path: text('path'), isVerified }, facts)
    }
    case 'ProcessInfo':
      return supported(target, 'ProcessInfo', () => encodeProcessInfo(1, facts))
    case 'ProcessInfo2':
      return supported(target, 'ProcessInfo2', () => encodeProcessInfo(2, facts))
    case 'ProcessInfo3':
      return supported(target, 'ProcessInfo3', () => encodeProcessInfo(3, facts))
    case 'ResumeRuntime':
    case 'ProcessEnvironment':
    case 'DisablePerfMap': {
      const plain = command.name
      return supported(target, plain, () => ok(encodePlain(plain)))
    }
    default:
      return err({ kind: 'not-found', what: 'command' })
  }
}

/** As the runtime would tell it, with the executable's full path; null where the operating system does not say. */
function commandLineBytes({ endpoint }: KnownTarget): number | null {
  if (isElsewhere(endpoint)) return null
  const line = readProcText(`/proc/${endpoint.pid}/cmdline`, maxCommandLineBytes)
  const executable = readProcLink(`/proc/${endpoint.pid}/exe`)
  return line === null ? null : Buffer.byteLength(line) + Buffer.byteLength(executable ?? '')
}

/** What a dump could do wrong is looked at before, as on the dump page; nothing that is there is written over. */
async function encodeDump(
  target: KnownTarget,
  version: 1 | 2 | 3,
  values: Values,
): Promise<Result<EncodedRequest, AppError>> {
  const command = version === 1 ? 'GenerateCoreDump' : (`GenerateCoreDump${version}` as const)
  const path = values['path'] ?? ''
  const type = keyOf(dumpTypes, values['type'] ?? '')
  const flags = readNumber(values['flags'] ?? '0', 0xffff_ffffn)
  if (type === null) return badField('type')
  if (flags === null) return badField('flags')
  if (path.includes('%'))
    return refused(command, 'a % in the path is a template, so the location of the file is unknown')
  const view = isElsewhere(target.endpoint) ? null : target.view()
  const { facts, isStopped, isSameUser, userName } = target
  const plan = { path, type, mayOverwrite: false, isReportOnly: (flags & 8n) !== 0n }
  const { blockers, visiblePath } = await checkDump(plan, { facts, view, isStopped, isSameUser, userName })
  if (blockers.length > 0) return refused(command, blockers.map(({ kind }) => kind.replaceAll('-', ' ')).join(', '))
  if (visiblePath !== null && (await isForeignThere(visiblePath)) !== false)
    return refused(command, 'the file already exists')
  return encodeGenerateCoreDump({ path, type, flags: Number(flags) }, version, facts)
}

function supported(
  target: KnownTarget,
  command: Parameters<typeof checkSupport>[0],
  encode: () => Result<EncodedRequest, AppError>,
): Result<EncodedRequest, AppError> {
  const unsupported = checkSupport(command, target.facts)
  return unsupported === null ? encode() : err(unsupported)
}

function badField(what: string): Result<never, AppError> {
  return err({ kind: 'invalid-request', what, detail: 'not a valid value for this field' })
}

/** Decimal or with 0x. */
function readNumber(text: string, largest: bigint): bigint | null {
  if (!/^(?:0x[0-9a-f]+|\d+)$/i.test(text.trim())) return null
  const value = BigInt(text.trim())
  return value <= largest ? value : null
}

function keyOf<Key extends string>(table: Readonly<Record<Key, number>>, text: string): Key | null {
  const value = readNumber(text, 0xffff_ffffn)
  const found = (Object.keys(table) as Key[]).find((key) => BigInt(table[key]) === value)
  return value === null ? null : (found ?? null)
}

function readHex(text: string): Uint8Array | null {
  const digits = text.replaceAll(/\s/g, '')
  return /^(?:[0-9a-f]{2})*$/i.test(digits) ? Uint8Array.from(Buffer.from(digits, 'hex')) : null
}

function guidText(text: string): string {
  return text.replace(/[{}]/g, '').trim().toLowerCase()
}
