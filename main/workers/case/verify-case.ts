import { createHash } from 'node:crypto'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { CaseDocument } from '../../../shared/case/case-document.ts'
import { caseJsonName, maxCaseJsonBytes, readCaseJson } from './case-json.ts'
import { openerOf } from './open-part.ts'
import type { OpenedPart } from '../../../shared/model/cases.ts'
import type { VerifyReport } from './case-protocol.ts'
import { sumsName } from './pack-case.ts'
import { openZip, type ZipEntry } from './read-zip.ts'

const maxSumsBytes = 4 * 1024 * 1024
const summaryName = 'SUMMARY.md'
const maxSummaryBytes = 1024 * 1024
/** Texts that are looked at; a longer one is checked like any other file. */
const keptTexts: ReadonlyMap<string, number> = new Map([
  [sumsName, maxSumsBytes],
  [caseJsonName, maxCaseJsonBytes],
  [summaryName, maxSummaryBytes],
])
const sumLine = /^([0-9a-f]{64}) [ *](.+)$/

export interface VerifyWatch {
  readonly signal: AbortSignal
  readonly onBytes: (bytes: number) => void
}

/** What was checked, and what the package says about itself; null: nothing that is understood. */
export type ReadCase = VerifyReport & { readonly document: CaseDocument | null; readonly summary: string | null }

/** The report alone. */
export async function verifyCase(
  paths: readonly string[],
  password: string | null,
  watch: VerifyWatch,
): Promise<Result<VerifyReport, AppError>> {
  const read = await readCase(paths, password, watch)
  if (!read.ok) return read
  const { isVerified, faults, files } = read.value
  return ok({ isVerified, faults, files })
}

/**
 * Reads every file of a package to its end, once: its hash is compared with the list, and the reader for its kind opens it,
 * unless the package says that it was damaged before. A package that cannot be read at all is an error; one that is not what its list says is a report.
 */
export async function readCase(
  paths: readonly string[],
  password: string | null,
  watch: VerifyWatch,
): Promise<Result<ReadCase, AppError>> {
  const zip = await openZip(paths, password)
  if (!zip.ok) return zip
  const faults: string[] = []
  const files: OpenedPart[] = []
  const texts = new Map<string, string>()
  let doneBytes = 0
  try {
    for (const entry of zip.value.entries) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const checked = await checkEntry(entry, { ...watch, onBytes: (bytes) => watch.onBytes(doneBytes + bytes) })
      if (!checked.ok) return checked
      doneBytes += entry.sizeBytes
      if (entry.name !== sumsName) files.push(checked.value.file)
      if (checked.value.text !== null) texts.set(entry.name, checked.value.text)
    }
  } finally {
    zip.value.close()
  }
  const sums = texts.get(sumsName)
  if (sums === undefined) faults.push(`${sumsName} is missing`)
  for (const required of [caseJsonName, summaryName])
    if (!files.some(({ name }) => name === required)) faults.push(`${required} is missing`)
  const listed = parseSums(sums ?? '')
  const document = readCaseJson(texts.get(caseJsonName) ?? null)
  for (const name of listed.keys())
    if (!files.some((file) => file.name === name)) faults.push(`${name} is in ${sumsName} and not in the package`)
  const checked = files.map((file): OpenedPart => {
    const expected = listed.get(file.name)
    if (expected === undefined) return { ...file, fault: `not in ${sumsName}` }
    if (expected !== file.sha256) return { ...file, fault: 'its SHA-256 is not the listed one' }
    return isSaidOf(document, file.name) ? { ...file, fault: null, knownFault: file.fault } : file
  })
  const isVerified = faults.length === 0 && checked.every(({ fault }) => fault === null)
  return ok({ isVerified, faults, files: checked, document, summary: texts.get(summaryName) ?? null })
}

/** Whether the package says itself that the file is not whole. */
function isSaidOf(document: CaseDocument | null, name: string): boolean {
  return document?.files.some((file) => file.name === name && file.verdict !== 'complete') === true
}

interface Checked {
  readonly file: OpenedPart
  readonly text: string | null
}

async function checkEntry(entry: ZipEntry, watch: VerifyWatch): Promise<Result<Checked, AppError>> {
  const { name, sizeBytes } = entry
  const hash = createHash('sha256')
  const isKept = sizeBytes <= (keptTexts.get(name) ?? -1)
  const isSums = isKept && name === sumsName
  const pieces: Buffer[] = []
  const opener = openerOf(name, sizeBytes)
  let bytes = 0
  const read = await entry.read((chunk) => {
    hash.update(chunk)
    bytes += chunk.length
    watch.onBytes(bytes)
    if (isKept) pieces.push(Buffer.from(chunk))
    if (!isSums) opener.push(chunk)
  }, watch.signal)
  if (!read.ok) {
    if (read.error.kind === 'cancelled' || read.error.kind === 'invalid-request') return read
    const fault = read.error.kind === 'malformed' ? read.error.found : read.error.kind
    const file = { name, sizeBytes, fault, knownFault: null, opens: false, openedAs: opener.name, sha256: '' }
    return ok({ file, text: null })
  }
  const facts = { name, sizeBytes, openedAs: opener.name, sha256: hash.digest('hex') }
  const file = { ...facts, ...opener.end(), knownFault: null }
  return ok({ file, text: isKept ? new TextDecoder().decode(Buffer.concat(pieces)) : null })
}

function parseSums(text: string): ReadonlyMap<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, hash, name] = sumLine.exec(line) ?? []
    if (hash !== undefined && name !== undefined) sums.set(name, hash)
  }
  return sums
}
