import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, type SampleTarget } from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import { err, ok } from '../../../shared/base/result.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { openHeapFile } from '../../workers/heap/heap-file.ts'
import { writeGcDumpFile } from '../../workers/heap/write-gcdump-file.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { SessionRegistry } from '../session-registry.ts'
import { request as quiet } from '../testing/scripted-sessions.ts'
import { endpointOf } from '../testing/endpoint-of.ts'
import { HeapCaptures } from './heap-captures.ts'
import type { HeapDocuments } from './heap-documents.ts'

const silent = { onChunk: () => undefined, onEnd: () => undefined }

let folder: string
let recorderPath: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-captures-'))
  recorderPath = await bundleWorker('recorder', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const openHeaps = new Set<string>()
const closeHeap = (documentId: string): Promise<void> => {
  openHeaps.delete(documentId)
  return Promise.resolve()
}

/** Reads in this thread what the product reads in a worker. */
const readHere = {
  open: (file: string) => {
    openHeaps.add(file)
    return Promise.resolve(ok({ documentId: file, path: file, name: file, sizeBytes: 0 }))
  },
  close: closeHeap,
  closeLater: ({ documentId }: { readonly documentId: string }) => closeHeap(documentId),
  document: (file: string) =>
    ok({
      progress: { phase: 'reading', readBytes: 0, totalBytes: 0, objectCount: 0 },
      ask: async (question: 'summary' | 'export', { path: saved }: { readonly path: string }) => {
        const heap = await openHeapFile(file)
        if (!heap.ok) return err(heap.error)
        return question === 'summary' ? ok(heap.value.facts) : writeGcDumpFile(saved, heap.value)
      },
    }),
} as unknown as Pick<HeapDocuments, 'open' | 'close' | 'closeLater' | 'document'>

function serviceOf(target: SampleTarget, state: ProcessRow['state'] = 'ready', savesGcDump = false) {
  const registry = new SessionRegistry({ journalPath: null })
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const endpoint = endpointOf(target.pid)
  const row = { key: 'a', pid: target.pid, name: 'Sample', state, runtimeVersion: '10.0.0', runtimeFlavour: 'coreclr' }
  const shelved: string[] = []
  const own = fs.mkdtempSync(path.join(folder, 'files-'))
  const captures = new HeapCaptures({
    directory: { rowOf: () => row as ProcessRow, endpointOf: () => endpoint },
    registry,
    jobs,
    savedFiles: {
      add: (file) => {
        shelved.push(file.path)
        return { ...file, id: 'file', tags: [], notes: '', sha256: null }
      },
    },
    heaps: readHere,
    live: { seenCollections: () => Promise.resolve(null) },
    places: { folderOf: () => ok(own), fileName: () => 'heap.nettrace' },
    recorderPath,
    savesGcDump: () => savesGcDump,
    now: Date.now,
  })
  return { captures, jobs, registry, endpoint, shelved, files: () => fs.readdirSync(own) }
}

describe.skipIf(!canBuildSamples())('captures of a process', () => {
  it('run one at a time, and end as verified saved files', async () => {
    const target = await startTarget({ args: ['idle'] })
    try {
      const { captures, jobs, shelved, files } = serviceOf(target, 'ready', true)
      const [first, second] = await Promise.all([
        captures.start({ processKey: 'a' }),
        captures.start({ processKey: 'a' }),
      ])
      expect(second).toEqual(first)
      await jobs.whenIdle()
      expect(jobs.list()).toMatchObject([{ state: 'done', result: { verdict: 'complete', reasons: [] } }])
      // The setting is on: the same graph for other tools, with as many objects.
      const [recording, beside] = shelved.map((file) => openHeapFile(file))
      expect(files().toSorted()).toEqual(['heap.gcdump', 'heap.nettrace'])
      const [captured, dumped] = await Promise.all([recording, beside])
      expect(captured?.ok === true && dumped?.ok === true && captured.value.facts.objectCount).toBe(
        dumped?.ok === true && dumped.value.facts.objectCount,
      )
      const { pauseMs, objectCount } = must(jobs.list()[0]?.result?.facts, 'facts of the capture')
      expect(await captures.plan({ processKey: 'a' })).toMatchObject({
        ok: true,
        value: { pause: { ms: pauseMs, from: 'capture' }, objects: { count: objectCount }, fittingBufferMB: 1024 },
      })
    } finally {
      await target.dispose()
    }
  })

  it.each(['flushing-types', 'collecting-heap', 'receiving-heap'])(
    'cancelled in the phase %s leave no session and no file, and the process runs on',
    async (phase) => {
      const target = await startTarget({ args: ['idle'] })
      try {
        const { captures, jobs, registry, endpoint, files } = serviceOf(target)
        let isCancelled = false
        jobs.subscribe((message) => {
          if (isCancelled || message.kind !== 'changed' || message.job.phase !== phase) return
          // Refused at the very first change, which comes before the service listens.
          void jobs.act(message.job.id, 'cancel').then((acted) => (isCancelled ||= acted.ok))
        })
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        await jobs.whenIdle()
        expect(jobs.list()).toMatchObject([{ state: 'cancelled', result: null }])
        expect(files()).toEqual([])
        await expect.poll(() => openHeaps.size).toBe(0)
        await expect.poll(() => registry.isIdle && !registry.isAlone(endpoint)).toBe(true)
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        await jobs.whenIdle()
        expect(jobs.list()[0]).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
      } finally {
        await target.dispose()
      }
    },
  )

  it.skipIf(process.platform !== 'linux')(
    'discarded during the pause are over at once, and the process ends them when it answers',
    async () => {
      // A pause that is longer than giving up takes on a busy machine.
      const orders = 1_200_000
      const target = await startTarget({ args: ['cache', `--orders=${String(orders)}`] })
      try {
        const { captures, jobs, registry, endpoint, files } = serviceOf(target)
        // The first session of a process sets up what stays for its life.
        const first = await registry.open(endpoint, quiet, silent, { runtimeVersion: '10.0.0' })
        if (first.ok) await first.value.stop()
        const descriptors = (): number => fs.readdirSync(`/proc/${String(target.pid)}/fd`).length
        await expect.poll(() => registry.isIdle).toBe(true)
        const atRest = descriptors()
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        // The spare session, and the request that is answered after the pause.
        const isPaused = () => jobs.list()[0]?.phase === 'collecting-heap' && descriptors() >= atRest + 2
        await expect.poll(isPaused, { interval: 1, timeout: 60_000 }).toBe(true)
        await jobs.act(must(jobs.running()[0], 'the job').id, 'cancel')
        await jobs.whenIdle()
        expect(jobs.list()).toMatchObject([{ state: 'cancelled', result: null }])
        expect([files(), registry.isAlone(endpoint)]).toEqual([[], true])

        await expect.poll(() => registry.isIdle && !registry.isAlone(endpoint), { timeout: 60_000 }).toBe(true)
        expect(target.child.exitCode).toBeNull()
        await expect.poll(descriptors).toBe(atRest)
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        await jobs.whenIdle()
        expect(jobs.list()[0]).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
        expect(jobs.list()[0]?.result?.facts?.['objectCount']).toBeGreaterThan(orders)
        await expect.poll(descriptors).toBe(atRest)
      } finally {
        await target.dispose()
      }
    },
  )

  it.skipIf(process.platform === 'win32').each(['flushing-types', 'collecting-heap', 'receiving-heap'])(
    'of a process that is stopped in the phase %s are given up at once, and over when it runs on',
    async (phase) => {
      const target = await startTarget({ args: ['idle'] })
      try {
        const { captures, jobs, registry, endpoint, files } = serviceOf(target)
        let isStopped = false
        jobs.subscribe((message) => {
          if (isStopped || message.kind !== 'changed' || message.job.phase !== phase) return
          target.child.kill('SIGSTOP')
          // Refused at the very first change, which comes before the service listens.
          void jobs.act(message.job.id, 'cancel').then((acted) => (isStopped ||= acted.ok))
        })
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        await jobs.whenIdle()
        expect(jobs.list()).toMatchObject([{ state: 'cancelled', result: null }])
        expect(files()).toEqual([])
        target.child.kill('SIGCONT')
        await expect.poll(() => registry.isIdle && !registry.isAlone(endpoint), { timeout: 60_000 }).toBe(true)
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        await jobs.whenIdle()
        expect(jobs.list()[0]).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
      } finally {
        target.child.kill('SIGCONT')
        await target.dispose()
      }
    },
  )

  it('of a process that is killed meanwhile fail with the reason', async () => {
    const target = await startTarget({ args: ['idle'] })
    try {
      const { captures, jobs, registry } = serviceOf(target)
      jobs.subscribe((message) => {
        if (message.kind === 'changed' && message.job.phase === 'collecting-heap') target.child.kill('SIGKILL')
      })
      expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
      await jobs.whenIdle()
      const job = must(jobs.list()[0], 'the job')
      expect(job.state).toBe('failed')
      expect(['process-gone', 'connection-closed', 'not-found']).toContain(job.error?.kind)
      expect(registry.sessionCount).toBe(0)
    } finally {
      await target.dispose()
    }
  })

  it.each(['collecting-heap', 'receiving-heap'])(
    'that a quit meets in the phase %s leave no session',
    async (phase) => {
      const target = await startTarget({ args: ['idle'] })
      try {
        const { captures, jobs, registry } = serviceOf(target)
        const quitting = new Promise<void>((resolve) => {
          jobs.subscribe((message) => {
            if (message.kind === 'changed' && message.job.phase === phase) void registry.stopAll().then(resolve)
          })
        })
        expect((await captures.start({ processKey: 'a' })).ok).toBe(true)
        await quitting
        await jobs.whenIdle()
        expect(registry.isIdle).toBe(true)
        const next = serviceOf(target)
        expect((await next.captures.start({ processKey: 'a' })).ok).toBe(true)
        await next.jobs.whenIdle()
        expect(next.jobs.list()).toMatchObject([{ state: 'done', result: { verdict: 'complete' } }])
      } finally {
        await target.dispose()
      }
    },
  )

  it('for later wait without touching the process, and are cancelled while they wait', async () => {
    const target = await startTarget({ args: ['idle'] })
    try {
      const { captures, jobs, registry, files } = serviceOf(target)
      const later = await captures.start({ processKey: 'a', afterMinutes: 60 })
      expect(await captures.start({ processKey: 'a', afterMinutes: 5 })).toEqual(later)
      expect(jobs.list()).toMatchObject([{ state: 'running', phase: 'waiting' }])
      // One for now does not have to wait for it.
      expect(await captures.start({ processKey: 'a' })).not.toEqual(later)
      await expect.poll(() => jobs.running()).toHaveLength(1)
      await jobs.act(must(jobs.running()[0], 'the one that waits').id, 'cancel')
      await jobs.whenIdle()
      expect(
        jobs
          .list()
          .map(({ state }) => state)
          .toSorted(),
      ).toEqual(['cancelled', 'done'])
      expect(files()).toHaveLength(1)
      await expect.poll(() => registry.isIdle).toBe(true)
    } finally {
      await target.dispose()
    }
  })

  it('for later begin by themselves, and say what they are compared with', async () => {
    const target = await startTarget({ args: ['idle'] })
    try {
      const { captures, jobs } = serviceOf(target)
      expect(
        (await captures.start({ processKey: 'a', afterMinutes: 1 / 600, compareWith: '/x/before.nettrace' })).ok,
      ).toBe(true)
      await jobs.whenIdle()
      expect(jobs.list()).toMatchObject([
        { state: 'done', title: 'heap.nettrace', result: { facts: { compareWith: '/x/before.nettrace' } } },
      ])
    } finally {
      await target.dispose()
    }
  })

  it('of a stopped process are rejected', async () => {
    const target = await startTarget({ args: ['idle'] })
    try {
      for (const state of ['suspended', 'stopped', 'silent'] as const)
        expect(await serviceOf(target, state).captures.start({ processKey: 'a' })).toMatchObject({
          ok: false,
          error: { kind: 'invalid-request' },
        })
    } finally {
      await target.dispose()
    }
  })
})
