import { processorCountOf } from '../analysis/trace/processor-count.ts'
import type { InspectReport, TrimmedReport } from './report.ts'
import { textTable } from './text-table.ts'

/** For people; scripts take --json. */
export function printReport({ format, events, types, damage, complete, repaired, trimmed }: InspectReport): string {
  const version = format.minor === 0 ? `${format.major}` : `${format.major}.${format.minor}`
  const seconds = (format.durationMs / 1000).toFixed(3)
  const processors = processorCountOf({ processorCount: format.cpuCount ?? 0 })
  const target = `${format.pointerSize * 8}-bit process ${format.processId ?? '?'}, ${processors ?? '?'} processors`
  const head = [
    `${format.container} ${version}, ${target}`,
    `started ${format.sessionStartUtc}, ${seconds} s from first to last event`,
    `${count(events.total)} events, ${count(events.lost)} lost${complete ? '' : ', no end marker'}`,
    ...damage.map((entry) => `damaged at ${entry.offset}: ${entry.message}`),
    ...(trimmed ? trimmedLines(trimmed) : []),
    ...(repaired ? [`repaired: ${repaired.path}, ${count(repaired.eventCount)} events`] : []),
  ]
  const table = textTable(
    ['provider', 'id', 'version', 'event', 'events', 'payload bytes', 'with stack'],
    types.map((row) => {
      const { provider, id, version: eventVersion, name, payloadBytes, stackCount } = row
      return [provider, String(id), String(eventVersion), name, row.count, payloadBytes, stackCount]
    }),
  )
  return `${head.join('\n')}\n\n${table}`
}

function trimmedLines({ path, selectedCount, nameCount, lostCount, redaction }: TrimmedReport): readonly string[] {
  const saved = `saved: ${path}, ${count(selectedCount)} selected events, ${count(nameCount)} for names, ${count(lostCount)} lost`
  if (redaction === null) return [saved]
  const zeroed = redaction.zeroed.reduce((sum, row) => sum + row.count, 0)
  return [
    saved,
    ...redaction.rules.map(
      (row) => `masked: ${row.rule}, ${count(row.count)} times, ${count(row.distinctCount)} different`,
    ),
    ...(zeroed === 0 ? [] : [`overwritten with zeros, as nothing describes them: ${count(zeroed)} payloads`]),
  ]
}

function count(value: number): string {
  return value.toLocaleString('en-US')
}
