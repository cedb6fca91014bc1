import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { mostFarDumps, openFarDumpList, type ListedFarDump } from './far-dump-list.ts'

let folder: string
let file: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-far-list-'))
  file = path.join(folder, 'far-dumps.json')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const entry: ListedFarDump = {
  id: 'job-m1-1',
  processKey: 'ssh:mara@web03/412:99',
  path: '/tmp/pipescope-AbCd1234/orders.dmp',
  processName: 'orders',
  runtimeVersion: '10.0.0',
  type: 'full',
  startedMs: 1,
  file: null,
  isUnseen: true,
  isWhole: false,
  isFetched: false,
  part: null,
}
const seen = {
  fileSystem: '31',
  inode: '77',
  mode: 0o600,
  linkCount: 1,
  ownerId: 1000,
  sizeBytes: 4096,
  modified: null,
}
const open = () => openFarDumpList(file, Date.now)
const written = (...dumps: readonly unknown[]) => fs.writeFileSync(file, JSON.stringify({ version: 1, dumps }))

test('what a run had written on other machines is known to the next one, until it is forgotten', async () => {
  const list = open()
  void list.keep(entry)
  void list.keep({ ...entry, id: 'job-m1-2', path: '/srv/dumps/b.dmp', file: seen })
  await list.keep({ ...entry, file: seen, isUnseen: false })
  expect(open().entries.map(({ id, file: found, isUnseen }) => [id, found?.inode, isUnseen])).toEqual([
    ['job-m1-1', '77', false],
    ['job-m1-2', '77', true],
  ])
  await list.forget('job-m1-1')
  await list.forget('job-m1-9')
  expect(open().entries.map(({ id }) => id)).toEqual(['job-m1-2'])
})

test('a list of an earlier version has no parts, and what a fetch brought is known to the next run', async () => {
  const { part: _part, ...earlier } = entry
  written(earlier)
  expect(open().entries).toEqual([entry])
  const part = { token: '0123456789abcdef', sizeBytes: 65_536, modified: 'Nov 26 11:18' }
  await open().keep({ ...entry, part })
  expect(open().entries).toEqual([{ ...entry, part }])
})

test('of more than are kept the oldest go', async () => {
  const list = open()
  await Promise.all(Array.from({ length: mostFarDumps + 1 }, (_, at) => list.keep({ ...entry, id: `job-m-${at}` })))
  const { entries } = open()
  expect([entries.length, entries[0]?.id]).toEqual([mostFarDumps, 'job-m-1'])
})

test.each<[string, object]>([
  ['has a name that was not made for it and was never seen', { path: '/home/mara/.ssh/id_ed25519' }],
  ['leads out of the folder that was made for it', { path: '/tmp/pipescope-AbCd1234/../../etc/passwd' }],
  ['is on this machine', { processKey: '412:99' }],
  ['breaks a line of the question', { path: '/tmp/pipescope-AbCd1234/a\nb.dmp' }],
  ['has an inode that is no number', { file: { ...seen, inode: '1; rm -rf /' } }],
  ['has a size that is no number of bytes', { file: { ...seen, sizeBytes: -1 } }],
  ['has an ID of something else', { id: '../../job' }],
  ['has a part that lies in another folder', { part: { token: '../../id_ed25519', sizeBytes: 1, modified: null } }],
])('a file with a dump that %s is set aside, and nothing of it is used', (_what, change) => {
  written(entry)
  expect(open().entries).toHaveLength(1)
  written(entry, { ...entry, ...change })
  expect(open().entries).toEqual([])
  expect(fs.readdirSync(folder)).toHaveLength(1)
})
