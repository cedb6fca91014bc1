import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CaseFolder, type Collection } from './case-folder.ts'

let parent = ''
beforeEach(() => (parent = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-case-folder-'))))
afterEach(() => fs.rmSync(parent, { recursive: true, force: true }))

test('nothing is collected into a folder that somebody else made', async () => {
  const taken = path.join(parent, 'case.collecting')
  fs.mkdirSync(taken, { mode: 0o777 })
  const created = await CaseFolder.create(taken, {} as unknown as Collection)
  expect(created).toEqual({ ok: false, error: { kind: 'io', operation: 'write', path: taken, code: 'EEXIST' } })
  expect(fs.readdirSync(taken)).toEqual([])
})
