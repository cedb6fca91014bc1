import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import type { CaseFile } from '../../../shared/case/case-document.ts'
import type { PackedFile, PackFile, VerifyReport } from '../../workers/case/case-protocol.ts'

/* Files of a package, on their way into it and after its check. */

/** A file of the package, before it is in it. */
export type ReadyFile = Omit<CaseFile, 'sizeBytes' | 'sha256'> & { readonly path: string }

export function placesOf(files: readonly ReadyFile[]): readonly PackFile[] {
  return files.map(({ name, path: place }) => ({ name, path: place }))
}

export function describedFiles(ready: readonly ReadyFile[], packed: readonly PackedFile[]): readonly CaseFile[] {
  const byName = new Map(packed.map((file) => [file.name, file]))
  return ready.flatMap(({ path: _path, ...file }) => {
    const found = byName.get(file.name)
    return found === undefined ? [] : [{ ...file, sizeBytes: found.sizeBytes, sha256: found.sha256 }]
  })
}

/** Files that are in the package as they were collected and can't be opened, with the reason; null: something else is wrong. */
export function damagedBefore(
  { faults, files }: VerifyReport,
  packed: readonly PackedFile[],
): ReadonlyMap<string, string> | null {
  const hashes = new Map(packed.map(({ name, sha256 }) => [name, sha256]))
  const damaged = files.flatMap(({ name, sha256, fault, knownFault, opens }) => {
    const why = fault ?? (opens ? null : knownFault)
    return why === null ? [] : [{ name, sha256, why }]
  })
  if (faults.length > 0 || damaged.some(({ name, sha256 }) => hashes.get(name) !== sha256)) return null
  return new Map(damaged.map(({ name, why }) => [name, why]))
}

export function notVerified(zipPath: string, { faults, files }: VerifyReport): AppError {
  const [first] = [...faults, ...files.flatMap(({ name, fault }) => (fault === null ? [] : [`${name}: ${fault}`]))]
  return {
    kind: 'malformed',
    what: path.basename(zipPath),
    offset: 0,
    expected: 'a verified package',
    found: first ?? '',
  }
}
