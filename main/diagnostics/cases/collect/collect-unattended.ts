import fs from 'node:fs'
import type { AppError } from '../../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../../shared/base/result.ts'
import { checklistById } from '../../../../shared/case/checklists.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { PrivateWords } from '../../../logging/redact.ts'
import { CaseHost } from '../../../workers/case/case-host.ts'
import { privacyParts } from '../../../../shared/case/privacy.ts'
import { CaseCollector } from './case-collector.ts'
import type { CaseFolder } from '../case-folder.ts'
import type { CaseList } from '../case-list.ts'
import { caseName } from '../case-names.ts'
import { collectWithinLimit } from './collect-limit.ts'
import { exportCase, holdsEverything, removeCollected, type ExportParts } from '../export-case.ts'
import { createCollection } from './create-collection.ts'
import type { CollectorParts } from './step-context.ts'
import { reservePath } from '../../files/free-path.ts'

type Needed = CollectorParts & ExportParts & Pick<UnattendedCaseParts, 'words' | 'hostNameOf' | 'list'>

export interface UnattendedCaseParts extends Omit<CollectorParts & ExportParts, 'host'> {
  /** The bundled thread, `out/main/case-files.cjs`; there only while a case is collected. */
  readonly workerPath: string
  readonly words: PrivateWords
  /** What another machine calls itself; null: not known. */
  readonly hostNameOf: (machineId: string) => string | null
  /** So that the next start finds one that was cut short. */
  readonly list: Pick<CaseList, 'keep' | 'forget'>
}

export interface UnattendedCase {
  readonly row: ProcessRow
  readonly checklist: string
  /** Where the package goes. */
  readonly folder: string
  /** What the package says it is about. */
  readonly notes: string
}

/**
 * A case without anybody who watches: everything that a checklist names but logs of Pipescope's own choice, heap graph and dump, which a rule
 * asks for by itself. What could not be packed stays where it was collected.
 */
export async function collectUnattended(
  parts: UnattendedCaseParts,
  order: UnattendedCase,
): Promise<Result<string, AppError>> {
  const host = new CaseHost(parts.workerPath)
  try {
    return await collectAll({ ...parts, host }, order)
  } finally {
    await host.close()
  }
}

async function collectAll(
  parts: Needed,
  { row, checklist: id, folder, notes }: UnattendedCase,
): Promise<Result<string, AppError>> {
  const checklist = checklistById(id)
  if (checklist === null) return err({ kind: 'not-found', what: 'checklist' })
  const reserved = await reservePath(folder, `${caseName(null, row.name, parts.now())}.zip`)
  if (!reserved.ok) return reserved
  const zipPath = reserved.value
  const created = await createCollection(zipPath, {
    createdMs: parts.now(),
    ticket: null,
    notes,
    checklist,
    wantsLogs: true,
    wantsHeap: false,
    resumes: false,
    dump: null,
    rows: [row],
    added: [],
    words: parts.words,
    hostNameOf: parts.hostNameOf,
  })
  if (!created.ok) return created
  await parts.list.keep({ folder: created.value.path, zipPath, isPacked: false })
  const stop = new AbortController()
  const watch = { signal: stop.signal, onSteps: () => undefined }
  await collectWithinLimit(new CaseCollector(parts, created.value, watch), checklist, stop)
  return pack(parts, created.value, zipPath)
}

async function pack(parts: Needed, folder: CaseFolder, zipPath: string): Promise<Result<string, AppError>> {
  const exported = await exportCase(parts, folder, { zipPath, privacy: privacyParts, password: null, partBytes: null })
  if (!exported.ok) return exported
  const { document } = exported.value
  if (document.files.length > 0 && holdsEverything(document, folder)) {
    await removeCollected(folder)
    await parts.list.forget(folder.path)
  }
  await fs.promises.access(zipPath)
  return ok(zipPath)
}
