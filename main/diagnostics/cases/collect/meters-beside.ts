import { randomUUID } from 'node:crypto'
import path from 'node:path'
import type { RecordingSpec } from '../../../../shared/model/recording.ts'
import { specOf } from '../../../../shared/recording/presets.ts'
import { hexKeywords, parseArguments } from '../../../../shared/recording/provider-spec.ts'
import { firstMeterMajor, majorVersion, metricsProvider, planMeters } from '../../live/sessions/session-plan.ts'
import { StartUpGate } from '../../live/target/start-up-gate.ts'
import type { RecordingTarget } from '../../recordings/recording-target.ts'
import { caseMeters } from '../../../workers/case/case-protocol.ts'
import { pause } from '../../../os/pause.ts'
import { processAgeMs } from '../../../os/process-age.ts'
import { errorText, reasons } from '../case-words.ts'
import type { StepContext } from './step-context.ts'
import { recordFor, type TimedRecording } from './timed-recording.ts'
import type { Result } from '../../../../shared/base/result.ts'
import type { AppError } from '../../../../shared/base/errors.ts'

export const metersFile = 'meters.raw'
export const meterListFile = 'meters-list.raw'

/** Instruments are listed at once; the stream is sent ten times a second. */
const listingMs = 1500
/** Until counters may begin beside them. */
const settlingSeconds = 15

/**
 * Meters of a process, in a session of their own beside its counters and opened before them: the other way round, or at once, can lock up
 * a process (decision 0050). It is the session that every tool may share. .NET 8 wants meters by name: one more session lists
 * them, and is stopped with the other one, not while the runtime sets meters up.
 */
export class MetersBeside {
  readonly #context: StepContext
  readonly #target: RecordingTarget
  readonly #stopping = new AbortController()
  readonly #recordings: Promise<Result<TimedRecording, AppError>>[] = []
  #reason: string | null = null

  private constructor(context: StepContext, target: RecordingTarget) {
    this.#context = context
    this.#target = target
  }

  /** Resolves when counters may follow. */
  static async start(context: StepContext, target: RecordingTarget, seconds: number): Promise<MetersBeside> {
    const meters = new MetersBeside(context, target)
    await meters.#start(seconds)
    return meters
  }

  /** Why there are no meters; null: they are recorded. */
  get reason(): string | null {
    return this.#reason
  }

  /** Whether there is a file of them. */
  async stop(): Promise<boolean> {
    this.#stopping.abort()
    const ended = await Promise.all(this.#recordings)
    const [last] = ended.slice(-1)
    if (last === undefined) return false
    if (!last.ok && last.error.kind !== 'cancelled') this.#reason = `${reasons.metersFailed} ${errorText(last.error)}`
    return last.ok
  }

  async #start(seconds: number): Promise<void> {
    const { runtimeVersion } = this.#target.row
    const major = majorVersion(runtimeVersion)
    if (major === null || major < firstMeterMajor) {
      this.#reason = reasons.noMeters(runtimeVersion)
      return
    }
    const names = major === firstMeterMajor ? await this.#list(seconds) : []
    const { row } = this.#target
    const gate = new StartUpGate(() =>
      row.startTimeMs === null ? 0 : processAgeMs(row.startTimeMs, this.#context.now()),
    )
    const recording = this.#record(metersFile, meterSpec(major, names), seconds, () => gate.noteMeterEvent())
    // A process without meters sends nothing; one that refuses the session needs no waiting for.
    await Promise.race([gate.metersSettled(this.#context.signal), recording])
  }

  async #list(seconds: number): Promise<readonly string[]> {
    void this.#record(meterListFile, meterSpec(firstMeterMajor, []), seconds)
    await pause(listingMs)
    const listed = await this.#context.host.ask('meters', { path: path.join(this.#context.work, meterListFile) })
    return listed.ok ? listed.value : []
  }

  #record(
    name: string,
    spec: RecordingSpec,
    seconds: number,
    onEvent: () => void = () => undefined,
  ): Promise<Result<TimedRecording, AppError>> {
    const { parts, work, otherBytes, signal } = this.#context
    if (signal.aborted) this.#stopping.abort()
    const recording = recordFor(parts, this.#target, {
      spec,
      path: path.join(work, name),
      seconds: seconds + settlingSeconds,
      signal: this.#stopping.signal,
      otherBytes,
      onBytes: () => undefined,
      onStatus: ({ providers }) => {
        if (providers.some((provider) => provider.name === metricsProvider && provider.eventCount > 0)) onEvent()
      },
    })
    this.#recordings.push(recording)
    return recording
  }
}

/** As Live and dotnet-counters ask for them, so that one session of the process serves all. No stacks: nobody reads them. */
function meterSpec(runtimeMajor: number, meterNames: readonly string[]): RecordingSpec {
  const planned = planMeters({ needs: null, runtimeMajor, meterNames, meterLimits: caseMeters, clientId: randomUUID() })
  const providers = (planned?.providers ?? []).map((provider) => ({
    name: provider.name,
    keywords: hexKeywords(provider.keywords),
    level: 4 as const,
    arguments: parseArguments(provider.arguments) ?? [],
    eventFilter: null,
  }))
  return { ...specOf(providers, { rundown: 'none', stacks: false }), bufferMB: 16 }
}
