import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { asPid, asProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { endWithTests, scriptManySessions } from '../../testing/scripted-sessions.ts'
import { SessionRegistry } from '../../session-registry.ts'
import { FlightNames } from './flight-names.ts'

endWithTests()
const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true, force: true })
})

function newFolder(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-names-'))
  folders.push(folder)
  return folder
}

const row = { key: asProcessKey('1:1'), pid: asPid(process.pid), runtimeVersion: '10.0.0' } as ProcessRow

test('a save waits for no names of a process that does not answer, and its session is read to its end', async () => {
  const answer: (() => void)[] = []
  const answers = new Promise<void>((resolve) => answer.push(resolve))
  const runtime = await scriptManySessions({ beforeStop: () => answers })
  const registry = new SessionRegistry({ journalPath: null })
  const folder = newFolder()
  const names = new FlightNames(registry, folder, 1, 100)
  const mayLook = vi.fn(() => true)
  expect(await names.look({ endpoint: runtime.endpoint, row, mayLook })).toBeNull()
  expect(mayLook).toHaveBeenCalledOnce()
  await expect.poll(() => runtime.openCount()).toBeGreaterThan(0)
  await names.remove()
  for (const go of answer) go()
  await expect.poll(() => [runtime.openCount(), registry.isIdle]).toEqual([0, true])
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a process that may not be asked is left alone', async () => {
  const runtime = await scriptManySessions({})
  const names = new FlightNames(new SessionRegistry({ journalPath: null }), newFolder(), 1)
  expect(await names.look({ endpoint: runtime.endpoint, row, mayLook: () => false })).toBeNull()
  expect(runtime.openCount()).toBe(0)
})
