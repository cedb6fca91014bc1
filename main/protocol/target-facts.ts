import type { AppError } from '../../shared/base/errors.ts'
import type { RuntimeFlavour } from '../../shared/model/process.ts'
import { commands, type CommandName } from './commands.ts'
import { compareVersions, parseVersion } from './runtime-version.ts'

/*
 * What one runtime can do, and which well-formed requests would end it. Every encoder of a command that can harm takes these
 * facts and answers `refused-harmful` or `unsupported` instead of bytes; what is not known counts as the dangerous case.
 * All of it was measured on .NET Core 3.1, .NET 8, 9, 10 and NativeAOT 8 and 9 (docs/protocol-coverage.md).
 */

/** What has to be known about a target before anything is sent to it that could end it. */
export interface TargetFacts {
  /** As ProcessInfo or the operating system told it; null when unknown. */
  readonly runtimeVersion: string | null
  readonly flavour: RuntimeFlavour
  /** Waits at its start for a resume; null when that is unknown. */
  readonly isSuspended: boolean | null
  /** Of the whole command line, the executable's full path counted too; null when unknown. */
  readonly commandLineBytes: number | null
}

/** Nothing is known: only what can harm no runtime is encoded. */
export const unknownTarget: TargetFacts = {
  runtimeVersion: null,
  flavour: 'unknown',
  isSuspended: null,
  commandLineBytes: null,
}

/**
 * Above this, ProcessInfo is not sent. A runtime up to .NET 10 builds its answer (two bytes per character, plus about a
 * thousand for the rest) with a 16 bit length: just over 65,535 bytes it writes past its buffer and dies. Measured with an
 * argument of 32,600 characters on 9 and 10.
 */
export const commandLineLimitBytes = 32_000

/** `unsupported`, naming the first version that has the command, or null when this runtime can be asked. */
export function checkSupport(command: CommandName, facts: TargetFacts): AppError | null {
  const { since, flavours } = commands[command]
  const { runtimeVersion, flavour } = facts
  const known: readonly RuntimeFlavour[] = flavours
  if (flavour !== 'unknown' && !known.includes(flavour))
    return { kind: 'unsupported', feature: command, neededVersion: null, actualVersion: runtimeVersion }
  // Unknown versions are asked: an unknown command is answered harmlessly by every version.
  if (runtimeVersion !== null && parseVersion(runtimeVersion) !== null && compareVersions(runtimeVersion, since) < 0)
    return { kind: 'unsupported', feature: command, neededVersion: since, actualVersion: runtimeVersion }
  return null
}

/** At least this version; false when it is unknown. */
function isAtLeast(facts: TargetFacts, version: string): boolean {
  return facts.runtimeVersion !== null && compareVersions(facts.runtimeVersion, version) >= 0
}

function isExactly(facts: TargetFacts, major: number): boolean {
  return facts.runtimeVersion !== null && parseVersion(facts.runtimeVersion)?.[0] === major
}

/** Why ProcessInfo, 2 or 3 would end this target, or null. */
export function processInfoHarm(facts: TargetFacts): string | null {
  // From .NET 11 on an answer that is too long is an error message.
  if (isAtLeast(facts, '11.0')) return null
  const { commandLineBytes } = facts
  if (commandLineBytes === null)
    return 'the length of its command line is unknown, and a response of more than 64 KB crashes runtimes before .NET 11'
  if (commandLineBytes <= commandLineLimitBytes) return null
  return `its command line has ${commandLineBytes} bytes, and a response of more than 64 KB crashes runtimes before .NET 11`
}

/** Why deleting a variable would end this target, or null. Setting one harms nobody. */
export function deleteVariableHarm(facts: TargetFacts): string | null {
  if (facts.flavour === 'coreclr' || facts.flavour === 'mono') return null
  return facts.flavour === 'nativeaot'
    ? 'deleting a variable crashes a NativeAOT process'
    : 'deleting a variable would crash it if it is a NativeAOT process, which is unknown'
}

/** Why EnablePerfMap would end this target, or null. */
export function perfMapHarm(facts: TargetFacts): string | null {
  if (facts.isSuspended === false || isAtLeast(facts, '10.0')) return null
  const state = facts.isSuspended === true ? 'it is suspended' : 'it may be suspended'
  return `${state} at startup, where enabling a perf map crashes .NET 8 and 9; resume it first (or use .NET 10)`
}

/**
 * Why a startup hook would end this target, or null. A runtime that is running loads the hook at once; .NET 9 and 10 abort
 * when the file is missing or is no hook, .NET 8 answers with an error. A suspended one of any version dies of it at its resume.
 */
export function startupHookHarm(facts: TargetFacts, isVerified: boolean): string | null {
  if (isVerified) return null
  if (facts.isSuspended === false && isExactly(facts, 8)) return null
  return 'a file that is missing there or is no startup hook would end the process, and this one has not been checked'
}

/** Why this dump path would do harm on the target, or null. `text` as it goes onto the wire. */
export function dumpPathHarm(facts: TargetFacts, text: string): string | null {
  if (facts.runtimeVersion !== null && isAtLeast(facts, '5.0')) return null
  // Up to .NET Core 3.1 the path is a printf format: %s makes createdump crash, and the answer is OK without a file.
  const loose = text.replaceAll('%%', '').replaceAll('%d', '')
  return loose.includes('%') ? 'up to .NET Core 3.1 a lone % in the path makes the dump program crash' : null
}
