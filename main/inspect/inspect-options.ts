import { parseArgs } from 'node:util'
import { type TraceTableName, traceTableNames } from '../../shared/model/trace-tables.ts'
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
  readonly table: TraceTableName | null
  /** `Provider` or `Provider/Name`. */
  readonly events: string | null
  /** Events or rows at most; null: all. */
  readonly max: number | null
  readonly repairTo: string | null
}

export const usage = `usage: npm run inspect -- FILE [--json] [--top N] [--stacks] [--gc] [--exceptions] [--counters] [--findings]
                              [--table NAME [--max N]] [--events PROVIDER[/NAME] [--max N]] [--repair OUT]
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
        table: { type: 'string' },
        events: { type: 'string' },
        max: { type: 'string' },
        repair: { type: 'string' },
      },
    })
    const [file, ...more] = positionals
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
      table: tableOf(values.table),
      events: values.events ?? null,
      max: countOf('--max', values.max),
      repairTo: values.repair ?? null,
    })
  } catch (error) {
    // parseArgs and countOf throw sentences for people.
    return err(error instanceof Error ? error.message : String(error))
  }
}

function tableOf(text: string | undefined): TraceTableName | null {
  if (text === undefined) return null
  const found = traceTableNames.find((name) => name === text)
  if (found === undefined) throw new Error(`--table must be one of ${traceTableNames.join(', ')}, not "${text}".`)
  return found
}

function countOf(option: string, text: string | undefined): number | null {
  if (text === undefined) return null
  if (!/^[0-9]{1,9}$/.test(text)) throw new Error(`${option} needs a whole number, not "${text}".`)
  return Number(text)
}
