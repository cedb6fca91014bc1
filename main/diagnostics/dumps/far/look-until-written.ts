import path from 'node:path'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { isSameFarFile, type FarFile, type FarFiles } from '../../../machines/far-files.ts'
import { textOf } from '../../../machines/far-replies.ts'
import { pause } from '../../../os/pause.ts'
import { readFarDumpFacts } from './take-far-dump.ts'

const lookEveryMs = 1000
const timeoutMs = 20_000

/** The process may not have begun to write. */
const appearsWithinMs = 5000

/**
 * A dump that nobody saw the end of: the file that `seen` was, once it is whole or has stopped growing. `seen` is null in a folder that was
 * made for it: whatever has its name there is the dump.
 */
export async function lookUntilWritten(
  files: Pick<FarFiles, 'look' | 'read'>,
  pid: number,
  path: string,
  seen: FarFile | null,
): Promise<Result<{ readonly file: FarFile; readonly isWhole: boolean }, AppError>> {
  let before: FarFile | null = null
  const startMs = performance.now()
  for (const endMs = performance.now() + timeoutMs; performance.now() < endMs;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const looked = await files.look(pid, path)
    if (!looked.ok) return looked
    const file = looked.value
    if (file === null && seen === null && performance.now() - startMs < appearsWithinMs) {
      // oxlint-disable-next-line no-await-in-loop -- as above
      await pause(lookEveryMs)
      continue
    }
    if (file === null || file === 'unreadable' || (seen !== null && !isSameFarFile(file, seen)))
      return err({ kind: 'not-found', what: seen === null ? 'dump' : 'the unchanged dump' })
    // oxlint-disable-next-line no-await-in-loop -- as above
    const facts = await readFarDumpFacts(files, file.sizeBytes)
    if (!facts.ok) return facts
    if (facts.value.isComplete || before?.sizeBytes === file.sizeBytes)
      return ok({ file, isWhole: facts.value.isComplete })
    before = file
    // oxlint-disable-next-line no-await-in-loop -- as above
    await pause(lookEveryMs)
  }
  return err({ kind: 'timeout', operation: 'end of the dump', timeoutMs })
}

/** As its machine says; one of which nothing is known may live. */
export async function hasGone(files: Pick<FarFiles, 'place'>, pid: number, dumpPath: string): Promise<boolean> {
  const asked = await files.place(pid, path.posix.dirname(dumpPath), path.posix.basename(dumpPath))
  return asked.ok && textOf(asked.value, 'status').trim() === ''
}
