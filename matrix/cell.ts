import type { SampleTarget, SampleVariant, StartTargetOptions } from '../samples/start-target.ts'
import type { AppError } from '../shared/base/errors.ts'
import type { Result } from '../shared/base/result.ts'
import type { RuntimeFlavour } from '../shared/model/process.ts'
import { unknownTarget, type TargetFacts } from '../main/protocol/target-facts.ts'
import type { Endpoint } from '../main/transport/endpoint.ts'
import type { RecordingProxy } from './recording-proxy.ts'

export { until } from './until.ts'

/** What a cell gets to work with. Everything it starts through `start` is ended for it. */
export interface Bench {
  readonly variant: SampleVariant
  /** Exact version of the runtime in the target, from the build. */
  readonly runtimeVersion: string
  readonly flavour: RuntimeFlavour
  readonly target: SampleTarget
  /** Leads to the target through the proxy, which counts what is sent. */
  readonly endpoint: Endpoint
  readonly proxy: RecordingProxy
  /** Empty, removed afterwards. */
  readonly folder: string
  start(options: Omit<StartTargetOptions, 'variant'>): Promise<SampleTarget>
}

/** What the client would know about this target. */
export function factsOf(bench: Bench, isSuspended = false): TargetFacts {
  return { runtimeVersion: bench.runtimeVersion, flavour: bench.flavour, isSuspended, commandLineBytes: 400 }
}

/**
 * As little as a command needs to be sent although the client knows that this runtime is too old or cannot: the row is about
 * the runtime's own answer. What could harm stays refused.
 */
export function rawFacts(bench: Bench, isSuspended = false): TargetFacts {
  const flavour = bench.flavour === 'nativeaot' ? 'unknown' : bench.flavour
  return { ...unknownTarget, flavour, isSuspended, commandLineBytes: 400 }
}

/** One row of the table: a command in one situation, tried on every runtime. */
export interface Row {
  /** As in the first column of expected.md. */
  readonly name: string
  /**
   * `shared`: on the target that serves all such rows; `own`: on a fresh process, for what leaves traces in it or may end it;
   * `none`: starts what it needs itself.
   */
  readonly target: 'shared' | 'own' | 'none'
  readonly start?: Omit<StartTargetOptions, 'variant'>
  /** Looks at what only Linux has (`/proc`, signals, the mode of createdump); on other systems the row does not apply. */
  readonly isLinuxOnly?: boolean
  /** The answer in the words of expected.md. */
  run(bench: Bench): Promise<string>
}

/** An outcome as the table writes it. What was not sent at all is `refused`, whatever the reason. */
export function word(outcome: Result<unknown, AppError>): string {
  if (outcome.ok) return 'OK'
  const { error } = outcome
  if (error.kind === 'runtime-error') return error.name
  if (error.kind === 'refused-harmful' || error.kind === 'unsupported') return 'refused'
  return error.kind
}
