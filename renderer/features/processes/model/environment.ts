import type { EnvironmentVariable } from '../../../../shared/model/process.ts'

/** One variable as the card shows it: a value only if it is harmless by convention or was revealed. */
export interface EnvironmentEntry {
  readonly name: string
  readonly value: string | null
  readonly valueLength: number
  readonly isRevealed: boolean
}

/** Variables whose name (or shown value) contains the text, in the order in which the process has them by name. */
export function environmentEntries(
  variables: readonly EnvironmentVariable[],
  revealed: ReadonlyMap<string, string>,
  search: string,
): readonly EnvironmentEntry[] {
  const wanted = search.trim().toLocaleLowerCase()
  return variables
    .map((variable) => {
      const value = revealed.get(variable.name) ?? (variable.valueLength === 0 ? '' : variable.plainValue)
      return { name: variable.name, value, valueLength: variable.valueLength, isRevealed: value !== null }
    })
    .filter((entry) => wanted === '' || `${entry.name}\n${entry.value ?? ''}`.toLocaleLowerCase().includes(wanted))
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
}

/** Between 4 and 12 dots: enough to see "set", too few to give a short secret's length away. */
export function maskedValue(valueLength: number): string {
  if (valueLength === 0) return ''
  return '•'.repeat(valueLength < 8 ? 4 : 12)
}
