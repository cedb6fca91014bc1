import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayCreateIn, parseFileIdentity } from './folder-access.ts'

let folder: string
const nobody = { userId: 65_533, groupIds: [65_532] }

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'access-'))
  chmodSync(folder, 0o755)
  mkdirSync(path.join(folder, 'open'))
  chmodSync(path.join(folder, 'open'), 0o1777)
  mkdirSync(path.join(folder, 'closed', 'inner'), { recursive: true })
  chmodSync(path.join(folder, 'closed', 'inner'), 0o777)
  chmodSync(path.join(folder, 'closed'), 0o700)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a process is known by its file system user and all its groups', async () => {
  const status = 'Name:\ta\nUid:\t0\t1\t2\t33\nGid:\t5\t6\t7\t44\nGroups:\t44 100 \n'
  expect(parseFileIdentity(status)).toEqual({ userId: 33, groupIds: [44, 44, 100] })
  expect(parseFileIdentity('Name:\ta\n')).toBeNull()
})

test('a folder that everybody may write to can take a file of anybody', async () => {
  expect(await mayCreateIn(path.join(folder, 'open'), nobody)).toBe(true)
})

test('a folder that only others may write to, or that lies in one that cannot be entered, cannot', async () => {
  expect(await mayCreateIn(folder, nobody)).toBe(false)
  expect(await mayCreateIn(path.join(folder, 'closed', 'inner'), nobody)).toBe(false)
})

test('root always has access, and for a missing folder it is unknown', async () => {
  expect(await mayCreateIn(folder, { userId: 0, groupIds: [] })).toBe(true)
  expect(await mayCreateIn(path.join(folder, 'gone'), nobody)).toBeNull()
})
