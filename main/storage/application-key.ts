import { createHmac, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { writeFileAtomically } from '../os/atomic-file.ts'

/*
 * Applications are remembered by what they were started with, and command lines hold passwords and names of customers. On disk an
 * application is a keyed hash: files of ours tell nobody what ran, and without the key of this installation nobody can try out guesses.
 */

/** The name of an application on disk. A name that comes from the disk is given back as it is. */
export type ApplicationKey = (application: string) => string

const keyBytes = 32
const fileName = 'installation.key'

export function openApplicationKey(userFolder: string): ApplicationKey {
  const secret = readOrMakeSecret(path.join(userFolder, fileName))
  return (application) =>
    isSpoken(application) ? createHmac('sha256', secret).update(application).digest('base64url') : application
}

/** An assembly, a line end, a command line: as `applicationOf` gives it. Hashes have no line ends. */
export function isSpoken(application: string): boolean {
  return application.includes('\n')
}

function readOrMakeSecret(file: string): Buffer {
  const known = readSecret(file)
  if (known !== null) return known
  const secret = randomBytes(keyBytes)
  try {
    fs.rmSync(`${file}.unusable`, { force: true })
    if (fs.existsSync(file)) fs.renameSync(file, `${file}.unusable`)
    writeFileAtomically(file, `${secret.toString('base64url')}\n`)
  } catch {
    // The folder cannot be written, and nothing that the key is for can be kept either: good for this run.
  }
  return secret
}

/** Null when there is none, or it is not a key. */
function readSecret(file: string): Buffer | null {
  let fd: number | null = null
  try {
    fd = fs.openSync(file, fs.constants.O_RDONLY | (fs.constants.O_NOFOLLOW ?? 0))
    const found = fs.fstatSync(fd)
    if (!found.isFile() || found.size > 1000) return null
    // A copied profile may have lost the mode.
    if (process.platform !== 'win32' && (found.mode & 0o077) !== 0) fs.fchmodSync(fd, 0o600)
    const secret = Buffer.from(fs.readFileSync(fd, 'utf8').trim(), 'base64url')
    return secret.length === keyBytes ? secret : null
  } catch {
    // ENOENT at the first start.
    return null
  } finally {
    if (fd !== null) fs.closeSync(fd)
  }
}
