import { TraceTables } from '../../analysis/tables/trace-tables.ts'
import type { TraceParts } from '../../analysis/trace/trace-parts.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import { readSystemCpu } from '../../workers/trace/system-cpu-file.ts'
import { TraceFile } from '../../workers/trace/trace-file.ts'

interface ReadTrace {
  readonly path: string
  readonly parts: TraceParts
  readonly trace: Trace
}

/** Asks what the app asks of an opened file; the file is open until that is answered. */
export function withTables<Answer>({ path, parts, trace }: ReadTrace, use: (tables: TraceTables) => Answer): Answer {
  const file = new TraceFile(path)
  if (parts.imported === null) parts.systemCpu = readSystemCpu(path)
  try {
    return use(new TraceTables(parts, trace, (offset, byteCount) => file.read(offset, byteCount)))
  } finally {
    file[Symbol.dispose]()
  }
}
