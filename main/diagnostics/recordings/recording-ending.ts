import fs from 'node:fs'
import type { AppError } from '../../../shared/base/errors.ts'
import type { JobFile, JobResult } from '../../../shared/model/job.ts'
import type { JobHandle } from '../jobs/running-job.ts'

/** Of the file at this path; null when there is none. */
export async function sizeOnDisk(path: string): Promise<number | null> {
  try {
    const found = await fs.promises.stat(path)
    return found.isFile() ? found.size : null
  } catch {
    // ENOENT nearly always; a file that cannot be looked at cannot be promised either.
    return null
  }
}

/** Ends the job by what is on the disk now: files that are gone are not in its result, and without a file it has failed. */
export async function endByFiles(
  job: JobHandle,
  result: JobResult,
  error: AppError | null,
  path: string,
): Promise<void> {
  const files = await filesOnDisk(result.files)
  const isLost = files.length < result.files.length
  const reasons = isLost ? [...new Set([...result.reasons, 'file-removed'])] : result.reasons
  const verdict = isLost || files.length === 0 ? 'partial' : result.verdict
  const ended: JobResult = { ...result, verdict, reasons, files }
  if (files.length === 0) job.fail(error ?? { kind: 'io', operation: 'write', path, code: 'ENOENT' }, ended)
  else if (error === null) job.finish(ended)
  else job.fail(error, ended)
}

async function filesOnDisk(files: readonly JobFile[]): Promise<readonly JobFile[]> {
  const sizes = await Promise.all(files.map(({ path }) => sizeOnDisk(path)))
  return files.flatMap((file, index) => {
    const sizeBytes = sizes[index] ?? null
    return sizeBytes === null ? [] : [{ ...file, sizeBytes }]
  })
}
