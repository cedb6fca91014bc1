import { expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { HeapCaptures, type HeapCapturesOptions } from './heap-captures.ts'

/** Nothing is captured here. */
const never = (): never => {
  throw new Error('asked')
}

it.each(['exited', null])('a capture for later ends with its process (%s), long before its time', async (state) => {
  const row = { key: 'a', pid: 4242, name: 'Shop', state: 'ready', runtimeVersion: '10.0.0', runtimeFlavour: 'coreclr' }
  let current: ProcessRow | null = row as unknown as ProcessRow
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const endpoint = { transport: 'unix', path: '/no/such/socket', pid: row.pid }
  const captures = new HeapCaptures({
    directory: {
      rowOf: () => current,
      endpointOf: () => endpoint as ReturnType<HeapCapturesOptions['directory']['endpointOf']>,
    },
    registry: { alone: never },
    jobs,
    savedFiles: { add: never },
    heaps: { open: never, close: never, closeLater: never, document: never },
    live: { seenCollections: never },
    savesGcDump: never,
    places: { folderOf: () => ok('/no/such/folder'), fileName: () => 'heap.nettrace' },
    recorderPath: '/no/such/recorder',
    now: Date.now,
  })
  expect(captures.start({ processKey: 'a', afterMinutes: 60, compareWith: '/x/before.nettrace' }).ok).toBe(true)
  expect(jobs.list()).toMatchObject([{ state: 'running', phase: 'waiting' }])
  current = state === null ? null : ({ ...row, state } as unknown as ProcessRow)
  await jobs.whenIdle()
  expect(jobs.list()).toMatchObject([{ state: 'failed', error: { kind: 'process-gone', pid: 4242 } }])
})
