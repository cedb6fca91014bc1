import path from 'node:path'
import { app } from 'electron'
import type { ProcessRow } from '../shared/model/process.ts'
import type { RuleProblem } from '../shared/model/rules.ts'
import { loginItem } from './app/login-item.ts'
import { containerMemoryPercent } from './diagnostics/heaps/memory-room.ts'
import type { LiveService } from './diagnostics/live/live-service.ts'
import type { AllProcesses } from './diagnostics/machines/all-processes.ts'
import type { RecordingPlaces } from './diagnostics/recordings/recording-places.ts'
import { EventReadings } from './diagnostics/rules/event-readings.ts'
import { nameOfProblem } from './diagnostics/rules/kept-place.ts'
import { LiveReadings } from './diagnostics/rules/live-readings.ts'
import { RuleActions, type RuleActionParts } from './diagnostics/rules/rule-actions.ts'
import { RuleClaims } from './diagnostics/rules/rule-claims.ts'
import { RuleService } from './diagnostics/rules/rule-service.ts'
import { RuleStore } from './diagnostics/rules/rule-store.ts'
import type { SessionRegistry } from './diagnostics/session-registry.ts'
import type { AppLog } from './logging/log.ts'
import type { ApplicationKey } from './storage/application-key.ts'
import { RulesHost } from './workers/rules/rules-host.ts'

export interface RuleEvents {
  /** An armed rule can't write its files, or can again (null). */
  readonly onRuleFilesProblem: (ruleName: string, problem: RuleProblem | null) => void
  /** Of a process that armed rules watch: its last seconds are not kept, or are again (null). */
  readonly onFlightProblem: (process: Pick<ProcessRow, 'name' | 'pid'>, problem: RuleProblem | null) => void
}

interface RuleParts extends RuleEvents {
  readonly kept: { readonly userFolder: string; readonly applicationKey: ApplicationKey; readonly log: AppLog }
  readonly directory: AllProcesses
  readonly live: LiveService
  readonly registry: SessionRegistry
  readonly places: Pick<RecordingPlaces, 'folderOf'>
  /** By which a rule acts. */
  readonly actions: RuleActionParts
}

const clocks = () => ({ nowMs: Date.now(), ticksMs: performance.now() })

/** What acts while nobody looks. Part of `services.ts`. */
export function startRules(parts: RuleParts): RuleService {
  const { directory, live, registry, places } = parts
  const { userFolder, applicationKey, log } = parts.kept
  const host = new RulesHost(path.join(__dirname, 'rules.cjs'), (reason) => log.error('rules-worker-ended', { reason }))
  return new RuleService({
    directory,
    live,
    host,
    store: new RuleStore({ path: path.join(userFolder, 'rules.json'), clocks, applicationKey }),
    claims: new RuleClaims(applicationKey),
    actions: new RuleActions(parts.actions),
    sources: {
      live: (key, needs, listener) => new LiveReadings(live, key, needs, listener),
      containerMemory: ({ pid, machine }) => (machine === undefined ? containerMemoryPercent(pid) : null),
      events: (row, parts) => {
        const endpoint = directory.endpointOf(row.key)
        const { runtimeVersion } = row
        return endpoint === null ? null : new EventReadings({ registry, host, endpoint, runtimeVersion, ...parts })
      },
    },
    folderOf: (row) => {
      const folder = places.folderOf(null, row)
      return folder.ok ? folder.value : null
    },
    clocks,
    onFlightProblem: ({ name, pid }, problem) => {
      if (problem === null) log.info('rule-flight-resumed', { pid })
      else log.warn('rule-flight-failed', { pid, reason: nameOfProblem(problem) })
      parts.onFlightProblem({ name, pid }, problem)
    },
    onFilesProblem: ({ name }, problem) => {
      if (problem === null) log.info('rule-files-resumed')
      else log.warn('rule-files-failed', { reason: nameOfProblem(problem) })
      parts.onRuleFilesProblem(name, problem)
    },
    reportBug: (where, cause) => log.reportBug(where, cause),
    login: loginItem(app),
  })
}
