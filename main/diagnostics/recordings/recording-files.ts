import fs from 'node:fs'
import path from 'node:path'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import { askForeign, lookAtForeign } from '../../foreign/foreign-files.ts'
import { asIoError, type DiskRoom } from '../../foreign/foreign-question.ts'
import type { UnfinishedFile } from '../../workers/unfinished-files.ts'

export interface NameParts {
  readonly process: string
  readonly pid: number
  readonly preset: string
  readonly timeMs: number
  /** Of rolled files, from 1. */
  readonly number?: number
}

/** Most file systems take 255 bytes; a number and an ending follow. */
const longestNameBytes = 180

const two = (value: number): string => value.toString().padStart(2, '0')

/**
 * A file name from a template. Time is local, as in the names that Microsoft's tools give. What a file system may not like becomes a
 * hyphen; a missing extension is added.
 */
export function fileNameFrom(template: string, parts: NameParts): string {
  const time = new Date(parts.timeMs)
  const values: Readonly<Record<string, string>> = {
    process: parts.process,
    pid: String(parts.pid),
    preset: parts.preset,
    date: `${time.getFullYear()}${two(time.getMonth() + 1)}${two(time.getDate())}`,
    time: `${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`,
    n: parts.number === undefined ? '' : parts.number.toString().padStart(3, '0'),
  }
  const hasNumber = template.includes('{n}')
  const base = template.replace(/\.nettrace$/i, '')
  const numbered = parts.number !== undefined && !hasNumber ? `${base}_{n}` : base
  const filled = numbered.replaceAll(/\{(\w+)\}/g, (whole, key: string) =>
    Object.hasOwn(values, key) ? values[key]! : whole,
  )
  return `${cleanName(filled)}.nettrace`
}

/** A name that every file system takes. */
export function cleanName(name: string): string {
  const clean = startWithin(name.replaceAll(/[^\p{L}\p{N}._-]+/gu, '-'), longestNameBytes)
  const trimmed = clean.replaceAll(/^[-.]+|[-.]+$/g, '')
  return trimmed === '' ? 'recording' : trimmed
}

/** As many whole characters as fit into so many bytes. */
function startWithin(text: string, mostBytes: number): string {
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(mostBytes)).read)
}

/** The path in this folder that does not exist yet: the name itself, else with a number. Makes the folder. */
export function freePath(folder: string, fileName: string): string {
  fs.mkdirSync(folder, { recursive: true })
  const { name, ext } = path.parse(fileName)
  for (let number = 1; ; number += 1) {
    const candidate = path.join(folder, number === 1 ? fileName : `${name}-${number}${ext}`)
    if (!fs.existsSync(candidate)) return candidate
  }
}

/** A path for a new file, in a folder that is made when it is not there. */
export function reservePath(folder: string, fileName: string): Result<string, AppError> {
  try {
    return ok(freePath(folder, fileName))
  } catch (cause) {
    return err({
      kind: 'io',
      operation: 'write',
      path: folder,
      code: (cause as NodeJS.ErrnoException).code ?? 'unknown',
    })
  }
}

/** The same, and taken at once by an empty file: two recorders of one application may save in the same second. */
export async function takePath(folder: string, fileName: string): Promise<Result<string, AppError>> {
  for (;;) {
    const free = reservePath(folder, fileName)
    if (!free.ok) return free
    try {
      // oxlint-disable-next-line no-await-in-loop -- until nobody was faster
      await fs.promises.writeFile(free.value, '', { flag: 'wx', mode: 0o600 })
      return free
    } catch (cause) {
      const code = (cause as NodeJS.ErrnoException).code ?? 'unknown'
      if (code !== 'EEXIST') return err({ kind: 'io', operation: 'write', path: free.value, code })
    }
  }
}

/** Gives a file that is whole the first name of this form that is free. Throws what the file system says. */
export async function takeName(
  part: UnfinishedFile,
  folder: string,
  fileName: string,
): Promise<Result<string, AppError>> {
  const taken = await takePath(folder, fileName)
  if (!taken.ok) return taken
  try {
    await fs.promises.rename(part.path, taken.value)
  } catch (cause) {
    await fs.promises.rm(taken.value, { force: true })
    throw cause
  }
  part.done()
  return taken
}

/** Of the disk that the folder is on, or would be on; null when nothing can be said. */
export async function diskRoom(folder: string): Promise<DiskRoom | null> {
  for (let place = folder; ; place = path.dirname(place)) {
    // oxlint-disable-next-line no-await-in-loop -- upwards until something exists
    const room = await askForeign({ kind: 'disk-room', path: place })
    if (room.ok) return room.value
    // Other disks hang, which says nothing of this one.
    if (room.error.kind === 'no-answer') return room.error.wasAsked === false ? roomByNode(place) : null
    // A missing folder is made when the recording starts; the disk is that of its parent.
    if (path.dirname(place) === place) return null
  }
}

async function roomByNode(place: string): Promise<DiskRoom | null> {
  try {
    const { bavail, blocks, bsize } = await fs.promises.statfs(place)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  } catch {
    // ENOENT, EACCES: nothing can be said.
    return null
  }
}

/** Refused where the disk hangs: main makes and names files there, and would wait for it. */
export async function whetherAnswers(folder: string): Promise<Result<null, AppError>> {
  const looked = await lookAtForeign(folder)
  const hangs = !looked.ok && looked.error.kind === 'no-answer' && looked.error.wasAsked !== false
  return hangs ? err({ ...asIoError(looked.error, folder), operation: 'write' }) : ok(null)
}

/** Below this a recording ends in order, so that the disk keeps room for its end and for others: 2 GiB, of small disks 5 %. */
export function leastFreeBytes(totalBytes: number): number {
  return Math.min(2 * 1024 ** 3, totalBytes * 0.05)
}
