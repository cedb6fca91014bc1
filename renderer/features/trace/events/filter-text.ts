import { type FilterError, type FilterField, payloadFields } from '../../../../shared/filter/filter-node.ts'
import type { FilterWords } from '../../../../shared/filter/complete-filter.ts'
import { parseFilter } from '../../../../shared/filter/parse-filter.ts'
import { eventsLabels } from './events-labels.ts'

/** What is wrong with a filter for this recording; null: nothing. */
export function filterFault(text: string, words: FilterWords | null): FilterError | null {
  const parsed = parseFilter(text)
  if (!parsed.ok) return parsed.error
  const unknown = words === null ? undefined : payloadFields(parsed.node).find((field) => !isKnown(field, words))
  if (unknown === undefined) return null
  const { name, at, length } = unknown
  return { message: eventsLabels.filterField.noSuchField(name), at, length }
}

function isKnown({ name }: FilterField, { fields }: FilterWords): boolean {
  const wanted = name.toLowerCase()
  return fields.some((field) => field.toLowerCase() === wanted)
}

/** The filter with one more condition that must hold. */
export function narrowed(filter: string, condition: string): string {
  const before = filter.trim()
  if (before === '') return condition
  return / or /i.test(before) ? `(${before}) and ${condition}` : `${before} and ${condition}`
}

/** A value as a filter takes it: figures as they are, everything else in quotes. */
export function writtenValue(text: string): string {
  return /^-?(?:0x[0-9a-f]+|\d+(?:\.\d+)?)$/i.test(text)
    ? text
    : `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}
