import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { DumpType } from '../../../shared/model/dump.ts'
import type { TargetView } from '../../os/target-view.ts'
import type { TargetFacts } from '../../protocol/target-facts.ts'
import { checkDump, type PreflightInput } from './preflight.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'preflight-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))
// The target's own root: what it calls /app is somewhere else for us.
for (const folder of ['app', 'out', 'locked']) fs.mkdirSync(path.join(root, folder))
fs.writeFileSync(path.join(root, 'app/createdump'), '', { mode: 0o755 })
fs.chmodSync(path.join(root, 'out'), 0o777)
fs.chmodSync(path.join(root, 'locked'), 0o755)

const megabyte = 1024 * 1024
const facts: TargetFacts = { runtimeVersion: '9.0.1', flavour: 'coreclr', isSuspended: false, commandLineBytes: 100 }
const view: TargetView = {
  pid: 1,
  ids: { userId: 4711, groupIds: [4711] },
  memory: { runtimeFolder: '/app', readableBytes: 100 * megabyte, writableBytes: 60 * megabyte, files: [] },
  isOtherFileSystem: true,
  canLook: true,
  isStopped: false,
  threadCount: 8,
  visible: (targetPath) => path.join(root, targetPath),
}

function check(
  file: string,
  more: Partial<Omit<PreflightInput, 'view'>> & { view?: TargetView | null; type?: DumpType } = {},
) {
  const { type = 'mini', ...input } = more
  return checkDump(
    { path: file, type, mayOverwrite: false, isReportOnly: false },
    { facts, view, isStopped: false, isSameUser: true, userName: 'web', ...input },
  )
}
const kinds = async (...parts: Parameters<typeof check>): Promise<string[]> =>
  (await check(...parts)).blockers.map(({ kind }) => kind)

describe('what is found out before a dump is asked for', () => {
  it('is nothing when all is well, with the place of the file as it is seen from here', async () => {
    expect(await check('/out/a.dmp')).toMatchObject({
      blockers: [],
      warnings: [{ kind: 'other-file-system' }],
      visiblePath: path.join(root, 'out/a.dmp'),
      createdumpPath: '/app/createdump',
    })
  })

  it('is the runtime kind, a runtime that waits, a process that is stopped', async () => {
    expect(await kinds('/out/a', { facts: { ...facts, flavour: 'nativeaot' } })).toEqual(['flavour'])
    expect(await kinds('/out/a', { facts: { ...facts, isSuspended: true } })).toEqual(['suspended'])
    expect(await kinds('/out/a', { isStopped: true })).toEqual(['stopped'])
  })

  it('is a createdump that the user of the target may not run, judged for that user and not for us', async () => {
    const createdump = path.join(root, 'app/createdump')
    fs.chmodSync(createdump, 0o744)
    expect(await kinds('/out/a')).toEqual(['createdump-not-executable'])
    fs.chmodSync(createdump, 0o755)
    expect(await kinds('/out/a')).toEqual([])
    const elsewhere = { ...view, memory: { ...view.memory, runtimeFolder: '/gone' } }
    expect(await kinds('/out/a', { view: elsewhere })).toEqual(['createdump-missing'])
  })

  it('is that a single-file program can write full dumps only', async () => {
    const single = { ...view, memory: { ...view.memory, runtimeFolder: null } }
    expect(await kinds('/out/a', { view: single })).toEqual(['only-full'])
    expect(await kinds('/out/a', { view: single, type: 'full' })).toEqual([])
  })

  it('is a folder that is missing or closed to the user of the target', async () => {
    expect(await kinds('/nowhere/a')).toEqual(['folder-missing'])
    expect(await kinds('/locked/a')).toEqual(['folder-not-writable'])
    expect((await check('/locked/a')).blockers[0]).toMatchObject({ userName: 'web', path: '/locked' })
  })

  it('gives sizes from the memory map, and none where it cannot be read', async () => {
    const { estimates } = await check('/out/a')
    expect(estimates.full?.lowBytes).toBeLessThan(100 * megabyte)
    expect(estimates.full?.highBytes).toBeGreaterThan(100 * megabyte)
    expect(estimates.heap?.lowBytes).toBeGreaterThan(59 * megabyte)
    expect(await check('/out/a', { view: null })).toMatchObject({
      blockers: [],
      warnings: [{ kind: 'cannot-look' }],
      visiblePath: null,
      estimates: { full: null },
    })
  })

  it('is a disk that the file would fill', async () => {
    const huge = { ...view, memory: { ...view.memory, readableBytes: 1e15 } }
    expect((await check('/out/a', { view: huge, type: 'full' })).blockers).toMatchObject([{ kind: 'not-enough-space' }])
  })
})
