import * as v from 'valibot'
import { DiagnosticsError, type AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'
import type { Outcome } from '../../shared/contract/index.ts'

/** Reports a bug (with its stack) and gives the reference under which it is found in the log. */
export type ReportBug = (where: string, cause: unknown) => string

/**
 * Checks a request against its schema and runs the use case. Never throws and never lets an exception object out:
 * what the page gets is the serialisable union, without a stack.
 */
export async function answer<T>(
  what: string,
  schema: v.GenericSchema<unknown, T>,
  request: unknown,
  run: (request: T) => Promise<Result<unknown, AppError>> | Result<unknown, AppError>,
  reportBug: ReportBug,
): Promise<Outcome<unknown>> {
  const parsed = v.safeParse(schema, request)
  if (!parsed.success) {
    return { ok: false, error: { kind: 'invalid-request', what, detail: describeIssues(parsed.issues) } }
  }
  try {
    const result = await run(parsed.output)
    return result.ok ? { ok: true, value: result.value } : { ok: false, error: result.error }
  } catch (cause) {
    if (cause instanceof DiagnosticsError) return { ok: false, error: cause.error }
    return { ok: false, error: { kind: 'internal', reference: reportBug(what, cause) } }
  }
}

/** Where and what kind, never the value: a request may carry secrets and this text may end in a log. */
function describeIssues(issues: readonly v.BaseIssue<unknown>[]): string {
  return issues
    .slice(0, 5)
    .map((issue) => `${v.getDotPath(issue) ?? 'request'}: ${issue.kind} ${issue.type}`)
    .join('; ')
}
