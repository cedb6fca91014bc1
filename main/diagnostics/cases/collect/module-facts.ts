import path from 'node:path'
import { AssemblyMetadata } from '../../../foreign/assembly-metadata.ts'
import { tableNumbers } from '../../../foreign/assembly-tables.ts'
import { askForeign, lookAtForeign } from '../../../foreign/foreign-files.ts'
import type { TargetView } from '../../../os/target-view.ts'
import type { CasePrivacy } from '../../../workers/case/case-privacy.ts'

/*
 * `modules.json`: the files that are mapped into the process, with their versions. They are read from the disk, so nothing is asked of
 * the process.
 */

const maxModules = 2000
const maxModuleBytes = 64 * 1024 * 1024
/** Of all files together; the rest is listed without versions. */
const maxReadBytes = 512 * 1024 * 1024
const assemblyVersionColumns = [1, 2, 3, 4] as const
const assemblyNameColumn = 7

export interface ModuleFact {
  readonly path: string
  readonly kind: 'managed' | 'native'
  readonly sizeBytes: number | null
  readonly modifiedAt: string | null
  readonly assembly: string | null
  readonly assemblyVersion: string | null
  readonly fileVersion: string | null
  readonly productVersion: string | null
}

export async function moduleFacts(view: TargetView, privacy: CasePrivacy): Promise<readonly ModuleFact[]> {
  const files = view.memory.files
    .filter((file) => /\.(?:dll|exe|so(?:\.[\d.]+)?|dylib)$/.test(file))
    .slice(0, maxModules)
  const facts: ModuleFact[] = []
  let readBytes = 0
  for (const file of files) {
    const visible = view.visible(file)
    // oxlint-disable-next-line no-await-in-loop -- one file in memory at a time
    const looked = await lookAtForeign(visible)
    const sizeBytes = looked.ok && looked.value.type === 'file' ? looked.value.sizeBytes : null
    const isManaged = /\.(?:dll|exe)$/.test(file)
    const isRead =
      isManaged && sizeBytes !== null && sizeBytes <= maxModuleBytes && readBytes + sizeBytes <= maxReadBytes
    if (isRead) readBytes += sizeBytes
    // oxlint-disable-next-line no-await-in-loop -- as above
    const versions = isRead ? await versionsOf(visible) : noVersions
    facts.push({
      path: privacy.text(file),
      kind: isManaged ? 'managed' : 'native',
      sizeBytes,
      modifiedAt: looked.ok ? new Date(looked.value.modifiedMs).toISOString() : null,
      ...versions,
    })
  }
  return facts.sort((a, b) => (path.basename(a.path) < path.basename(b.path) ? -1 : 1))
}

type Versions = Pick<ModuleFact, 'assembly' | 'assemblyVersion' | 'fileVersion' | 'productVersion'>
const noVersions: Versions = { assembly: null, assemblyVersion: null, fileVersion: null, productVersion: null }

async function versionsOf(file: string): Promise<Versions> {
  const read = await askForeign({ kind: 'read', path: file, maxBytes: maxModuleBytes })
  if (!read.ok) return noVersions
  const bytes = Buffer.from(read.value.bytes.buffer)
  const resource = {
    fileVersion: resourceText(bytes, 'FileVersion'),
    productVersion: resourceText(bytes, 'ProductVersion'),
  }
  try {
    const metadata = new AssemblyMetadata(bytes)
    const { assembly } = tableNumbers
    if (metadata.rowCount(assembly) !== 1) return { ...noVersions, ...resource }
    const version = assemblyVersionColumns.map((column) => metadata.value(assembly, 1, column)).join('.')
    return { assembly: metadata.text(assembly, 1, assemblyNameColumn), assemblyVersion: version, ...resource }
  } catch {
    // NotAnAssembly or RangeError: a program of another kind, or damaged.
    return { ...noVersions, ...resource }
  }
}

/** A text of the version resource: its name in UTF-16, zeros up to a multiple of four, the value. */
function resourceText(bytes: Buffer, name: string): string | null {
  const key = Buffer.from(`${name}\0`, 'utf16le')
  const at = bytes.lastIndexOf(key)
  if (at < 0) return null
  let start = at + key.length
  while (start + 1 < bytes.length && bytes[start] === 0 && bytes[start + 1] === 0) start += 2
  const text = bytes.toString('utf16le', start, Math.min(bytes.length, start + 256)).split('\0')[0] ?? ''
  return /^[\x20-\x7e]{1,120}$/.test(text) ? text : null
}
