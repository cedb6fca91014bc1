import { mostFieldColumns } from '../../../../shared/model/trace/trace-tables.ts'
import type { MenuEntry } from '../../../ui/overlay/menu-entries.tsx'
import { eventsLabels } from './events-labels.ts'

/** The newest are kept where there are too many. */
export function withField(fields: readonly string[], name: string): readonly string[] {
  return fields.includes(name) ? fields : [...fields, name].slice(-mostFieldColumns)
}

/** Fields that are columns first, then those of the events that were found. */
export function fieldEntries(
  chosen: readonly string[],
  found: readonly string[],
  onChange: (fields: readonly string[]) => void,
): readonly MenuEntry[] {
  const others = found.filter((name) => !chosen.includes(name))
  if (chosen.length + others.length === 0) return [{ kind: 'heading', label: eventsLabels.columns.noFields }]
  const isFull = chosen.length >= mostFieldColumns
  return [
    ...chosen.map((name): MenuEntry => ({
      kind: 'check',
      label: name,
      isChecked: true,
      onChange: () => onChange(chosen.filter((one) => one !== name)),
    })),
    ...(isFull ? [{ kind: 'heading' as const, label: eventsLabels.columns.atMost(String(mostFieldColumns)) }] : []),
    ...(isFull ? [] : others).map((name): MenuEntry => ({
      kind: 'check',
      label: name,
      isChecked: false,
      onChange: () => onChange(withField(chosen, name)),
    })),
  ]
}
