import { countOf } from '../../../../shared/base/count-of.ts'
import { formatBytes, formatCount, formatDuration, quantityText } from '../../../../shared/base/format.ts'
import {
  type RedactionReport,
  redactionRules,
  type SavedPart,
  type TrimPreview,
} from '../../../../shared/model/trace/trace-trim.ts'
import { savePartLabels } from './save-part-labels.ts'

export function previewWords({ eventCount, selectedCount, nameCount, lostCount }: TrimPreview): string {
  const selected = `${formatCount(selectedCount)} of ${events(eventCount)}`
  const saved = nameCount === 0 ? selected : `${selected}, and ${formatCount(nameCount)} with symbols`
  return lostCount === 0 ? saved : `${saved}. The runtime lost ${events(lostCount)} in this part`
}

/** Of a rule in the report. */
export function ruleTitle(rule: string): string {
  const known = redactionRules.find((name) => name === rule)
  return known === undefined
    ? savePartLabels.expressions.numbered(rule.replace('own-', ''))
    : savePartLabels.rules[known].title
}

export function maskedWords(redaction: RedactionReport): string {
  const count = redaction.rules.reduce((sum, row) => sum + row.count, 0)
  const zeroed = redaction.zeroed.reduce((sum, row) => sum + row.count, 0)
  const masked = count === 0 ? 'Nothing masked' : `${countOf(count, 'text', 'texts')} masked`
  if (zeroed === 0) return masked
  return `${masked}, ${countOf(zeroed, 'payload', 'payloads')} of unknown content overwritten with zeros`
}

export function savedWords({ file, selectedCount, nameCount }: SavedPart): string {
  const size = quantityText(formatBytes(file.sizeBytes))
  return nameCount === 0
    ? `${events(selectedCount)}, ${size}`
    : `${events(selectedCount)} and ${formatCount(nameCount)} with symbols, ${size}`
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
  return countOf(count, 'event', 'events')
}
