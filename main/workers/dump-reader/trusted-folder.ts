import { lstat, realpath } from 'node:fs/promises'
import path from 'node:path'

const othersCanWrite = 0o022
const sticky = 0o1000

/**
 * Whether code in a folder is as safe to run as the person's own programs: it and every folder above it belong to root or to the person, and
 * nobody else can put anything there. On Windows the callers ask only for folders that the system protects or that are the person's.
 */
export async function isTrustedFolder(folder: string, ownUid = process.geteuid?.()): Promise<boolean> {
  if (ownUid === undefined) return true
  try {
    const real = await realpath(folder)
    for (let at = real, isFirst = true; ; at = path.dirname(at), isFirst = false) {
      const { uid, mode } = await lstat(at)
      if (uid !== 0 && uid !== ownUid) return false
      // In a folder like /tmp everybody can add names, but replace only their own.
      const isSafeAbove = !isFirst && (mode & sticky) !== 0
      if ((mode & othersCanWrite) !== 0 && !isSafeAbove) return false
      if (at === path.dirname(at)) return true
    }
  } catch {
    return false
  }
}
