import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import type { TraceSelection } from '../../../shared/model/trace/trace-selection.ts'
import type { TraceSummary } from '../../../shared/model/trace/trace.ts'
import { FindingFacts } from '../../analysis/findings/finding-facts.ts'
import { findingRules } from '../../analysis/findings/finding-rules.ts'
import type { FindingRule } from '../../analysis/findings/rule.ts'
import { incompleteRecording, unresolvedSymbols } from '../../analysis/findings/rules/recording.ts'
import { judgeFindings } from '../../analysis/findings/judge-findings.ts'
import type { Steps } from '../../analysis/steps.ts'
import type { PayloadSource } from '../../analysis/tables/payload-texts.ts'
import { TraceTables } from '../../analysis/tables/trace-tables.ts'
import type { TraceParts } from '../../analysis/trace/trace-parts.ts'
import { traceSummary } from '../../analysis/trace/trace-summary.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { WholePlace, WrittenFile } from '../write-whole.ts'
import type { TraceQueries, TraceQuery } from './trace-document-protocol.ts'
import { exportTable, exportTrace, tableText } from './trace-export.ts'
import type { TraceFile } from './trace-file.ts'

export interface AnswerContext {
  readonly path: string
  /** Another one whenever answers may be others than before. */
  readonly moment: () => number
  /** Null: it can't be read again. */
  readonly file: () => TraceFile | null
  readonly hasSymbolsBeside: () => boolean
  /** Answers are about all samples; some payloads come in a moment. */
  readonly isEarly: () => boolean
  /** More of it will be read. */
  readonly isGrowing: () => boolean
  /** Called again and again while something long is made. */
  readonly giveSign: () => void
}

/** What is asked of a trace, answered from what has been read of it; what questions have in common is made once for each moment. */
export class TraceAnswers {
  readonly #parts: TraceParts
  readonly #context: AnswerContext
  #tables: TraceTables | null = null
  /** When the summary, the tables and the findings that are kept were made. */
  #madeAt = 0
  /** A page that looks for parts may ask twice about one of them. */
  #summary: TraceSummary | null = null
  #findings: { readonly key: string; readonly value: TraceFindings } | null = null

  constructor(parts: TraceParts, context: AnswerContext) {
    this.#parts = parts
    this.#context = context
  }

  answer(
    trace: Trace,
    query: Exclude<TraceQuery, { readonly name: 'repair' }>,
  ): Result<unknown, AppError> | Steps<Result<unknown, AppError>> {
    switch (query.name) {
      case 'summary':
        return ok(this.#summaryOf(trace))
      case 'table':
        return ok(this.#tablesOf(trace).page(query.request.question, query.request.fromRow, query.request.rowCount))
      case 'overview':
        return inSteps(this.#tablesOf(trace).overviewSteps(query.request.selection))
      case 'compare-side':
        return ok(this.#tablesOf(trace).compare.side(query.request.selection))
      case 'compare':
        return ok(this.#tablesOf(trace).compare.methods(query.request.against, query.request.question))
      case 'compare-stacks':
        return ok(this.#tablesOf(trace).compare.stacks(query.request.selection))
      case 'compare-flame':
        return ok(this.#tablesOf(trace).compare.flame(query.request.against, query.request.selection))
      case 'compare-events-side':
        return ok(this.#tablesOf(trace).compare.eventsSide(query.request.kind, query.request.selection))
      case 'compare-events':
        return ok(this.#tablesOf(trace).compare.events(query.request.against, query.request.question))
      case 'event-words':
        return ok(this.#tablesOf(trace).eventWords())
      case 'event-matches':
        return ok(this.#tablesOf(trace).eventMatches(query.request))
      case 'event': {
        const found = this.#tablesOf(trace).eventDetails(query.request.question, query.request.at)
        return found === null ? err({ kind: 'not-found', what: 'event' }) : ok(found)
      }
      case 'events-between':
        return ok(this.#tablesOf(trace).eventsBetween(query.request))
      case 'frame':
        return ok(this.#tablesOf(trace).frameFacts(query.request))
      case 'code-origin':
        return ok(this.#tablesOf(trace).codeOrigin(query.request))
      case 'flame':
        return ok(this.#tablesOf(trace).flame(query.request))
      case 'stack-chart':
        return ok(this.#tablesOf(trace).stackChart(query.request))
      case 'timeline':
        return inSteps(this.#tablesOf(trace).timelineSteps(query.request))
      case 'waterfall': {
        const found = this.#tablesOf(trace).waterfall(query.request)
        return found === null ? err({ kind: 'not-found', what: 'request' }) : ok(found)
      }
      case 'tree':
        return ok(this.#tablesOf(trace).treeRows(query.request))
      case 'findings':
        return ok(this.#findingsOf(trace, query.request.selection))
      case 'table-text':
        return ok(tableText(this.#tablesOf(trace), query.request))
      case 'table-export':
        return exportTable(this.#tablesOf(trace), query.request, this.#placeOf(query.request), this.#context.giveSign)
      case 'export':
        return this.#export(trace, query.request)
    }
  }

  #export(trace: Trace, asks: TraceQueries['export']['asks']): Result<WrittenFile, AppError> {
    const tables = this.#tablesOf(trace)
    const report = () => ({
      name: path.basename(this.#context.path),
      summary: traceSummary(this.#parts, trace, tables),
      findings: this.#findingsOf(trace, asks.selection),
    })
    return exportTrace(tables, this.#parts, trace, asks, this.#placeOf(asks), report, this.#context.giveSign)
  }

  /** Bars of the timeline, which nobody has asked for yet. */
  timelinePreparation(trace: Trace): { readonly isOutdated: () => boolean; readonly begin: () => Steps<unknown> } {
    const tables = this.#tablesOf(trace)
    return { isOutdated: () => tables !== this.#tables, begin: () => tables.prepareTimeline() }
  }

  #placeOf({ path: target }: { readonly path: string }): WholePlace {
    return { path: target, source: this.#context.path }
  }

  #forgetOutgrown(): void {
    const moment = this.#context.moment()
    if (this.#madeAt === moment) return
    this.#madeAt = moment
    this.#summary = null
    this.#tables = null
    this.#findings = null
  }

  #tablesOf(trace: Trace): TraceTables {
    this.#forgetOutgrown()
    this.#tables ??= new TraceTables(this.#parts, trace, (offset, byteCount) => this.#readAgain(offset, byteCount))
    return this.#tables
  }

  #summaryOf(trace: Trace): TraceSummary {
    this.#forgetOutgrown()
    this.#summary ??= traceSummary(this.#parts, trace, this.#tablesOf(trace), {
      hasSymbolsBeside: this.#context.hasSymbolsBeside(),
      isEarly: this.#context.isEarly(),
    })
    return this.#summary
  }

  /** Of the last selection: a look at another tab and back asks nothing anew. */
  #findingsOf(trace: Trace, selection: TraceSelection): TraceFindings {
    this.#forgetOutgrown()
    const key = JSON.stringify([selection.range, selection.threads, selection.ownCode])
    if (this.#findings?.key === key) return this.#findings.value
    const read: PayloadSource = (offset, byteCount) => this.#readAgain(offset, byteCount)
    const value = judgeFindings(new FindingFacts(this.#parts, trace, read, selection), this.#rules(trace))
    this.#findings = { key, value }
    return value
  }

  /** The checks are about events of a runtime. */
  #rules({ damageCount }: Trace): readonly FindingRule[] {
    if (this.#parts.imported !== null) return []
    if (!this.#context.isGrowing()) return findingRules
    // What these miss may still come: the end of the recording, and the symbols there.
    const early = [unresolvedSymbols, ...(damageCount > 0 ? [] : [incompleteRecording])]
    return findingRules.filter((rule) => !early.includes(rule))
  }

  /** No bytes when the file can't be read any more: its table has everything but the details then. */
  #readAgain(offset: number, byteCount: number): Uint8Array {
    try {
      return this.#context.file()?.read(offset, byteCount) ?? new Uint8Array(0)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === undefined) throw error
      return new Uint8Array(0)
    }
  }
}

function* inSteps<Value>(steps: Steps<Value>): Steps<Result<Value, AppError>> {
  return ok(yield* steps)
}
