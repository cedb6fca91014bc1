import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { err, ok } from '../../../../shared/base/result.ts'
import type { FarFile, FarFiles } from '../../../machines/far-files.ts'
import { hasGone, lookUntilWritten } from './look-until-written.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const file = (inode: string, sizeBytes: number): FarFile => ({
  fileSystem: '7',
  inode,
  mode: 0o600,
  linkCount: 1,
  ownerId: 1000,
  sizeBytes,
  modified: null,
})

/** What each look finds; the last one for good. */
function filesOf(...looks: readonly (FarFile | null)[]): Pick<FarFiles, 'look' | 'read'> {
  let at = 0
  return {
    look: () => Promise.resolve(ok(looks[Math.min(at++, looks.length - 1)]!)),
    read: () => Promise.resolve(ok(Buffer.alloc(0))),
  }
}

async function outcome(files: Pick<FarFiles, 'look' | 'read'>, seen: FarFile | null) {
  const looking = lookUntilWritten(files, 7, '/tmp/pipescope-abcdefgh/a.dmp', seen)
  await vi.advanceTimersByTimeAsync(30_000)
  return looking
}

test('a dump that nobody saw is whatever has its name in its own folder, also when it appears a moment later', async () => {
  expect(await outcome(filesOf(null, null, file('1', 10), file('1', 20), file('1', 20)), null)).toEqual(
    ok({ file: file('1', 20), isWhole: false }),
  )
})

test('a dump that nobody saw and that does not appear was not written', async () => {
  expect(await outcome(filesOf(null), null)).toEqual(err({ kind: 'not-found', what: 'dump' }))
})

test('a dump that was seen must be that very file, and is not waited for when it is gone', async () => {
  const changed = err({ kind: 'not-found', what: 'the unchanged dump' } as const)
  expect(await outcome(filesOf(file('2', 10)), file('1', 10))).toEqual(changed)
  expect(await outcome(filesOf(null), file('1', 10))).toEqual(changed)
  expect(await outcome(filesOf(file('1', 10)), file('1', 5))).toEqual(ok({ file: file('1', 10), isWhole: false }))
})

const saying = (status: string) => ({
  place: () => Promise.resolve(ok({ isAwake: true, parts: new Map([['status', Buffer.from(status)]]) })),
})

test('a process has gone only when its machine says that it has no status', async () => {
  const dump = '/tmp/pipescope-abcdefgh/a.dmp'
  expect(await hasGone(saying('\n'), 7, dump)).toBe(true)
  expect(await hasGone(saying('State:\tS (sleeping)\n'), 7, dump)).toBe(false)
  const lost = { place: () => Promise.resolve(err({ kind: 'link-lost', machine: 'far' } as const)) }
  expect(await hasGone(lost, 7, dump)).toBe(false)
})
