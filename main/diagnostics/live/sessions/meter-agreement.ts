import type { Disposable } from '../../../../shared/base/disposable.ts'
import type { InstrumentDescriptor } from '../../../../shared/model/live.ts'
import type { LiveNotice } from '../../../workers/live/live-protocol.ts'
import type { ProblemList } from '../problems.ts'
import { sharedMeterLimits } from '../../../events/metrics-events.ts'
import { firstMeterMajor, raisedMaxHistograms, type MeterLimits } from './session-plan.ts'

/** Meters of .NET 8 come one by one while they are listed; they are asked for together. */
const meterListSettleMs = 400

type SettingsNotice = Extract<LiveNotice, { what: 'meter-settings-differ' }>

/**
 * What a target's metrics session can be, as far as others have a say: a process has one aggregation of its meters for all
 * tools, with one pace and one set of limits; .NET 8 must be told the meters by name. Calls `onChange` when a new plan follows.
 */
export class MeterAgreement implements Disposable {
  readonly #problems: ProblemList
  readonly #onChange: () => void
  readonly #names = new Set<string>()
  #limits: Omit<MeterLimits, 'refreshIntervalSec'> = sharedMeterLimits
  #adopted: MeterLimits | null = null
  #listTimer: NodeJS.Timeout | null = null

  constructor(problems: ProblemList, onChange: () => void) {
    this.#problems = problems
    this.#onChange = onChange
  }

  get names(): readonly string[] {
    return [...this.#names]
  }

  limitsFor(intervalMs: number): MeterLimits {
    return this.#adopted ?? { ...this.#limits, refreshIntervalSec: intervalMs / 1000 }
  }

  /** Another process takes the place of the old one: nothing that was agreed on holds. */
  reset(): void {
    this.dispose()
    this.#names.clear()
    this.#limits = sharedMeterLimits
    this.#adopted = null
  }

  dispose(): void {
    if (this.#listTimer !== null) clearTimeout(this.#listTimer)
    this.#listTimer = null
  }

  /** On .NET 8, or an unknown version, whatever is listed and not asked for yet leads to a new session. */
  noteInstruments(instruments: readonly InstrumentDescriptor[], runtimeMajor: number | null): void {
    if (runtimeMajor !== null && runtimeMajor !== firstMeterMajor) return
    const before = this.#names.size
    for (const { source, provider } of instruments) if (source === 'meter') this.#names.add(provider)
    if (this.#names.size === before) return
    this.#listTimer ??= setTimeout(() => {
      this.#listTimer = null
      this.#onChange()
    }, meterListSettleMs)
  }

  /** Event 13. The first limit lets other tools share; when it is too small for this target, a larger one follows. */
  histogramLimitReached(): void {
    const { maxHistograms } = this.#adopted ?? this.#limits
    if (this.#adopted !== null || maxHistograms >= raisedMaxHistograms) {
      this.#problems.set({ kind: 'histogram-limit', limit: maxHistograms })
      return
    }
    this.#limits = { ...this.#limits, maxHistograms: raisedMaxHistograms }
    this.#onChange()
  }

  /** Event 17: the shared session runs with other settings than ours. */
  settingsDiffer(notice: SettingsNotice): void {
    const running: MeterLimits = {
      refreshIntervalSec: notice.expectedRefreshIntervalSec,
      maxTimeSeries: notice.expectedMaxTimeSeries,
      maxHistograms: notice.expectedMaxHistograms,
    }
    const isOnlyTheRaise =
      this.#limits.maxHistograms === raisedMaxHistograms && running.maxHistograms === sharedMeterLimits.maxHistograms
    if (isOnlyTheRaise) {
      // Somebody shares the session at the usual limits: back to those, and say that histograms are missing.
      this.#limits = sharedMeterLimits
      this.#adopted = running
      this.#problems.set({ kind: 'histogram-limit', limit: running.maxHistograms })
      this.#onChange()
    } else this.#problems.set({ kind: 'meters-shared-settings', ...running })
  }

  /** *Join shared* for a session that runs under another id: that id, whose values are shown from now on; null when there is none. */
  joinRunning(): string | null {
    const taken = this.#problems.all.find((problem) => problem.kind === 'meters-taken')
    if (taken === undefined) return null
    this.#problems.set({ ...taken, canJoin: false })
    return taken.sessionId
  }

  /** *Join shared* for differing settings: false when there are none to adopt. */
  adoptSettings(): boolean {
    const settings = this.#problems.all.find((problem) => problem.kind === 'meters-shared-settings')
    if (settings === undefined) return false
    const { refreshIntervalSec, maxTimeSeries, maxHistograms } = settings
    this.#adopted = { refreshIntervalSec, maxTimeSeries, maxHistograms }
    this.#problems.clear('meters-shared-settings')
    return true
  }
}
