import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/**
 * A new folder among the temporary files, for this user alone. Its name cannot be guessed, so that nobody can put one of their own, or a
 * link, in its place. Throws when the folder is not what was made: others then write where our files would be.
 */
export function makePrivateFolder(prefix: string, parent: string = os.tmpdir()): string {
  const folder = fs.mkdtempSync(path.join(parent, prefix))
  const fault = privateFolderFault(folder)
  if (fault !== null) throw new Error(`the folder ${folder} is not private: ${fault}`)
  return folder
}

/**
 * A new folder of that name, for this user alone, beside whatever others keep there. Rejects with `EEXIST` where there is one: it may be
 * somebody else's, who can then read and exchange what is put into it.
 */
export async function makeNewFolder(folder: string): Promise<void> {
  await fs.promises.mkdir(path.dirname(folder), { recursive: true })
  await fs.promises.mkdir(folder, { mode: 0o700 })
}

/** Null when only this user can look into it. Windows keeps temporary folders within the user's profile. */
export function privateFolderFault(folder: string): string | null {
  const found = fs.lstatSync(folder)
  if (!found.isDirectory()) return 'no folder'
  if (process.platform === 'win32') return null
  if (found.uid !== process.geteuid?.()) return `owned by user ${found.uid}`
  return (found.mode & 0o077) === 0 ? null : `mode ${(found.mode & 0o777).toString(8)}`
}
