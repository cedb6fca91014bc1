import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { PrivacyPart } from '../../../shared/case/privacy.ts'
import type { RedactionPreview } from '../../../shared/model/cases.ts'
import { readForeignRange } from '../../foreign/foreign-files.ts'
import type { CaseHost } from '../../workers/case/case-host.ts'
import { CasePrivacy } from '../../workers/case/case-privacy.ts'
import type { CaseFolder } from './case-folder.ts'
import { maskFile } from './mask-file.ts'

const maxExampleBytes = 256 * 1024
const maxExamples = 3
const maxExampleLength = 200
const mask = /‹[a-z-]+-[0-9a-f]{6,}›/

/** Masks copies as an export would, counts, and throws them away. Only what is masked by then leaves main. */
export async function previewCase(
  { host }: { readonly host: CaseHost },
  folder: CaseFolder,
  privacy: readonly PrivacyPart[],
): Promise<Result<RedactionPreview, AppError>> {
  const { key, words, counts } = folder.collection
  const all = new CasePrivacy({ key, parts: privacy, words })
  all.add(counts)
  const into = path.join(folder.path, 'preview')
  const files: RedactionPreview['files'][number][] = []
  try {
    for (const file of folder.collection.files) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const masked = await maskFile(host, folder, file, { into, privacy })
      // What can't be read is told by the export, which leaves it out.
      if (!masked.ok) continue
      all.add(masked.value.counts)
      files.push({
        name: file.name,
        redaction: masked.value.redaction,
        count: masked.value.counts.reduce((sum, { count }) => sum + count, 0),
        // oxlint-disable-next-line no-await-in-loop -- as above
        examples: file.form === 'none' || file.form === 'trace' ? [] : await examplesIn(masked.value.path),
      })
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (file.form !== 'none') await fs.promises.rm(masked.value.path, { force: true })
    }
    return ok({ privacy, counts: all.counts(), files })
  } finally {
    await fs.promises.rm(into, { recursive: true, force: true })
  }
}

async function examplesIn(file: string): Promise<readonly string[]> {
  const read = await readForeignRange(file, 0, maxExampleBytes)
  if (!read.ok) return []
  const lines = Buffer.from(read.value.bytes).toString('utf8').split('\n')
  const found = lines.filter((line) => mask.test(line)).map((line) => line.trim().slice(0, maxExampleLength))
  return [...new Set(found)].slice(0, maxExamples)
}
