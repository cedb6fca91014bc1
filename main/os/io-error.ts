import type { AppError } from '../../shared/base/errors.ts'

type IoError = Extract<AppError, { kind: 'io' }>

/** What the system says of a file. Anything without an errno is a bug of ours: it is thrown again, for the error event of its thread. */
export function ioError(cause: unknown, operation: string, path: string): IoError {
  const { code } = cause as NodeJS.ErrnoException
  if (code === undefined) throw cause
  return { kind: 'io', operation, path, code }
}
