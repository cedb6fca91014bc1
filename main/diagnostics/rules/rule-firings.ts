import { randomUUID } from 'node:crypto'
import { err } from '../../../shared/base/result.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { DoneAction, DoneFile, Fired } from '../../../shared/model/rules.ts'
import type { Trigger } from '../../../shared/rules/rule-evaluator.ts'
import { skipReason, type Clocks, type SkipReason } from '../../../shared/rules/rule-limits.ts'
import type { RuleAction } from '../../../shared/rules/rule.ts'
import { ActionQueues } from './action-queues.ts'
import { doneAction, endedLine, firstReason, lineOf, occasionOf, skippedLine, withAction } from './fired-line.ts'
import { countedAs } from './fits-application.ts'
import { flightMs, type KeptFlight } from './kept-flight.ts'
import type { Occasion, RuleActions } from './rule-actions.ts'
import { RuleRoom, type RuleRoomOptions } from './rule-room.ts'
import type { RuleStore } from './rule-store.ts'
import type { ArmedRule } from './watched-process.ts'

export interface RuleFiringsOptions extends Pick<RuleRoomOptions, 'onFilesProblem'> {
  readonly store: RuleStore
  readonly actions: Pick<RuleActions, 'do'>
  readonly clocks: () => Clocks
  /** Where files of this process would go. */
  readonly folderOf: (row: ProcessRow) => string | null
  readonly onChange: () => void
  /** Logs it and gives its reference. */
  readonly reportBug: (where: string, cause: unknown) => string
  /** Nothing of a rule worked, and it is disarmed. */
  readonly onOff: () => void
}

/**
 * What happens when an armed rule fires:
 *
 *     trigger ──> limits ──> queue of its process ──> room ──> actions, one after the other ──> done, partly done, or the rule is off
 *                   └──────────────────────────────────┴─────> skipped
 *
 * Each step is a line of the journal, so that a person sees what is being done and what was not.
 */
export class RuleFirings {
  readonly #options: RuleFiringsOptions
  readonly #room: RuleRoom
  readonly #queues = new ActionQueues()

  constructor(options: RuleFiringsOptions) {
    this.#options = options
    const { store, onFilesProblem } = options
    this.#room = new RuleRoom({ journal: () => store.journal, onFilesProblem })
  }

  /** `flight`: what is kept of the process. */
  fire(row: ProcessRow, armed: ArmedRule, trigger: Trigger, flight: Pick<KeptFlight, 'want'> | null): void {
    // Of a process that has ended, a rule may have been disarmed meanwhile.
    if (!this.#isArmed(armed)) return
    const { store, clocks } = this.#options
    const { key } = row
    const application = countedAs(row)
    const line = lineOf(row, armed, trigger, { id: randomUUID(), atMs: clocks().nowMs })
    const skipped = skipReason(armed.rule.limits, store.firingsOf(armed.id, application), clocks())
    if (skipped !== null || this.#queues.isFull(key)) return this.#skip(line, skipped ?? 'busy')
    store.noteFiring(armed.id, application)
    store.note(line)
    const release = flightMs(armed.rule) > 0 ? flight?.want() : undefined
    this.#queues.add(key, () => this.#act(row, armed, line).finally(release))
    this.#options.onChange()
  }

  /** What is being done is done. */
  whenIdle(): Promise<void> {
    return this.#queues.whenIdle()
  }

  /**
   * In a row for the same reason they are one line: a flood must not push everything else out of the journal. What was refused when its turn came
   * is not compared with what still waits for its own.
   */
  #skip(line: Fired, reason: SkipReason, isCompared: (line: Fired) => boolean = () => true): void {
    const { store, onChange } = this.#options
    const last = store.journal.find(
      (known) => known.ruleId === line.ruleId && known.pid === line.pid && isCompared(known),
    )
    store.note(skippedLine(line, reason, last))
    onChange()
  }

  async #act(row: ProcessRow, armed: ArmedRule, begun: Fired): Promise<void> {
    const { store, folderOf, onChange } = this.#options
    // What waited behind another capture may have been disarmed meanwhile.
    const refused = this.#isArmed(armed) ? await this.#room.refusal(armed, folderOf(row)) : 'disarmed'
    if (refused !== null) {
      // It did nothing: that is no use of its limits, and the next time may be another.
      store.takeBack(armed.id, countedAs(row), begun.id)
      return this.#skip(begun, refused, ({ outcome }) => outcome !== 'running')
    }
    let line = begun
    const files: DoneFile[] = []
    const change = (index: number, next: Partial<DoneAction>): void => {
      line = withAction(line, index, next)
      store.note(line)
      onChange()
    }
    for (const [index, action] of armed.rule.actions.entries()) {
      const startMs = performance.now()
      change(index, { state: 'running' })
      // oxlint-disable-next-line no-await-in-loop -- one capture at a time
      const done = await this.#do(armed, action, occasionOf(row, armed, line, files))
      this.#room.noteDone(armed, action, done)
      if (done.ok) files.push(...done.value)
      change(index, doneAction(done, performance.now() - startMs))
    }
    this.#finish(armed, endedLine(line))
  }

  /** Nothing begins for a rule that was disarmed or edited meanwhile. */
  async #do(armed: ArmedRule, action: RuleAction, occasion: Occasion): ReturnType<RuleActions['do']> {
    if (!this.#isArmed(armed)) return err({ kind: 'cancelled' })
    try {
      return await this.#options.actions.do(action, occasion)
    } catch (cause) {
      // A bug of ours, or a file that went away: the rules of this process go on.
      return err({ kind: 'internal', reference: this.#options.reportBug('rule action', cause) })
    }
  }

  #isArmed({ id, rule }: ArmedRule): boolean {
    const kept = this.#options.store.ruleOf(id)
    return kept !== null && kept.isArmed && kept.rule === rule
  }

  #finish(armed: ArmedRule, line: Fired): void {
    const { store, clocks, onOff, onChange } = this.#options
    store.note(line)
    const kept = store.ruleOf(armed.id)
    // Nothing of it worked: the next time would be the same.
    if (line.outcome === 'failed' && kept !== null && this.#isArmed(armed)) {
      const off = { reason: 'actions-failed', detail: firstReason(line), atMs: clocks().nowMs } as const
      store.put({ ...kept, isArmed: false, off })
      onOff()
    }
    onChange()
  }
}
