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

/** What is asked of a sidecar happens in turn: the line end before a line depends on what is there, and only one can make the file. */
const turns = new Map<string, Promise<unknown>>()

/** Appends a line; makes the file where there is none. False: the disk says no. */
export async function appendToSidecar(recordingPath: string, line: SidecarLine): Promise<boolean> {
  // ENOSPC, EACCES, EROFS, ENOENT: the recording continues without it.
  return appendOrReject(recordingPath, line).then(
    () => true,
    () => false,
  )
}

/** The same for what a person asked for: rejects with the code of the system, `EFBIG` for a file that is full. */
export function appendOrReject(recordingPath: string, line: SidecarLine): Promise<void> {
  return inTurn(recordingPath, () => append(sidecarPathOf(recordingPath), line))
}

/** After what was asked before, and before what is asked later. */
export function removeSidecarInTurn(recordingPath: string): Promise<void> {
  return inTurn(recordingPath, async () => {
    for (const file of [sidecarPathOf(recordingPath), oldMarksPathOf(recordingPath)])
      // EACCES, EISDIR: it says nothing without its recording.
      // oxlint-disable-next-line no-await-in-loop -- two files
      await fs.promises.rm(file, { force: true }).catch(() => undefined)
  })
}

async function inTurn(recordingPath: string, act: () => Promise<void>): Promise<void> {
  const acting = (turns.get(recordingPath) ?? Promise.resolve()).then(act)
  const over = acting.catch(() => undefined)
  turns.set(recordingPath, over)
  try {
    await acting
  } finally {
    if (turns.get(recordingPath) === over) turns.delete(recordingPath)
  }
}

async function append(file: string, line: SidecarLine): Promise<void> {
  const found = await fs.promises.lstat(file).catch(() => undefined)
  const handle = await fs.promises.open(file, await flagsFor(file, found), 0o600)
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
async function flagsFor(file: string, found: fs.Stats | undefined): Promise<number> {
  if (found?.isFile() === true && found.nlink === 1) return O_WRONLY | O_APPEND | careful
  if (found !== undefined) await fs.promises.rm(file, { force: true })
  return O_WRONLY | O_APPEND | O_CREAT | O_EXCL | careful
}
