import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Heap } from '../../heap/events/read-heap-events.ts'
import { writeGcDump, type WrittenGraph } from '../../heap/gcdump/write-gcdump.ts'
import { ioError } from '../../os/io-error.ts'

/** What our files name as the tool that wrote them. */
export const writingTool = 'Pipescope'

/** Writes a heap as a `.gcdump`; a file that is there already is not touched, and nothing is left of one that could not be finished. */
export function writeGcDumpFile(
  path: string,
  heap: Heap,
): Result<{ readonly sizeBytes: number } & Partial<WrittenGraph>, AppError> {
  let file: number | null = null
  try {
    file = openSync(path, 'wx')
    const fd = file
    let sizeBytes = 0
    const written = writeGcDump(heap, writingTool, (bytes) => {
      for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done)
      sizeBytes += bytes.length
    })
    closeSync(fd)
    file = null
    if (written.ok) return ok({ sizeBytes, ...toldOf(written.value) })
    rmSync(path, { force: true })
    return written
  } catch (error) {
    const failure = ioError(error, 'write', path)
    if (file !== null) {
      closeSync(file)
      rmSync(path, { force: true })
    }
    return err(failure)
  }
}

/** Only where there is something to tell. */
export function toldOf({ cappedCount }: WrittenGraph): Partial<WrittenGraph> {
  return cappedCount === 0 ? {} : { cappedCount }
}
