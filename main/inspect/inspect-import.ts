import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import type { ImportNote, TraceImport } from '../../shared/model/trace/trace-import.ts'
import { importedTrace } from '../analysis/imports/imported-trace.ts'
import { importFormatNames } from '../analysis/imports/read-profile.ts'
import { TraceParts } from '../analysis/trace/trace-parts.ts'
import type { Trace } from '../nettrace/trace/trace.ts'
import { readImportNow } from '../workers/trace/import-file.ts'
import { baseReport } from './base-report.ts'
import type { InspectOptions } from './inspect-options.ts'
import { ioDamage } from './read-trace.ts'
import type { DamageRow, InspectReport } from './report.ts'
import type { Section } from './section.ts'
import { methodSection, stackSection } from './sections/methods.ts'
import { tableSection } from './sections/tables.ts'

export interface InspectedImport {
  readonly trace: Trace
  readonly report: InspectReport & { readonly imported: TraceImport }
  readonly sections: readonly Section[]
}

/** A file that another tool wrote. What only a recording has is refused. */
export function inspectImport(file: string, options: InspectOptions): Result<InspectedImport, DamageRow> {
  const refused = needsRecording(options)
  if (refused !== null)
    return err({ offset: 0, kind: 'unsupported', message: `${refused} needs a recording; this file holds only stacks` })
  const profile = readImportNow(file)
  if (!profile.ok) return err(damageOf(profile.error, file))
  const parts = new TraceParts()
  const trace = importedTrace(profile.value, parts)
  const imported = parts.imported!
  const damage = imported.notes.filter(({ kind }) => kind === 'cut-off').map(cutOff)
  const base = baseReport(trace, damage, parts.types, parts.span)
  const sessionStartUtc = imported.hasStart ? base.format.sessionStartUtc : null
  const format = { ...base.format, container: imported.format, pointerSize: 0, sessionStartUtc }
  return ok({
    trace,
    report: { ...base, format, complete: damage.length === 0, imported },
    sections: sectionsOf(file, options, parts),
  })
}

function sectionsOf(
  file: string,
  { top, wantsStacks, table, filter, max }: InspectOptions,
  parts: TraceParts,
): readonly Section[] {
  const { sampled, imported } = parts
  return [
    ...(top === null ? [] : [methodSection(sampled, top, imported!.unit)]),
    ...(wantsStacks ? [stackSection(sampled)] : []),
    ...(table === null ? [] : [tableSection(file, { table, filter, max }, parts)]),
  ]
}

/** For people. */
export function printImport({ imported, format, damage }: InspectedImport['report']): string {
  const { tool, name, statedUnit, unit, hasTimes, notes } = imported
  const seconds = (format.durationMs / 1000).toFixed(3)
  const lines = [
    `${importFormatNames[imported.format]}${tool === '' ? '' : `, written by ${tool}`}${name === '' ? '' : `: ${name}`}`,
    hasTimes ? `${seconds} s` : 'stacks without times',
    `unit: ${statedUnit === '' ? 'not stated' : statedUnit}${unit === 'ms' ? ', shown in ms' : ''}`,
    ...damage.map(({ message }) => message),
    ...notes.filter(({ kind }) => kind !== 'cut-off').map((note) => `left out: ${noteText(note)}`),
  ]
  return `${lines.join('\n')}\n`
}

function noteText({ kind, count, firstPlace, detail }: ImportNote): string {
  return `${count} x ${kind}, first at ${firstPlace}${detail === '' ? '' : ` (${detail})`}`
}

function cutOff({ firstPlace, detail }: ImportNote): DamageRow {
  return {
    offset: 0,
    kind: 'truncated',
    message: `cut off at ${firstPlace}${detail === '' ? '' : `, found ${detail}`}`,
  }
}

function needsRecording(options: InspectOptions): string | null {
  const wanted: readonly (readonly [string, boolean])[] = [
    ['--gc', options.wantsGc],
    ['--exceptions', options.wantsExceptions],
    ['--counters', options.wantsCounters],
    ['--findings', options.wantsFindings],
    ['--events', options.events !== null],
    ['--repair', options.repairTo !== null],
    ['--trim', options.trim !== null],
  ]
  return wanted.find(([, isWanted]) => isWanted)?.[0] ?? null
}

/** A failure of the app as a row of the report. */
export function damageOf(error: AppError, file: string): DamageRow {
  if (error.kind === 'malformed') {
    const place = error.place === undefined ? '' : `, ${error.place}`
    return {
      offset: error.offset,
      kind: error.kind,
      message: `${error.what}: expected ${error.expected}, found ${error.found}${place}`,
    }
  }
  if (error.kind === 'io') return ioDamage(file, error.code)
  if (error.kind === 'import-too-large')
    return { offset: 0, kind: error.kind, message: `more than ${error.limit} ${error.what} are not opened` }
  return { offset: 0, kind: error.kind, message: file }
}
