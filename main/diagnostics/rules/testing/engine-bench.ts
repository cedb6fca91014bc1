import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import { ok, type Result } from '../../../../shared/base/result.ts'
import type { DoneFile, Fired } from '../../../../shared/model/rules.ts'
import { readyMade } from '../../../../shared/rules/ready-made.ts'
import { usualLimits, type Rule, type RuleAction, type RuleCondition } from '../../../../shared/rules/rule.ts'
import { FakeDirectory } from '../../live/testing/fake-directory.ts'
import type { LateReadings } from '../event-readings.ts'
import { nameOfProblem } from '../kept-place.ts'
import type { RuleActions } from '../rule-actions.ts'
import { RuleEngine, type RuleEngineOptions } from '../rule-engine.ts'
import { RuleStore } from '../rule-store.ts'
import type { WatchSources } from '../watched-process.ts'

const clocks = () => ({ nowMs: Date.now(), ticksMs: performance.now() })

/** No other one has these rules. */
const onlyInstance = {
  onChange: () => undefined,
  follow: () => undefined,
  isOurs: () => true,
  holderOf: () => null,
  end: () => undefined,
}

type Done = Result<readonly DoneFile[], AppError>

export const read: LateReadings = { whenRead: () => Promise.resolve(), dispose: () => undefined }

/** An engine over a process list that the test fills, and actions that end when the test says so. */
export class EngineBench {
  readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  readonly directory = new FakeDirectory()
  readonly done: string[] = []
  readonly flights: { lastMs: number; isDropped: boolean }[] = []
  readonly bugs: string[] = []
  readonly filesProblems: (string | null)[] = []
  readings: () => LateReadings | null = () => null
  live: WatchSources['live'] = () => read
  act: (action: RuleAction) => Promise<Done> = () => Promise.resolve(ok([]))
  readonly store: RuleStore
  readonly engine: RuleEngine

  constructor(claims: RuleEngineOptions['claims'] = onlyInstance) {
    this.store = new RuleStore({ path: path.join(this.folder, 'rules.json'), clocks, applicationKey: (text) => text })
    const actions: Pick<RuleActions, 'do' | 'hasFlight' | 'keepFlight' | 'dropFlight' | 'flightProblem'> = {
      do: (action) => {
        this.done.push(action.kind)
        return this.act(action)
      },
      hasFlight: () => this.flights.some(({ isDropped }) => !isDropped),
      flightProblem: () => null,
      keepFlight: (_row, lastMs) => Promise.resolve(ok(`job-${this.flights.push({ lastMs, isDropped: false }) - 1}`)),
      dropFlight: (jobId) => {
        this.flights[Number(jobId.slice(4))]!.isDropped = true
        return Promise.resolve()
      },
    }
    this.engine = new RuleEngine({
      directory: Object.assign(this.directory, { setWatched: () => undefined }),
      store: this.store,
      claims,
      actions: actions as RuleActions,
      sources: {
        live: (key, needs, listener) => this.live(key, needs, listener),
        events: () => this.readings(),
        containerMemory: () => null,
      },
      clocks,
      folderOf: () => this.folder,
      onChange: () => undefined,
      onFlightProblem: () => undefined,
      onFilesProblem: (_rule, problem) => void this.filesProblems.push(problem && nameOfProblem(problem)),
      reportBug: (_where, cause) => {
        this.bugs.push(String(cause))
        return 'reference'
      },
    })
  }

  arm(id: string, conditions: readonly RuleCondition[], actions: readonly RuleAction[], commandLine = ''): void {
    const limits = { ...usualLimits, perHour: 100, perDay: 100, apartMs: 0, leastFreeBytes: 0 }
    const applications = { name: '*', commandLine, allUsers: false }
    const rule: Rule = {
      ...readyMade[0]!.rule,
      applications,
      conditions: [...conditions],
      actions: [...actions],
      limits,
    }
    this.store.put({ id, rule, isArmed: true, off: null })
    this.engine.rulesChanged()
  }

  disarm(id: string): void {
    this.store.put({ ...this.store.ruleOf(id)!, isArmed: false })
    this.engine.rulesChanged()
  }

  async dispose(): Promise<void> {
    await this.engine.end()
    // What it still had to write would make the folder anew.
    await this.store.flush()
    fs.rmSync(this.folder, { recursive: true, force: true })
  }

  fired(id: string): readonly Fired[] {
    return this.store.journal.filter(({ ruleId }) => ruleId === id)
  }
}

export const standing: RuleCondition = { kind: 'process', what: 'stopped-answering' }
export const notify: RuleAction = { kind: 'notify' }
