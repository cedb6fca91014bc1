import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import {
  encodeApplyStartupHook,
  encodeAttachProfiler,
  encodeEnablePerfMap,
  encodeGenerateCoreDump,
  encodePlain,
  encodeSetEnvironmentVariable,
  encodeStartupProfiler,
  type AttachProfilerRequest,
  type DumpRequest,
  type PerfMapType,
  type StartupHookRequest,
} from '../protocol/encode.ts'
import { errorCodes, isUnknownCommand } from '../protocol/error-codes.ts'
import type { EncodedRequest } from '../protocol/seal.ts'
import { checkSupport, type TargetFacts } from '../protocol/target-facts.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { ask } from './client.ts'
import type { ExchangeOptions } from './exchange.ts'

/*
 * Commands that change something in a target or beside it. OK means that the runtime said so, nothing more: whether a dump file is
 * there, whether a profiler loaded, is for the use cases to find out.
 */

/** A target to act on, with what must be known so that no request of ours ends it. */
export interface Target {
  readonly endpoint: Endpoint
  readonly facts: TargetFacts
}

/** Beyond the timeout in the request, which only covers a running collection. */
const attachAnswerMs = 10_000

export interface DumpAnswer {
  /** Of the command that was answered. Version 1 knows no flag but logging. */
  readonly version: 1 | 2 | 3
}

/**
 * The newest version of the command that the runtime knows. No deadline of its own: a dump of a large process takes minutes, nobody
 * else is served meanwhile, and it cannot be called off. Aborting the signal only ends the wait.
 */
export async function generateCoreDump(
  target: Target,
  request: DumpRequest,
  options: ExchangeOptions = {},
): Promise<Result<DumpAnswer, AppError>> {
  let refusal: AppError | null = null
  for (const version of [3, 2, 1] as const) {
    const command = version === 1 ? 'GenerateCoreDump' : (`GenerateCoreDump${version}` as const)
    const unsupported = checkSupport(command, target.facts)
    if (unsupported) {
      refusal = unsupported
      continue
    }
    const flags = version === 1 ? request.flags & 1 : request.flags
    const encoded = encodeGenerateCoreDump({ ...request, flags }, version, target.facts)
    if (!encoded.ok) return encoded
    const answered = await ask(target.endpoint, encoded.value, { answerTimeoutMs: null, ...options })
    if (answered.ok) return ok({ version })
    if (!isUnknownCommand(answered.error)) return answered
    refusal = answered.error
  }
  return err(refusal ?? { kind: 'cancelled' })
}

export async function attachProfiler(
  target: Target,
  request: AttachProfilerRequest,
  options: ExchangeOptions = {},
): Promise<Result<null, AppError>> {
  const answerTimeoutMs = request.timeoutMs + attachAnswerMs
  return send(target, encodeAttachProfiler(request, target.facts), { answerTimeoutMs, ...options })
}

/** Of use on a runtime that waits at its start: a running one answers OK and loads nothing. */
export async function startupProfiler(
  target: Target,
  profiler: { readonly clsid: string; readonly path: string },
  options: ExchangeOptions = {},
): Promise<Result<null, AppError>> {
  return send(target, encodeStartupProfiler(profiler.clsid, profiler.path, target.facts), options)
}

/** `value` null deletes; deleting what is not set counts as done. A program that already runs may not look again. */
export async function setEnvironmentVariable(
  target: Target,
  variable: { readonly name: string; readonly value: string | null },
  options: ExchangeOptions = {},
): Promise<Result<null, AppError>> {
  const answered = await send(
    target,
    encodeSetEnvironmentVariable(variable.name, variable.value, target.facts),
    options,
  )
  if (answered.ok || answered.error.kind !== 'runtime-error') return answered
  const { code } = answered.error
  const wasUnset = code === errorCodes.variableNotFound || code === errorCodes.variableNotFoundAsDocumented
  return wasUnset && variable.value === null ? ok(null) : answered
}

/** Writes what is compiled already before it answers; the file grows from then on. Always in /tmp of the target. */
export async function enablePerfMap(
  target: Target,
  type: PerfMapType,
  options: ExchangeOptions = {},
): Promise<Result<null, AppError>> {
  return send(target, encodeEnablePerfMap(type, target.facts), options)
}

/** Also ends a perf map that somebody else has asked for. */
export async function disablePerfMap(target: Target, options: ExchangeOptions = {}): Promise<Result<null, AppError>> {
  const unsupported = checkSupport('DisablePerfMap', target.facts)
  if (unsupported) return err(unsupported)
  return send(target, ok(encodePlain('DisablePerfMap')), options)
}

/** In programs whose startup hooks were trimmed away the answer is OK and nothing runs. */
export async function applyStartupHook(
  target: Target,
  hook: StartupHookRequest,
  options: ExchangeOptions = {},
): Promise<Result<null, AppError>> {
  return send(target, encodeApplyStartupHook(hook, target.facts), options)
}

async function send(
  target: Target,
  encoded: Result<EncodedRequest, AppError>,
  options: ExchangeOptions,
): Promise<Result<null, AppError>> {
  if (!encoded.ok) return encoded
  const answered = await ask(target.endpoint, encoded.value, options)
  return answered.ok ? ok(null) : answered
}
