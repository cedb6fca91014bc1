import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { RedactionCount } from '../../../shared/case/case-document.ts'
import type { PrivacyPart } from '../../../shared/case/privacy.ts'
import { isForeignThere } from '../../foreign/foreign-files.ts'
import type { CaseHost } from '../../workers/case/case-host.ts'
import type { CaseFolder, CollectedFile } from './case-folder.ts'
import { ioError } from '../../os/io-error.ts'

export interface MaskedFile {
  readonly path: string
  readonly counts: readonly RedactionCount[]
  /** False: of a trace that is damaged or was cut off. */
  readonly isSourceWhole: boolean
  readonly redaction: CollectedFile['redaction']
}

export interface MaskOrder {
  /** Where masked copies go, under the names they have in the package. */
  readonly into: string
  readonly privacy: readonly PrivacyPart[]
  readonly signal?: AbortSignal
}

/** A copy of one collected file as it may leave the machine; files that can't be masked are named where they are. */
export async function maskFile(
  host: CaseHost,
  folder: CaseFolder,
  file: CollectedFile,
  { into, privacy: parts, signal }: MaskOrder,
): Promise<Result<MaskedFile, AppError>> {
  const from = folder.pathOf(file)
  if ((await isForeignThere(from)) === false) return err({ kind: 'io', operation: 'read', path: from, code: 'ENOENT' })
  const { form, redaction } = file
  if (form === 'none') return ok({ path: from, counts: [], isSourceWhole: true, redaction })
  const to = path.join(into, file.name)
  try {
    await fs.promises.mkdir(path.dirname(to), { recursive: true, mode: 0o700 })
  } catch (cause) {
    return err(ioError(cause, 'write', to))
  }
  const { key, words } = folder.collection
  const privacy = { key, parts, words }
  const watch = signal === undefined ? {} : { signal }
  if (form !== 'trace') {
    const masked = await host.ask('mask-text', { from, to, form, privacy }, watch)
    return masked.ok ? ok({ path: to, counts: masked.value.counts, isSourceWhole: true, redaction }) : masked
  }
  const masked = await host.ask('mask', { from, to, privacy }, watch)
  if (!masked.ok) return masked
  const { counts, isSourceWhole } = masked.value
  return ok({ path: to, counts, isSourceWhole, redaction: parts.includes('traces') ? 'masked' : 'not-done' })
}
