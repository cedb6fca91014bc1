import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { sharedSessionId } from '../../events/metrics-events.ts'
import { LiveEngine } from '../live/live-engine.ts'
import type { FromLiveWorker, LiveNotice } from '../live/live-protocol.ts'
import { caseMeters, type CaseQuestions, type MeterFault } from './case-protocol.ts'

type Asks<Name extends keyof CaseQuestions> = CaseQuestions[Name]['asks']
type Gets<Name extends keyof CaseQuestions> = Promise<Result<CaseQuestions[Name]['gets'], AppError>>

/** The tables are those of the Live view: the recordings are replayed in its engine. */
export async function countersOf({ paths, folder, targetName, pid }: Asks<'counters'>): Gets<'counters'> {
  const faults = new Set<MeterFault>()
  return replayed(noteFault(faults), async (engine) => {
    const errors: AppError[] = []
    let sampleCount = 0
    for (const file of paths) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const opened = await engine.answers['open-file']({ path: file })
      if (opened.ok) ({ sampleCount } = opened.value)
      else errors.push(opened.error)
    }
    const [error] = errors
    if (error !== undefined && errors.length === paths.length) return err(error)
    for (const [format, name] of [
      ['csv-long', 'counters.csv'],
      ['json', 'counters.json'],
    ] as const) {
      const all = { seriesIndexes: [], fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const written = await engine.answers.export({ format, path: path.join(folder, name), ...all, targetName, pid })
      if (!written.ok) return written
    }
    return ok({ sampleCount, meterFaults: [...faults] })
  })
}

export async function metersOf({ path: file }: Asks<'meters'>): Gets<'meters'> {
  const names = new Set<string>()
  const onMessage = (message: FromLiveWorker): void => {
    if (message.kind !== 'catalog') return
    for (const { source, provider } of message.instruments) if (source === 'meter') names.add(provider)
  }
  return replayed(onMessage, async (engine) => {
    const opened = await engine.answers['open-file']({ path: file })
    return opened.ok ? ok([...names].sort()) : opened
  })
}

async function replayed<Value>(
  onMessage: (message: FromLiveWorker) => void,
  use: (engine: LiveEngine) => Promise<Result<Value, AppError>>,
): Promise<Result<Value, AppError>> {
  const retention = { directory: null, maxMemoryBytes: 64 * 2 ** 20, maxDiskBytes: 0 }
  const engine = new LiveEngine({ liveId: 'case', intervalMs: 0, retention }, onMessage)
  try {
    return await use(engine)
  } finally {
    engine.dispose()
  }
}

/** Of what the whole process is told: a tool that joins later and gets less is no fault of these. */
function faultOf(notice: LiveNotice): MeterFault | null {
  const { what } = notice
  if (what === 'meter-session-running') return isShared(notice.runningSessionId) ? null : 'other-session'
  if (what === 'meter-settings-differ') return areShared(notice) ? null : 'other-settings'
  return what === 'histogram-limit' || what === 'series-limit' ? what : null
}

const isShared = (sessionId: string): boolean => sessionId.toLowerCase() === sharedSessionId.toLowerCase()

/** The running session has the settings that a case asks for. */
function areShared(running: LiveNotice & { readonly what: 'meter-settings-differ' }): boolean {
  return (
    running.expectedRefreshIntervalSec === caseMeters.refreshIntervalSec &&
    running.expectedMaxTimeSeries === caseMeters.maxTimeSeries &&
    running.expectedMaxHistograms === caseMeters.maxHistograms
  )
}

function noteFault(faults: Set<MeterFault>): (message: FromLiveWorker) => void {
  return (message) => {
    const fault = message.kind === 'notice' ? faultOf(message.notice) : null
    if (fault !== null) faults.add(fault)
  }
}
