import os from 'node:os'
import { expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { HeapCaptures, type HeapCapturesOptions } from './heap-captures.ts'

/** Nothing is captured here. */
const never = (): never => {
  throw new Error('asked')
}

const row = { key: 'a', pid: 4242, name: 'Shop', state: 'ready', runtimeVersion: '10.0.0', runtimeFlavour: 'coreclr' }

function make(rowOf: () => ProcessRow | null, parts: Partial<HeapCapturesOptions> = {}) {
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const endpoint = { transport: 'unix', path: '/no/such/socket', pid: row.pid }
  const captures = new HeapCaptures({
    directory: {
      rowOf,
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
    ...parts,
  })
  return { jobs, captures }
}

it.each(['exited', null])('a capture for later ends with its process (%s), long before its time', async (state) => {
  let current: ProcessRow | null = row as unknown as ProcessRow
  const { jobs, captures } = make(() => current)
  const request = { processKey: 'a', afterMinutes: 60, compareWith: '/x/before.nettrace' }
  expect(await captures.start(request)).toMatchObject({ ok: true })
  expect(jobs.list()).toMatchObject([{ state: 'running', phase: 'waiting' }])
  current = state === null ? null : ({ ...row, state } as unknown as ProcessRow)
  await jobs.whenIdle()
  expect(jobs.list()).toMatchObject([{ state: 'failed', error: { kind: 'process-gone', pid: 4242 } }])
})

it('two clicks at the same time begin one capture', async () => {
  const { jobs, captures } = make(() => row as unknown as ProcessRow, {
    // Asked before anything is captured.
    live: { seenCollections: () => new Promise<never>(() => undefined) },
    places: { folderOf: () => ok(os.tmpdir()), fileName: () => 'no-such-heap.nettrace' },
  })
  const [first, second] = await Promise.all([captures.start({ processKey: 'a' }), captures.start({ processKey: 'a' })])
  expect(first).toMatchObject({ ok: true })
  expect(second).toEqual(first)
  expect(jobs.list()).toHaveLength(1)
})
