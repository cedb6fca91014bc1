import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/index.ts'
import type { DumpType } from '../../../shared/model/dump.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import type { DumpService } from '../dumps/dump-service.ts'
import { fitsPlace } from '../dumps/preflight.ts'
import type { RecordingPlaces } from '../recordings/recording-places.ts'

export interface RuleDumpParts {
  readonly dumps: Pick<DumpService, 'suggest' | 'check'>
  readonly places: Pick<RecordingPlaces, 'folderOf'>
}

/** The dump of a rule, in the folder of its other files, whose disk has been looked at; else where its process can write. */
export async function planDump(
  { dumps, places }: RuleDumpParts,
  row: ProcessRow,
  type: DumpType,
): Promise<Result<Request<'dumps.check'>, AppError>> {
  const target = { kind: 'process', key: row.key } as const
  const suggested = dumps.suggest({ target, type })
  if (!suggested.ok) return suggested
  const { folder, fileName } = suggested.value
  const plan = { target, type, crashReport: 'none', mayOverwrite: false } as const
  const own = places.folderOf(null, row)
  if (own.ok && (await isMade(own.value))) {
    const beside = { ...plan, path: path.join(own.value, fileName) }
    const checked = await dumps.check(beside)
    if (checked.ok && fitsPlace(checked.value)) return ok(beside)
  }
  return ok({ ...plan, path: `${folder}/${fileName}` })
}

async function isMade(folder: string): Promise<boolean> {
  try {
    await fs.promises.mkdir(folder, { recursive: true, mode: 0o700 })
    return true
  } catch {
    // EACCES, ENOTDIR, ENOSPC: the process has its own folder for temporary files.
    return false
  }
}
