import fs from 'node:fs'
import type { SidecarLine } from '../../analysis/system-cpu/sidecar-lines.ts'
import { sidecarLine } from '../../analysis/system-cpu/sidecar-lines.ts'

/** More than a day of a busy process; a larger one is not ours. */
export const maxSidecarBytes = 32 * 1024 * 1024

/** What Pipescope keeps beside a recording: marks, CPU time of threads (docs/formats/sidecar.md). */
export function sidecarPathOf(recordingPath: string): string {
  return `${recordingPath}.sidecar.jsonl`
}

/** Older versions kept marks alone. */
export function oldMarksPathOf(recordingPath: string): string {
  return `${recordingPath}.marks.json`
}

const { O_APPEND, O_CREAT, O_EXCL, O_WRONLY } = fs.constants
// Windows has neither links nor pipes that anybody may put into a folder, and so not these flags.
const careful = (fs.constants.O_NOFOLLOW ?? 0) | (fs.constants.O_NONBLOCK ?? 0)

/** Appends a line; makes the file where there is none. False: the disk says no. */
export function appendToSidecar(recordingPath: string, line: SidecarLine): boolean {
  try {
    const file = sidecarPathOf(recordingPath)
    const fd = fs.openSync(file, flagsFor(file, fs.lstatSync(file, { throwIfNoEntry: false })), 0o600)
    try {
      const bytes = bytesOf(line, fs.fstatSync(fd).size)
      return bytes !== null && fs.writeSync(fd, bytes) === bytes.length
    } finally {
      fs.closeSync(fd)
    }
  } catch {
    // ENOSPC, EACCES, EROFS, ENOENT: the recording continues without it.
    return false
  }
}

/** The same for what is written again and again: a disk that does not answer holds up nobody. */
export async function appendToSidecarInTime(recordingPath: string, line: SidecarLine): Promise<boolean> {
  // As above.
  return appendOrReject(recordingPath, line).then(
    () => true,
    () => false,
  )
}

/** The same for what a person asked for: rejects with the code of the system, `EFBIG` for a file that is full. */
export async function appendOrReject(recordingPath: string, line: SidecarLine): Promise<void> {
  const file = sidecarPathOf(recordingPath)
  const found = await fs.promises.lstat(file).catch(() => undefined)
  const handle = await fs.promises.open(file, flagsFor(file, found), 0o600)
  try {
    const bytes = bytesOf(line, (await handle.stat()).size)
    if (bytes === null) throw Object.assign(new Error('the sidecar is full'), { code: 'EFBIG' })
    const { bytesWritten } = await handle.write(bytes)
    if (bytesWritten < bytes.length) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
  } finally {
    await handle.close()
  }
}

/** Starts with a line end, so that a line that a full disk cut off costs that line alone. */
function bytesOf(line: SidecarLine, sizeBytes: number): Uint8Array | null {
  if (sizeBytes >= maxSidecarBytes) return null
  return Buffer.from(`${sizeBytes === 0 ? '' : '\n'}${sidecarLine(line)}`)
}

export function removeSidecar(recordingPath: string): void {
  for (const file of [sidecarPathOf(recordingPath), oldMarksPathOf(recordingPath)])
    try {
      fs.rmSync(file, { force: true })
    } catch {
      // EACCES, EISDIR: it says nothing without its recording.
    }
}

/** Never through what somebody put there: a link would lead away, a pipe would never take a byte. */
function flagsFor(file: string, found: fs.Stats | undefined): number {
  if (found?.isFile() === true && found.nlink === 1) return O_WRONLY | O_APPEND | careful
  if (found !== undefined) fs.rmSync(file, { force: true })
  return O_WRONLY | O_APPEND | O_CREAT | O_EXCL | careful
}
