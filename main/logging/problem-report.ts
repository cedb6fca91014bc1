import type { AppFacts, LogRecord, QueueReport } from '../../shared/model/app.ts'
import type { ProcessRow } from '../../shared/model/process.ts'
import { defaultSettings, type Settings } from '../../shared/model/settings.ts'
import { redactText, type PrivateWords } from './redact.ts'

export interface ReportContent {
  readonly facts: Omit<AppFacts, 'start'>
  readonly createdAtMs: number
  readonly queues: readonly QueueReport[]
  readonly rows: readonly ProcessRow[]
  readonly settings: Settings
  /** Redacted when they were logged. */
  readonly log: readonly LogRecord[]
  readonly words: PrivateWords
}

/**
 * The problem report as JSON text. Built by naming what goes in, never by leaving things out of a whole: a field that is
 * added to a row or to the settings later stays out until somebody lists it here. No command line, environment,
 * path, user, host or application name.
 */
export function composeReport(content: ReportContent): string {
  const { facts } = content
  const report = {
    kind: 'pipescope-problem-report',
    formatVersion: 1,
    createdAt: new Date(content.createdAtMs).toISOString(),
    app: {
      version: facts.version,
      electron: facts.electronVersion,
      chromium: facts.chromiumVersion,
      node: facts.nodeVersion,
      platform: facts.platform,
      architecture: facts.architecture,
      isSandboxed: facts.isSandboxed,
      isPackaged: facts.isPackaged,
      windowFrame: facts.windowFrame,
      upForSec: Math.round((content.createdAtMs - facts.processStartMs) / 1000),
    },
    settings: describeSettings(content.settings),
    processes: content.rows.map(describeRow),
    queues: content.queues.map((queue) => ({ ...queue, name: redactText(queue.name, content.words) })),
    log: content.log.map((record) => ({ ...record, time: new Date(record.timeMs).toISOString() })),
  }
  return `${JSON.stringify(report, null, 2)}\n`
}

function describeSettings(settings: Settings): object {
  const { theme, density, fontSizePercent, reducedMotion, timeDisplay, showToolProcesses } = settings
  return {
    theme,
    density,
    fontSizePercent,
    reducedMotion,
    timeDisplay,
    showToolProcesses,
    isDefault: settings === defaultSettings,
    applicationCount: Object.keys(settings.live).length,
    boardCount: Object.values(settings.live).reduce((sum, application) => sum + application.boards.length, 0),
  }
}

function describeRow(row: ProcessRow): object {
  return {
    pid: row.pid,
    state: row.state,
    problem: row.problem?.kind ?? null,
    isTool: row.isTool,
    isDemo: row.isDemo,
    runtimeFlavour: row.runtimeFlavour,
    runtimeVersion: row.runtimeVersion,
    architecture: row.architecture,
    isSameUser: row.isSameUser,
    isInContainer: row.container !== null,
    containerEngine: row.container?.engine ?? null,
    commandLineLength: row.commandLine?.length ?? null,
    commandLineSource: row.commandLineSource,
    hasParent: row.parentKey !== null,
    hasEndpoint: row.endpointPath !== null,
    firstSeen: new Date(row.firstSeenMs).toISOString(),
    exitedAt: row.exitedAtMs === null ? null : new Date(row.exitedAtMs).toISOString(),
  }
}
