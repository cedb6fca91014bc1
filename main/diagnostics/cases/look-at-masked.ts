import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { CaseFinding, CaseStep } from '../../../shared/case/case-document.ts'
import type { TraceFindings } from '../../../shared/model/trace/trace-findings.ts'
import { writeAtomically } from '../../os/atomic-file.ts'
import type { CaseHost } from '../../workers/case/case-host.ts'
import { ioError } from '../../os/io-error.ts'
import { errorText, reasons, stepTitles } from './case-words.ts'
import type { ReadyFile } from './ready-files.ts'

type LookedStep = Pick<CaseStep, 'state' | 'reason'> & { readonly kind: 'findings' | 'logs' }

interface Looked {
  readonly steps: readonly LookedStep[]
  readonly files: readonly ReadyFile[]
  readonly findings: readonly CaseFinding[]
}

interface LookOrder {
  readonly process: number
  /** Masked. */
  readonly ready: readonly ReadyFile[]
  readonly wantsLogs: boolean
  /** The folder for what is made. */
  readonly into: string
  readonly signal: AbortSignal
}

/** Findings and log messages of a process come from its masked trace, so that they hold nothing that it does not. */
export async function lookAtMasked(host: CaseHost, order: LookOrder): Promise<Looked> {
  const { process, ready, wantsLogs, into, signal } = order
  const withoutLogs: LookedStep = { kind: 'logs', state: 'not-requested', reason: null }
  const neither = (state: CaseStep['state'], reason: string): Looked => ({
    steps: [{ kind: 'findings', state, reason }, wantsLogs ? { kind: 'logs', state, reason } : withoutLogs],
    files: [],
    findings: [],
  })
  const trace = ready.find(
    (file) => file.process === process && file.step === 'trace' && !file.name.includes('.symbols.'),
  )
  if (trace === undefined) return neither('not-applicable', reasons.noTrace)
  const logs = path.join(into, `${process}.logs.ndjson`)
  const looked = await host.ask('look', { path: trace.path, logsTo: wantsLogs ? logs : null }, { signal })
  if (!looked.ok) return neither('failed', errorText(looked.error))
  const { findings, logCount } = looked.value
  const place = path.posix.dirname(trace.name)
  const made = (kind: LookedStep['kind'], name: string, file: string): ReadyFile => {
    const facts = { process, redaction: trace.redaction, verdict: 'complete' as const, reasons: [] }
    return { ...facts, name: path.posix.join(place, name), title: stepTitles[kind], step: kind, path: file }
  }
  const written = await writeFindings(path.join(into, `${process}.findings.json`), findings)
  const files = written.ok ? [made('findings', 'findings.json', written.value)] : []
  const ofFindings: LookedStep = written.ok
    ? { kind: 'findings', state: 'done', reason: null }
    : { kind: 'findings', state: 'failed', reason: errorText(written.error) }
  const all = { findings: findingsOf(findings, trace.name) }
  if (!wantsLogs) return { ...all, files, steps: [ofFindings, withoutLogs] }
  if (logCount === 0)
    return { ...all, files, steps: [ofFindings, { kind: 'logs', state: 'not-applicable', reason: reasons.noLogs }] }
  files.push(made('logs', 'logs.ndjson', logs))
  return { ...all, files, steps: [ofFindings, { kind: 'logs', state: 'done', reason: null }] }
}

async function writeFindings(file: string, findings: TraceFindings): Promise<Result<string, AppError>> {
  try {
    await writeAtomically(file, `${JSON.stringify(withoutLinks(findings), null, 2)}\n`)
    return ok(file)
  } catch (cause) {
    return err(ioError(cause, 'write', file))
  }
}

function findingsOf({ findings }: TraceFindings, file: string): readonly CaseFinding[] {
  return findings.map(({ title, confidence, summary, evidence, nextStep }) => ({
    title,
    confidence,
    summary,
    evidence: evidence.map(({ text }) => text),
    rows: evidence.map(({ link: { table, search, range } }) => ({ table, search, range })),
    nextStep,
    file,
  }))
}

/** Links lead to rows of a page. */
function withoutLinks({ findings, ...others }: TraceFindings): unknown {
  const plain = findings.map(({ evidence, ...finding }) => ({
    ...finding,
    evidence: evidence.map(({ link: _link, ...observed }) => observed),
  }))
  return { findings: plain, ...others }
}
