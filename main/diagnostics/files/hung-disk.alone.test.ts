import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { SavedFiles } from './saved-files.ts'

/** Paths that were asked about; those below `/hung` are on a network mount that does not answer. */
const asked: string[] = []
const ask = (file: string) => {
  asked.push(file)
  return Promise.resolve(file.startsWith('/hung') ? err({ kind: 'no-answer' }) : ok({ type: 'file', sizeBytes: 7 }))
}
vi.mock('../../foreign/foreign-files.ts', () => ({
  lookAtForeign: (file: string) => ask(file),
  askForeign: () => Promise.resolve(ok({ freeBytes: 1, totalBytes: 2 })),
}))

let folder: string
beforeAll(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hung-disk-'))))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

it('files on a disk that does not answer are unknown, take one deadline, and hold up no thread of Node', async () => {
  const touched = vi.spyOn(fs.promises, 'stat')
  const savedFiles = new SavedFiles({
    path: path.join(folder, 'files.json'),
    now: () => 0,
    trash: () => Promise.resolve(),
  })
  const paths = ['/hung/orders/a.nettrace', '/hung/orders/b.nettrace', '/hung/shop/c.nettrace', '/home/me/d.nettrace']
  for (const file of paths)
    savedFiles.add({
      kind: 'trace',
      path: file,
      sizeBytes: 3,
      createdMs: 1,
      processName: null,
      pid: null,
      runtimeVersion: null,
      origin: null,
      verdict: 'complete',
      reasons: [],
      facts: {},
    })
  const listed = await savedFiles.list()
  expect(listed.files.map((file) => [path.basename(file.path), file.isThere, file.sizeBytes])).toEqual([
    ['d.nettrace', true, 7],
    ['c.nettrace', null, 3],
    ['b.nettrace', null, 3],
    ['a.nettrace', null, 3],
  ])
  expect(asked).toEqual(['/home/me/d.nettrace', '/hung/shop/c.nettrace'])
  expect(touched).not.toHaveBeenCalled()
  await savedFiles.flush()
  savedFiles.dispose()
})
