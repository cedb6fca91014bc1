import { parseArgs } from 'node:util'
import { type TraceTableName, traceTableNames } from '../../shared/model/trace/trace-tables.ts'
import { parseFilter } from '../../shared/filter/parse-filter.ts'
import { trimArguments, trimOptionsOf, type TrimOptions } from './trim-options.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'

export interface InspectOptions {
  readonly file: string
  readonly isJson: boolean
  /** Methods to list; null: not asked for. */
  readonly top: number | null
  readonly wantsStacks: boolean
  readonly wantsGc: boolean
  readonly wantsExceptions: boolean
  readonly wantsCounters: boolean
  readonly wantsFindings: boolean
  /** Row of the table of requests; null: not asked for. */
  readonly request: number | null
  readonly table: TraceTableName | null
  /** In the filter language of events, of the table `events`; of other tables a text to search for. Empty: every row. */
  readonly filter: string
  /** `Provider` or `Provider/Name`. */
  readonly events: string | null
  /** Events or rows at most; null: all. */
  readonly max: number | null
  readonly repairTo: string | null
  readonly trim: TrimOptions | null
  /** What holds the memory, instead of the events of the file. */
  readonly wantsHeap: boolean
  /** The heap as a `.gcdump`. */
  readonly heapTo: string | null
}

export const usage = `usage: npm run inspect -- FILE [--json] [--top N] [--stacks] [--gc] [--exceptions] [--counters] [--findings]
                              [--table NAME [--filter TEXT] [--max N]] [--events PROVIDER[/NAME] [--max N]] [--repair OUT]
                              [--request N]
                              [--heap [--max N] [--findings] [--gcdump OUT]]
                              [--trim OUT [--from-ms N] [--to-ms N] [--threads ID,ID] [--providers NAME,NAME]
                               [--redact RULE,RULE] [--redact-regex EXPRESSION]]
tables: ${traceTableNames.join(', ')}`

/** The options, or a sentence about what is wrong with the command line. */
export function readOptions(given: readonly string[]): Result<InspectOptions, string> {
  try {
    const { values, positionals } = parseArgs({
      args: [...given],
      allowPositionals: true,
      options: {
        json: { type: 'boolean' },
        top: { type: 'string' },
        stacks: { type: 'boolean' },
        gc: { type: 'boolean' },
        exceptions: { type: 'boolean' },
        counters: { type: 'boolean' },
        findings: { type: 'boolean' },
        request: { type: 'string' },
        table: { type: 'string' },
        filter: { type: 'string' },
        events: { type: 'string' },
        max: { type: 'string' },
        repair: { type: 'string' },
        heap: { type: 'boolean' },
        gcdump: { type: 'string' },
        ...trimArguments,
      },
    })
    const [file, ...more] = positionals
    refuseBesideHeap(values)
    if (file === undefined || more.length > 0) return err('Exactly one file is needed.')
    return ok({
      file,
      isJson: values.json ?? false,
      top: countOf('--top', values.top),
      wantsStacks: values.stacks ?? false,
      wantsGc: values.gc ?? false,
      wantsExceptions: values.exceptions ?? false,
      wantsCounters: values.counters ?? false,
      wantsFindings: values.findings ?? false,
      request: countOf('--request', values.request),
      table: tableOf(values.table),
      filter: filterOf(values.table, values.filter),
      events: values.events ?? null,
      max: countOf('--max', values.max),
      repairTo: values.repair ?? null,
      trim: trimOptionsOf(values),
      wantsHeap: values.heap ?? false,
      heapTo: values.gcdump ?? null,
    })
  } catch (error) {
    // parseArgs and countOf throw sentences for people.
    return err(error instanceof Error ? error.message : String(error))
  }
}

const besideHeap = new Set(['heap', 'json', 'max', 'findings', 'gcdump'])

/** The heap is all that is printed then. */
function refuseBesideHeap(values: Readonly<Record<string, unknown>>): void {
  if (values['heap'] !== true && values['gcdump'] !== undefined) throw new Error('--gcdump needs --heap.')
  if (values['heap'] !== true) return
  const other = Object.keys(values).find((name) => !besideHeap.has(name) && values[name] !== undefined)
  if (other !== undefined) throw new Error(`--heap cannot be combined with --${other}.`)
}

function tableOf(text: string | undefined): TraceTableName | null {
  if (text === undefined) return null
  const found = traceTableNames.find((name) => name === text)
  if (found === undefined) throw new Error(`--table must be one of ${traceTableNames.join(', ')}, not "${text}".`)
  return found
}

function filterOf(table: string | undefined, text: string | undefined): string {
  if (text === undefined) return ''
  if (table === undefined) throw new Error('--filter needs a table.')
  const parsed = table === 'events' ? parseFilter(text) : null
  if (parsed?.ok === false) {
    const { message, at, length } = parsed.error
    throw new Error(`${message}\n  ${text}\n  ${' '.repeat(at)}${'^'.repeat(Math.max(1, length))}`)
  }
  return text
}

function countOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`${option} needs a whole number, not "${text}".`)
  return Number(text)
}
