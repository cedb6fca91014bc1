import { formatCount } from '../../../../shared/base/format.ts'
import { expressionFault } from '../../../../shared/filter/is-expression.ts'
import type { TraceSelection } from '../../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../../shared/model/trace/trace.ts'
import {
  maxExpressionChars,
  type RedactionChoice,
  type RedactionReport,
  type RedactionRule,
  type TrimSelection,
} from '../../../../shared/model/trace/trace-trim.ts'
import { savePartLabels } from './save-part-labels.ts'

/** What a person has chosen in the dialog. */
export interface PartChoice {
  readonly isTimeKept: boolean
  readonly areThreadsKept: boolean
  readonly leftOutProviders: ReadonlySet<string>
  readonly rules: ReadonlySet<RedactionRule>
  readonly expressions: readonly string[]
}

export const firstChoice: PartChoice = {
  isTimeKept: true,
  areThreadsKept: true,
  leftOutProviders: new Set(),
  rules: new Set(),
  expressions: [],
}

export function orderOf(
  { range, threads }: TraceSelection,
  { providers }: Pick<TraceSummary, 'providers'>,
  choice: PartChoice,
): { readonly selection: TrimSelection; readonly redaction: RedactionChoice | null } {
  const { isTimeKept, areThreadsKept, leftOutProviders, rules, expressions } = choice
  const kept = providers.map(({ name }) => name).filter((name) => !leftOutProviders.has(name))
  const isMasked = rules.size > 0 || expressions.length > 0
  return {
    selection: {
      range: isTimeKept ? range : null,
      threads: areThreadsKept ? threads : null,
      providers: leftOutProviders.size === 0 ? null : kept,
    },
    redaction: isMasked ? { rules: [...rules], expressions } : null,
  }
}

/** Null: the expression can be added. */
export function problemOf(expression: string, expressions: readonly string[]): string | null {
  if (expression.length > maxExpressionChars) return savePartLabels.expressions.tooLong(formatCount(maxExpressionChars))
  if (expressions.includes(expression)) return savePartLabels.expressions.alreadyListed
  return expressionFault(expression)
}

/** `secrets` to how often; expressions are `own-1` and on. */
export function maskedCounts(redaction: RedactionReport | null): ReadonlyMap<string, number> {
  return new Map(redaction?.rules.map(({ rule, count }) => [rule, count]))
}
