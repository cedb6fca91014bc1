import type { SidecarLine } from '../../../analysis/system-cpu/sidecar-lines.ts'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { appendOrReject, sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { isTaken } from '../../files/free-path.ts'
import { ioError } from '../../../os/io-error.ts'

/** A line that a person asked for. Refused where the disk hangs: the thread that may hang is asked first. */
export async function appendLine(recordingPath: string, line: SidecarLine): Promise<Result<null, AppError>> {
  const file = sidecarPathOf(recordingPath)
  const known = await isTaken(file)
  if (!known.ok) return known
  try {
    await appendOrReject(recordingPath, line)
    return ok(null)
  } catch (error) {
    return err(ioError(error, 'write', file))
  }
}
