import { createHash } from 'node:crypto'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import type { CaseDocument } from '../../../shared/case/case-document.ts'
import { caseJsonName, maxCaseJsonBytes, readCaseJson } from './case-json.ts'
import { openerOf } from './open-part.ts'
import type { CheckedFile, VerifyReport } from './case-protocol.ts'
import { sumsName } from './pack-case.ts'
import { openZip, type ZipEntry } from './read-zip.ts'

const maxSumsBytes = 4 * 1024 * 1024
const sumLine = /^([0-9a-f]{64}) [ *](.+)$/

/**
 * Reads every file of a package to its end, once: its hash is compared with the list, and the reader for its kind opens it,
 * unless the package says that it was damaged before. A package that cannot be read at all is an error; one that is not what its list says is a report.
 */
export async function verifyCase(
  paths: readonly string[],
  password: string | null,
  watch: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<Result<VerifyReport, AppError>> {
  const zip = await openZip(paths, password)
  if (!zip.ok) return zip
  const faults: string[] = []
  const files: CheckedFile[] = []
  let sums: ReadonlyMap<string, string> | null = null
  let document: CaseDocument | null = null
  let doneBytes = 0
  try {
    for (const entry of zip.value.entries) {
      // oxlint-disable-next-line no-await-in-loop -- one file after the other
      const checked = await checkEntry(entry, { ...watch, onBytes: (bytes) => watch.onBytes(doneBytes + bytes) })
      if (!checked.ok) return checked
      doneBytes += entry.sizeBytes
      if (entry.name === sumsName) sums = parseSums(checked.value.text ?? '')
      else files.push(checked.value.file)
      if (entry.name === caseJsonName) document = readCaseJson(checked.value.text)
    }
  } finally {
    zip.value.close()
  }
  if (sums === null) faults.push(`${sumsName} is missing`)
  for (const required of ['case.json', 'SUMMARY.md'])
    if (!files.some(({ name }) => name === required)) faults.push(`${required} is missing`)
  const listed: ReadonlyMap<string, string> = sums ?? new Map()
  for (const name of listed.keys())
    if (!files.some((file) => file.name === name)) faults.push(`${name} is in ${sumsName} and not in the package`)
  const checked = files.map((file): CheckedFile => {
    const expected = listed.get(file.name)
    if (expected === undefined) return { ...file, fault: `not in ${sumsName}` }
    if (expected !== file.sha256) return { ...file, fault: 'its SHA-256 is not the listed one' }
    return isSaidOf(document, file.name) ? { ...file, fault: null, knownFault: file.fault } : file
  })
  return ok({ isVerified: faults.length === 0 && checked.every(({ fault }) => fault === null), faults, files: checked })
}

/** Whether the package says itself that the file is not whole. */
function isSaidOf(document: CaseDocument | null, name: string): boolean {
  return document?.files.some((file) => file.name === name && file.verdict !== 'complete') === true
}

type Watch = Parameters<typeof verifyCase>[2]
interface Checked {
  readonly file: CheckedFile
  readonly text: string | null
}

async function checkEntry(entry: ZipEntry, watch: Watch): Promise<Result<Checked, AppError>> {
  const { name, sizeBytes } = entry
  const hash = createHash('sha256')
  const isSums = name === sumsName && sizeBytes <= maxSumsBytes
  const isKept = isSums || (name === caseJsonName && sizeBytes <= maxCaseJsonBytes)
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
    return ok({ file: { name, sizeBytes, fault, knownFault: null, openedAs: opener.name, sha256: '' }, text: null })
  }
  const facts = { name, sizeBytes, openedAs: opener.name, sha256: hash.digest('hex') }
  const file = { ...facts, fault: opener.end(), knownFault: null }
  return ok({ file, text: isKept ? Buffer.concat(pieces).toString('utf8') : null })
}

function parseSums(text: string): ReadonlyMap<string, string> {
  const sums = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, hash, name] = sumLine.exec(line) ?? []
    if (hash !== undefined && name !== undefined) sums.set(name, hash)
  }
  return sums
}
