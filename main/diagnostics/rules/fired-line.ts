import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { DoneAction, DoneFile, Fired } from '../../../shared/model/rules.ts'
import type { Trigger } from '../../../shared/rules/rule-evaluator.ts'
import type { SkipReason } from '../../../shared/rules/rule-limits.ts'
import { actionText, conditionText, figureText } from '../../../shared/rules/rule-words.ts'
import type { Occasion } from './rule-actions.ts'
import type { ArmedRule } from './watched-process.ts'

/** Lines of the journal: values in, values out. */

/** What fired, before anything was done. */
export function lineOf(
  { name, pid }: Pick<ProcessRow, 'name' | 'pid'>,
  { id: ruleId, rule }: ArmedRule,
  { conditionIndex, value, heldMs, text }: Trigger,
  { id, atMs }: Pick<Fired, 'id' | 'atMs'>,
): Fired {
  const condition = rule.conditions[conditionIndex]!
  return {
    id,
    ruleId,
    atMs,
    processName: name,
    pid,
    condition: conditionText(condition),
    reached: figureText(condition, value),
    heldMs,
    message: text,
    outcome: 'running',
    skipped: null,
    count: 1,
    actions: rule.actions.map((action) => ({
      text: actionText(action),
      state: 'waiting',
      reason: null,
      durationMs: 0,
      files: [],
    })),
  }
}

/** `last`: what the journal has last of the same rule and process. Skipped again for the same reason they are one line. */
export function skippedLine(line: Fired, reason: SkipReason, last: Fired | undefined): Fired {
  const skipped: Fired = { ...line, outcome: 'skipped', skipped: reason, actions: [] }
  const isRepeated = last?.outcome === 'skipped' && last.skipped === reason
  return isRepeated ? { ...skipped, id: last.id, count: last.count + 1 } : skipped
}

export function withAction(line: Fired, index: number, next: Partial<DoneAction>): Fired {
  return { ...line, actions: line.actions.map((action, at) => (at === index ? { ...action, ...next } : action)) }
}

/** What an action has come to. */
export function doneAction(
  done: Result<readonly DoneFile[], AppError>,
  durationMs: number,
): Pick<DoneAction, 'state' | 'reason' | 'durationMs' | 'files'> {
  return {
    state: done.ok ? 'done' : 'failed',
    reason: done.ok ? null : reasonOf(done.error),
    durationMs: Math.round(durationMs),
    files: done.ok ? [...done.value] : [],
  }
}

/** A part that worked is worth having: only when nothing did has a rule failed. */
export function endedLine(line: Fired): Fired {
  const failedCount = line.actions.filter(({ state }) => state === 'failed').length
  const outcome = failedCount === 0 ? 'done' : failedCount < line.actions.length ? 'partial' : 'failed'
  return { ...line, outcome }
}

export function firstReason({ actions }: Fired): string {
  return actions.find(({ state }) => state === 'failed')?.reason ?? ''
}

/** For an action: the line as far as it has come, and the files of those before. */
export function occasionOf(row: ProcessRow, { rule }: ArmedRule, line: Fired, files: readonly DoneFile[]): Occasion {
  const { processName, pid, condition, reached } = line
  return {
    row,
    ruleName: rule.name,
    sentence: `${processName} (PID ${pid}): ${condition}${reached === '' ? '' : ` (${reached})`}`,
    values: {
      '{pid}': String(pid),
      '{process}': processName,
      '{rule}': rule.name,
      '{reached}': reached,
      '{message}': line.message,
      '{time}': new Date(line.atMs).toISOString(),
    },
    files,
  }
}

/** As the journal has it. */
function reasonOf(error: AppError): string {
  return error.kind === 'io' ? `io-${error.code}` : error.kind
}
