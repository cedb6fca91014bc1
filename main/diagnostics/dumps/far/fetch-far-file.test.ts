import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import { farBlockBytes } from '../../../machines/far-file-script.ts'
import type { FarFile, FarSum } from '../../../machines/far-files.ts'
import { fetchFarFile } from './fetch-far-file.ts'
import { PosixCksum } from './posix-cksum.ts'

const bytes = Buffer.alloc(farBlockBytes * 20 + 5, 'a dump')
const file: FarFile = {
  fileSystem: '28',
  inode: '77',
  mode: 0o600,
  linkCount: 1,
  ownerId: 1000,
  sizeBytes: bytes.length,
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

function fetched(sum: FarSum | null, there: FarFile = file, onRead: (at: number) => void = () => undefined) {
  const stopping = new AbortController()
  const files = {
    look: () => Promise.resolve(ok(there)),
    read: (at: number, count: number) => {
      onRead(at)
      if (at === 4 && onRead === stopAtFour) stopping.abort()
      return Promise.resolve(ok(bytes.subarray(at * farBlockBytes, (at + count) * farBlockBytes)))
    },
    sum: () => Promise.resolve(ok(sum)),
  }
  const partPath = path.join(folder, 'a.dmp.partial')
  return fetchFarFile(files, { pid: 1, path: '/tmp/a.dmp', file, partPath, signal: stopping.signal })
}
const stopAtFour = (): void => undefined
const part = () => fs.readFileSync(path.join(folder, 'a.dmp.partial'))

it.each([
  ['sha256', sha256],
  ['cksum', cksum()],
  ['size-only', null],
] as const)('a whole copy says what it was compared by: %s', async (check, sum) => {
  expect(await fetched(sum)).toEqual(ok({ check, sha256: sha256.value }))
  expect(part().equals(bytes)).toBe(true)
})

it('a fetch that is stopped keeps what has come, and the next one asks only for the rest', async () => {
  expect(await fetched(sha256, file, stopAtFour)).toMatchObject({ ok: false, error: { kind: 'cancelled' } })
  const kept = part().length / farBlockBytes
  expect(kept).toBeGreaterThanOrEqual(4)
  expect(kept).toBeLessThan(20)
  const asked: number[] = []
  expect(await fetched(sha256, file, (at) => void asked.push(at))).toMatchObject({ ok: true })
  expect(asked[0]).toBe(kept)
  expect(part().equals(bytes)).toBe(true)
})

it('a part with other bytes in it is found out by the checksum', async () => {
  fs.writeFileSync(path.join(folder, 'a.dmp.partial'), Buffer.alloc(farBlockBytes, 'not it'))
  expect(await fetched(sha256)).toMatchObject({ ok: false, error: { kind: 'malformed' } })
})

it('another file in its place is not fetched', async () => {
  expect(await fetched(sha256, { ...file, inode: '78' })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
  expect(fs.readdirSync(folder)).toEqual([])
})
