import fs from 'node:fs'
import { askForeign, lookAtForeign } from '../foreign/foreign-files.ts'
import { socketPrefix } from './discovery.ts'

/* A folder that may hold sockets of runtimes. */

/** Sockets of runtimes in a folder of others; with more of them, those of the processes that use it are looked up by name. */
const maxNames = 10_000

export interface Folder {
  /** Ours: kept whether a process uses it or not, and listed directly. */
  readonly isFixed: boolean
  watcher: fs.FSWatcher | null
  modifiedMs: number
  isDirty: boolean
  isScanning: boolean
}

/** NaN: it is not there. Null: its file system does not answer. */
export async function modifiedMsOf(folder: string, { isFixed }: Folder): Promise<number | null> {
  if (isFixed) return fs.statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? Number.NaN
  const looked = await lookAtForeign(folder)
  if (looked.ok) return looked.value.modifiedMs
  return looked.error.kind === 'no-answer' ? null : Number.NaN
}

/** Null: its file system does not answer. */
export async function namesOf(folder: string, { isFixed }: Folder): Promise<readonly string[] | 'too-many' | null> {
  if (isFixed) return namesIn(folder)
  const listed = await askForeign({ kind: 'list', path: folder, maxNames, prefix: socketPrefix })
  if (listed.ok) return listed.value
  return listed.error.kind === 'too-large' ? 'too-many' : listed.error.kind === 'no-answer' ? null : []
}

/** ENOENT, EACCES, EPERM, ENOTDIR: nothing of it can be reached. */
export function namesIn(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder)
  } catch {
    return []
  }
}
