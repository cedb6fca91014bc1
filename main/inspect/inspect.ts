import { ExportTooLarge } from '../analysis/exports/limited-text.ts'
import { SampledStacks } from '../analysis/stacks/sampled-stacks.ts'
import { TimeSpan } from '../analysis/trace/time-span.ts'
import { TypeCounts } from '../analysis/trace/type-counts.ts'
import type { Trace } from '../nettrace/trace/trace.ts'
import { kindOfHeapFile } from '../workers/heap/heap-file.ts'
import { isImport } from '../workers/trace/import-file.ts'
import { baseReport } from './base-report.ts'
import { type HeapAnswer, heapJson, printHeap, readHeap, readProcessDump } from './inspect-heap.ts'
import { inspectImport, printImport } from './inspect-import.ts'
import { callerPath } from './caller-path.ts'
import { type InspectOptions, readOptions, usage } from './inspect-options.ts'
import { type InspectOutput, processOutput, TextOutput } from './print.ts'
import { printReport } from './print-report.ts'
import { readTrace } from './read-trace.ts'
import type { DamageRow, InspectReport } from './report.ts'
import { repair, trim } from './saved-copies.ts'
import type { Section } from './section.ts'
import { gcSection } from './sections/collections.ts'
import { counterSection } from './sections/counters.ts'
import { eventSection } from './sections/events.ts'
import { exceptionSection } from './sections/exceptions.ts'
import { findingsSection } from './sections/findings.ts'
import { methodSection, stackSection } from './sections/methods.ts'
import { requestSection } from './sections/requests.ts'
import { tableSection } from './sections/tables.ts'

/**
 * What is in a trace file, without a window: `npm run inspect -- FILE [options]`, see docs/formats/inspect.md.
 *
 * Returns the exit code: 0 readable, 2 damaged but read up to the damage, 1 not a trace, 64 a wrong command line. Results go
 * to stdout, everything else to stderr.
 */
export function inspect(given: readonly string[], io: InspectOutput = processOutput): number | Promise<number> {
  const options = readOptions(given)
  if (!options.ok) {
    io.stderr(`${options.error}\n${usage}\n`)
    return 64
  }
  return inspectFile(options.value, io)
}

function inspectFile(options: InspectOptions, io: InspectOutput): number | Promise<number> {
  const file = callerPath(options.file)
  if (options.wantsHeap) return inspectHeap(file, options, io)
  if (isImport(file)) return inspectOther(file, options, io)
  const counts = new TypeCounts()
  const span = new TimeSpan()
  const sections = sectionsOf(options, file)
  const listeners = [counts, span, ...new Set(sections.map((section) => section.listener))]
  const needsColumns = sections.some((section) => section.needsColumns)
  const outcome = readTrace(file, listeners, needsColumns)
  if ('failure' in outcome) return fail(io, outcome.failure, options.isJson, 'Not a readable trace')
  const { trace, damage } = outcome
  const repaired = options.repairTo === null ? null : repair(file, callerPath(options.repairTo), damage)
  if (repaired !== null && 'failure' in repaired) return fail(io, repaired.failure, options.isJson, 'Not repaired')
  const trimmed =
    options.trim === null ? null : trim(file, { ...options.trim, to: callerPath(options.trim.to) }, damage)
  if (trimmed !== null && 'failure' in trimmed) return fail(io, trimmed.failure, options.isJson, 'Not saved')
  const report = { ...baseReport(trace, damage, counts, span), ...repaired, ...trimmed }
  return print(options, io, { trace, report, sections, text: printReport(report) })
}

/** What holds the memory. A dump of a process is read by another one, for which one has to wait. */
function inspectHeap(file: string, options: InspectOptions, io: InspectOutput): number | Promise<number> {
  const { max, heapTo, wantsFindings } = options
  const wanted = { max, saveTo: heapTo === null ? null : callerPath(heapTo), wantsFindings }
  const kind = kindOfHeapFile(file)
  if (!kind.ok || kind.value !== 'process-dump') return showHeap(readHeap(file, wanted), options, io)
  return readProcessDump(file, wanted).then((read) => showHeap(read, options, io))
}

function showHeap(read: HeapAnswer, { isJson }: InspectOptions, io: InspectOutput): number {
  if ('failure' in read) return fail(io, read.failure, isJson, 'No heap to show')
  io.stdout(isJson ? `${JSON.stringify(heapJson(read.report))}\n` : printHeap(read.report))
  return read.report.damage.length > 0 ? 2 : 0
}

/** A profile that another tool wrote. */
function inspectOther(file: string, options: InspectOptions, io: InspectOutput): number {
  const inspected = inspectImport(file, options)
  if (!inspected.ok) return fail(io, inspected.error, options.isJson, 'Not readable')
  return print(options, io, { ...inspected.value, text: printImport(inspected.value.report) })
}

interface Inspected {
  readonly trace: Trace
  readonly report: InspectReport
  readonly sections: readonly Section[]
  /** The report for people. */
  readonly text: string
}

function print(options: InspectOptions, io: InspectOutput, { trace, report, sections, text }: Inspected): number {
  const output = new TextOutput((piece) => io.stdout(piece))
  try {
    if (options.isJson) {
      const parts = sections.map((section) => section.json(trace))
      output.write(`${JSON.stringify(Object.assign({}, report, ...parts))}\n`)
    } else {
      // Folded lines are for other programs; a summary would be in their way.
      if (!options.wantsStacks) output.write(text)
      for (const section of sections) section.print(trace, output)
    }
  } catch (error) {
    if (!(error instanceof ExportTooLarge)) throw error
    const message = `the stacks are longer than ${error.limitBytes} bytes as text`
    return fail(io, { offset: 0, kind: 'io', message }, options.isJson, 'Not written')
  }
  output.flush()
  return report.damage.length > 0 ? 2 : 0
}

function sectionsOf(options: InspectOptions, file: string): readonly Section[] {
  const sections: Section[] = []
  // The same frames as in Microsoft's tools.
  const sampled = new SampledStacks('leaf')
  if (options.top !== null) sections.push(methodSection(sampled, options.top))
  if (options.wantsStacks) sections.push(stackSection(sampled))
  if (options.wantsGc) sections.push(gcSection())
  if (options.wantsExceptions) sections.push(exceptionSection())
  if (options.wantsCounters) sections.push(counterSection())
  if (options.wantsFindings) sections.push(findingsSection(file))
  if (options.request !== null) sections.push(requestSection(file, options.request))
  const { table, filter, max } = options
  if (table !== null) sections.push(tableSection(file, { table, filter, max }))
  if (options.events !== null) sections.push(eventSection(file, options.events, options.max))
  return sections
}

function fail(io: InspectOutput, failure: DamageRow, isJson: boolean, sentence: string): number {
  if (isJson) io.stdout(`${JSON.stringify({ error: failure })}\n`)
  else io.stderr(`${sentence}: ${failure.message} (offset ${failure.offset}).\n`)
  return 1
}
