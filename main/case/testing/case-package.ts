import fs from 'node:fs'
import path from 'node:path'
import * as v from 'valibot'
import { must } from '../../../shared/base/assert.ts'
import { caseDocumentSchema, type CaseDocument } from '../../../shared/case/case-document.ts'
import { openZip } from '../../workers/case/read-zip.ts'
import type { CaseEnd } from './case-runner.ts'

/** Every file of the package, in a folder. */
async function unpack(zipPath: string, folder: string): Promise<string> {
  const zip = await openZip([zipPath], null)
  if (!zip.ok) throw new Error(JSON.stringify(zip.error))
  for (const entry of zip.value.entries) {
    const file = path.join(folder, entry.name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, '')
    await entry.read((chunk) => fs.appendFileSync(file, chunk))
  }
  zip.value.close()
  return folder
}

/** The path that a run printed last. */
export const packageOf = ({ stdout }: CaseEnd): string => must(stdout.trimEnd().split('\n').at(-1), 'a path')

export async function documentOf(zipPath: string): Promise<CaseDocument> {
  const folder = await unpack(zipPath, `${zipPath}.unpacked`)
  return v.parse(caseDocumentSchema, JSON.parse(fs.readFileSync(path.join(folder, 'case.json'), 'utf8')))
}

export const stateOf = (document: CaseDocument, kind: string): string | undefined =>
  document.steps.find((step) => step.kind === kind)?.state
