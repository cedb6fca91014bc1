import { statSync } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import type { Result } from '../../../shared/base/result.ts'
import { openTraceFile } from '../trace/trace-file.ts'
import { FileCheck } from './file-check.ts'
import type { FileVerdict } from './watch-protocol.ts'

/** Reads a finished recording from the disk to its end, as any reader would, and says what it is. */
export async function verifyFile(
  path: string,
  onProgress: () => void = () => undefined,
): Promise<Result<FileVerdict, AppError>> {
  const check = new FileCheck()
  const read = await openTraceFile(
    path,
    {
      onEventType: (type) => check.handlerFor(type),
      onEvents: (segment, from, to) => check.addEvents(segment, from, to),
    },
    // Columns are for looking at; here only what the check counts is wanted.
    { keepsSegments: false, onProgress },
  )
  if (!read.ok) return read
  try {
    return check.verdict(read.value.trace, statSync(path).size)
  } finally {
    read.value.dispose()
  }
}
