import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { farBlockBytes } from '../../../machines/far-file-script.ts'
import type { FarFile, FarSum } from '../../../machines/far-files.ts'
import { fetchFarFile } from './fetch-far-file.ts'
import { partPath, type FetchPart } from './fetch-part.ts'
import { PosixCksum } from './posix-cksum.ts'

const bytes = Buffer.alloc(farBlockBytes * 20 + 5, 'a dump')
const file: FarFile = {
  fileSystem: '28',
  inode: '77',
  mode: 0o600,
  linkCount: 1,
  ownerId: 1000,
  sizeBytes: bytes.length,
  modified: 'Nov 26 11:18',
}
let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'fetch-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const sha256: FarSum = { kind: 'sha256', value: createHash('sha256').update(bytes).digest('hex') }

function cksum(): FarSum {
  const sum = new PosixCksum()
  sum.update(bytes)
  return { kind: 'cksum', value: sum.digest() }
}

/** Of the beginning, as that machine has it. */
function sumUpTo(sum: FarSum | null, sizeBytes: number): FarSum | null {
  if (sum === null || sizeBytes === bytes.length) return sum
  return { kind: 'sha256', value: createHash('sha256').update(bytes.subarray(0, sizeBytes)).digest('hex') }
}

let part: FetchPart | null = null
beforeEach(() => (part = null))

function fetched(sum: FarSum | null, there: FarFile = file, onRead: (at: number) => void = () => undefined) {
  const stopping = new AbortController()
  const files = {
    look: () => Promise.resolve(ok(there)),
    read: (at: number, count: number) => {
      onRead(at)
      if (at === 4 && onRead === stopAtFour) stopping.abort()
      return Promise.resolve(ok(bytes.subarray(at * farBlockBytes, (at + count) * farBlockBytes)))
    },
    sum: (sizeBytes: number) => Promise.resolve(ok(sumUpTo(sum, sizeBytes))),
  }
  const onBegun = (begun: FetchPart) => (part = begun)
  const local = { localFolder: folder, fileName: 'a.dmp', part, onBegun }
  return fetchFarFile(files, { pid: 1, path: '/tmp/a.dmp', file, ...local, signal: stopping.signal })
}
/** Where the first read of a fetch begins. */
async function firstRead(sum: FarSum | null, there: FarFile = file): Promise<number | undefined> {
  const asked: number[] = []
  expect(await fetched(sum, there, (at) => void asked.push(at))).toMatchObject({ ok: true })
  expect(partBytes().equals(bytes)).toBe(true)
  return asked[0]
}
const stopAtFour = (): void => undefined
const partFile = () => partPath(folder, 'a.dmp', part?.token ?? '')
const partBytes = () => fs.readFileSync(partFile())

it.each([
  ['sha256', sha256],
  ['cksum', cksum()],
  ['size-only', null],
] as const)('a whole copy says what it was compared by: %s', async (check, sum) => {
  expect(await fetched(sum)).toMatchObject(ok({ check, sha256: sha256.value }))
  expect(partBytes().equals(bytes)).toBe(true)
})

async function stoppedAtFour(): Promise<number> {
  expect(await fetched(sha256, file, stopAtFour)).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  const kept = partBytes().length / farBlockBytes
  expect(kept).toBeGreaterThanOrEqual(4)
  expect(kept).toBeLessThan(20)
  return kept
}

it('a fetch that is stopped keeps what has come, and the next one asks only for the rest', async () => {
  const kept = await stoppedAtFour()
  expect(await firstRead(sha256)).toBe(kept)
  expect(fs.readdirSync(folder)).toHaveLength(1)
})

it('a block that was cut off is fetched again', async () => {
  const kept = await stoppedAtFour()
  fs.truncateSync(partFile(), kept * farBlockBytes - 1)
  expect(await firstRead(sha256)).toBe(kept - 1)
})

it.each<[string, () => void, FarFile, FarSum | null]>([
  ['has other bytes in it', () => fs.writeFileSync(partFile(), Buffer.alloc(farBlockBytes, 'not it')), file, sha256],
  ['is longer than the file', () => fs.truncateSync(partFile(), bytes.length + 1), file, sha256],
  ['is of the time before the file was written to', () => undefined, { ...file, modified: 'Nov 26 11:19' }, sha256],
  ['can’t be compared with what is there', () => undefined, file, null],
  ['has gone', () => fs.rmSync(partFile()), file, sha256],
])('a part that %s is not used, and the fetch starts over', async (_what, change, there, sum) => {
  await stoppedAtFour()
  change()
  expect(await firstRead(sum, there)).toBe(0)
})

it('a link or another name of a file in the place of the part is left as it is', async () => {
  await stoppedAtFour()
  const theirs = path.join(folder, 'theirs')
  fs.renameSync(partFile(), theirs)
  const before = fs.readFileSync(theirs)
  const planted = part
  for (const plant of [fs.symlinkSync, fs.linkSync]) {
    part = planted
    plant(theirs, partFile())
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    expect(await firstRead(sha256)).toBe(0)
    expect(part?.token).not.toBe(planted?.token)
    expect(fs.readFileSync(theirs).equals(before)).toBe(true)
    fs.rmSync(partPath(folder, 'a.dmp', planted?.token ?? ''))
  }
})

it('another file in its place is not fetched', async () => {
  expect(await fetched(sha256, { ...file, inode: '78' })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  expect(fs.readdirSync(folder)).toEqual([])
})
