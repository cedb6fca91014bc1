import { formatBytes, formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import { expressionFault } from '../../../../shared/filter/is-expression.ts'
import type { TraceSelection } from '../../../../shared/model/trace-selection.ts'
import type { TraceSummary } from '../../../../shared/model/trace.ts'
import {
  maxExpressionChars,
  type RedactionChoice,
  type RedactionReport,
  type RedactionRule,
  redactionRules,
  type SavedPart,
  type TrimPreview,
  type TrimSelection,
} from '../../../../shared/model/trace-trim.ts'

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

export const ruleWords: Readonly<Record<RedactionRule, readonly [title: string, example: string]>> = {
  'command-line': ['Command lines', 'dotnet app.dll --key 1'],
  environment: ['Environment variables', 'API_HOST=…'],
  'connection-strings': ['Connection strings', 'Server=…;User Id=…'],
  'url-queries': ['URL query strings', '/orders?customer=7'],
  secrets: ['Passwords, tokens, and keys', 'password=…, Bearer …'],
  'sql-literals': ['SQL literals', 'WHERE Name = ’Ann’'],
  emails: ['E-mail addresses', 'ann@example.com'],
  'user-folders': ['User folders', '/home/ann, C:\\Users\\Ann'],
  'ip-addresses': ['IP addresses', '10.0.0.1, 2001:db8::1'],
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
  if (expression.length > maxExpressionChars) return `At most ${formatCount(maxExpressionChars)} characters`
  if (expressions.includes(expression)) return 'This expression is in the list already'
  return expressionFault(expression)
}

export function previewWords({ eventCount, selectedCount, nameCount, lostCount }: TrimPreview): string {
  const lost = lostCount === 0 ? '' : `. The runtime lost ${events(lostCount)} in this part`
  const names = nameCount === 0 ? '' : `, and ${formatCount(nameCount)} with symbols`
  return `${formatCount(selectedCount)} of ${events(eventCount)}${names}${lost}`
}

/** `secrets` to how often; expressions are `own-1` and on. */
export function maskedCounts(redaction: RedactionReport | null): ReadonlyMap<string, number> {
  return new Map(redaction?.rules.map(({ rule, count }) => [rule, count]))
}

/** Of a rule in the report. */
export function ruleTitle(rule: string): string {
  const known = redactionRules.find((name) => name === rule)
  return known === undefined ? `Expression ${rule.replace('own-', '')}` : ruleWords[known][0]
}

export function maskedWords(redaction: RedactionReport): string {
  const count = redaction.rules.reduce((sum, row) => sum + row.count, 0)
  const zeroed = redaction.zeroed.reduce((sum, row) => sum + row.count, 0)
  const masked = count === 0 ? 'Nothing masked' : `${formatCount(count)} ${count === 1 ? 'text' : 'texts'} masked`
  if (zeroed === 0) return masked
  return `${masked}, ${formatCount(zeroed)} ${zeroed === 1 ? 'payload' : 'payloads'} of unknown content overwritten with zeros`
}

export function savedWords({ file, selectedCount, nameCount }: SavedPart): string {
  const names = nameCount === 0 ? '' : ` and ${formatCount(nameCount)} with symbols`
  return `${events(selectedCount)}${names}, ${quantityText(formatBytes(file.sizeBytes))}`
}

export function timeWords({ fromMs, toMs }: { readonly fromMs: number; readonly toMs: number }): string {
  return `Only the selected time, ${timeText(fromMs)} to ${timeText(toMs)}`
}

function timeText(timeMs: number): string {
  return quantityText(formatDuration(Math.max(0, timeMs)))
}

export function threadWords(threads: readonly number[]): string {
  return threads.length === 1
    ? `Only thread ${String(threads[0])}`
    : `Only the ${formatCount(threads.length)} selected threads`
}

function events(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'event' : 'events'}`
}
