import fs from 'node:fs'
import path from 'node:path'

/** Written to a temporary file beside it and renamed: readers see the old text or the new one, never half of it. Mode 0600. */
export function writeFileAtomically(file: string, text: string): void {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  const temporary = `${file}.${process.pid}.tmp`
  fs.writeFileSync(temporary, text, { mode: 0o600 })
  fs.renameSync(temporary, file)
}

/** Null when there is no such file or it cannot be read: the caller starts afresh. */
export function readTextIfThere(file: string): string | null {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // ENOENT at the first start; EACCES and others leave us without the memory of the last run, which is no failure.
    return null
  }
}
