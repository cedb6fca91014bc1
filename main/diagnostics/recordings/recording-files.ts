import fs from 'node:fs'
import path from 'node:path'
import { askForeign } from '../../foreign/foreign-files.ts'
import { type DiskRoom, wasNotAsked } from '../../foreign/foreign-question.ts'

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

/** Of the disk that the folder is on, or would be on; null when nothing can be said. */
export async function diskRoom(folder: string): Promise<DiskRoom | null> {
  for (let place = folder; ; place = path.dirname(place)) {
    // oxlint-disable-next-line no-await-in-loop -- upwards until something exists
    const room = await askForeign({ kind: 'disk-room', path: place })
    if (room.ok) return room.value
    if (wasNotAsked(room.error)) return roomByNode(place)
    if (room.error.kind === 'no-answer') return null
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

/** Below this a recording ends in order, so that the disk keeps room for its end and for others: 2 GiB, of small disks 5 %. */
export function leastFreeBytes(totalBytes: number): number {
  return Math.min(2 * 1024 ** 3, totalBytes * 0.05)
}
