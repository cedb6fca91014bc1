import { DiagnosticsError, type AppError } from '../../../shared/base/errors.ts'

/** What a job's work threw, as the error its card shows. Errors of the operating system keep their path and code; others are bugs. */
export function failureOf(cause: unknown, reportBug: (where: string, cause: unknown) => string): AppError {
  if (cause instanceof DiagnosticsError) return cause.error
  const { code, path, syscall } = cause as NodeJS.ErrnoException
  if (cause instanceof Error && typeof code === 'string' && typeof path === 'string')
    return { kind: 'io', operation: syscall ?? 'write', path, code }
  return { kind: 'internal', reference: reportBug('job', cause) }
}
