import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canBuildSamples } from '../../../../samples/start-target.ts'
import { ok } from '../../../../shared/base/result.ts'
import type { Job } from '../../../../shared/model/job.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { pause } from '../../../os/pause.ts'
import { makeBusyboxFolder, whyNoBusybox } from '../../../machines/testing/busybox.ts'
import { farIds, whyNoSshServer } from '../../../machines/testing/ssh-server.ts'
import { SlowProxy } from '../../../machines/testing/slow-proxy.ts'
import { JobRegistry } from '../../jobs/job-registry.ts'
import { knownProcess } from '../../known-target.ts'
import { MachineBench } from '../../machines/testing/machine-bench.ts'
import { openFarDumpList } from './far-dump-list.ts'
import { FarFetches } from './far-fetches.ts'
import { FarDumpService } from './far-dump-service.ts'

const missing = canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'
const isFull = process.env['PIPESCOPE_FULL'] !== undefined

const requestFor = (row: ProcessRow, file: string) => ({
  target: { kind: 'process', key: row.key } as const,
  path: file,
  type: 'mini' as const,
  crashReport: 'none' as const,
  mayOverwrite: false,
  logging: false,
})

describe.skipIf(missing !== null)(
  `a dump on another machine${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    let bench: MachineBench
    let proxy: SlowProxy
    let jobs: JobRegistry
    let dumps: FarDumpService
    const saved: { path: string; verdict: string; sha256?: string | null }[] = []
    const local = () => path.join(bench.folder, 'fetched')

    const open = async (settings: readonly string[] = []): Promise<void> => {
      bench = await MachineBench.start({ settings })
      proxy = await SlowProxy.start(bench.server.port)
      bench.server.writeClientConfig({ knowsHost: true, port: proxy.port })
      jobs = new JobRegistry({ journal: null, now: Date.now })
      saved.length = 0
      dumps = begin()
    }
    const close = async (): Promise<void> => {
      await bench.end()
      await proxy.stop()
    }
    beforeEach(() => open())
    afterEach(() => close())
    /** As each run does. */
    const begin = () =>
      new FarDumpService({
        targetOf: (ref) => knownProcess(ref.kind === 'process' ? ref.key : '', bench.processes),
        linkOf: (key) => bench.service.linkOf(key),
        jobs,
        fetches: new FarFetches({
          linkOf: (key) => bench.service.linkOf(key),
          jobs,
          now: Date.now,
          savedFiles: {
            add: (file) => {
              saved.push(file)
              return { ...file, id: 'file-1', tags: [], notes: '', sha256: file.sha256 ?? null }
            },
          },
        }),
        list: openFarDumpList(path.join(bench.folder, 'far-dumps.json'), Date.now),
        folderOf: () => ok(local()),
        now: Date.now,
      })

    async function end(id: string): Promise<Job> {
      await expect.poll(() => jobs.list().find((job) => job.id === id)?.state).not.toBe('running')
      const job = jobs.list().find((one) => one.id === id)
      if (job === undefined) throw new Error('no such job')
      return job
    }

    async function started(request: Parameters<FarDumpService['start']>[0]): Promise<string> {
      const answer = await dumps.start(request)
      if (!answer.ok) throw new Error(JSON.stringify(answer.error))
      return answer.value.jobId
    }

    async function taken(row: ProcessRow): Promise<string> {
      const suggested = dumps.suggest({ target: { kind: 'process', key: row.key }, type: 'mini' })
      if (!suggested.ok) throw new Error(JSON.stringify(suggested.error))
      const jobId = await started(requestFor(row, `${suggested.value.folder}/${suggested.value.fileName}`))
      expect(await end(jobId)).toMatchObject({
        state: 'done',
        result: { verdict: 'complete', files: [] },
      })
      return jobId
    }

    function farOf(jobId: string) {
      const asked = dumps.result(jobId)
      if (!asked.ok || asked.value.far === null) throw new Error('nothing on the other machine')
      return { ...asked.value.far, result: asked.value.result }
    }

    async function isWrittenFetchedAndRemoved(): Promise<void> {
      const target = await bench.target({ args: ['idle'] })
      await bench.connect()
      const row = await bench.ready(target.pid)
      const checked = await dumps.check(requestFor(row, '/tmp/a.dmp'))
      expect(checked).toMatchObject({ ok: true, value: { blockers: [], machine: 'far' } })
      if (!checked.ok) return
      expect(checked.value.freeBytes).toBeGreaterThan(0)
      expect(checked.value.createdumpPath).toMatch(/\/createdump$/)
      expect(checked.value.estimates.full?.highBytes).toBeGreaterThan(1_000_000)

      const jobId = await taken(row)
      const far = farOf(jobId)
      const folder = path.dirname(far.path)
      expect(fs.statSync(folder)).toMatchObject({ uid: farIds().userId })
      expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
      expect(far.result).toMatchObject({ file: { format: 'elf-core', isComplete: true }, access: { mode: 0o600 } })
      expect(fs.statSync(far.path).size).toBe(far.sizeBytes)

      const fetching = await dumps.fetch(jobId)
      if (!fetching.ok) throw new Error(JSON.stringify(fetching.error))
      expect(await end(fetching.value.jobId)).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
      const { fetched } = farOf(jobId)
      expect(fetched?.check).toBe('sha256')
      expect(sha256(fetched?.path ?? '')).toBe(sha256(far.path))
      expect(saved).toMatchObject([{ verdict: 'complete', sha256: sha256(far.path) }])
      expect(fs.statSync(fetched?.path ?? '').mode & 0o777).toBe(0o600)

      // Another run of Pipescope knows of it, asks that machine whether it still is that file, and removes it.
      const machineId = bench.machine().id
      const { sizeBytes } = far
      await expect
        .poll(() => (dumps = begin()).left(machineId))
        .toMatchObject(ok([{ jobId, path: far.path, sizeBytes, isFetched: true }]))
      expect(dumps.madeBy(jobId)).toEqual({ machine: 'far', path: far.path, isFetched: true })
      expect(await dumps.remove(jobId)).toEqual(ok(null))
      expect(fs.existsSync(folder)).toBe(false)
      expect(fs.existsSync(fetched?.path ?? '')).toBe(true)
      expect([dumps.left(machineId), begin().left(machineId)]).toEqual([ok([]), ok([])])
    }

    it('is written and checked there, fetched with its checksum compared, and removed with its folder', () =>
      isWrittenFetchedAndRemoved())

    it.runIf(isFull && whyNoBusybox() === null)('comes from a machine with busybox alone as from others', async () => {
      const busybox = makeBusyboxFolder()
      await close()
      await open(busybox.settings)
      await isWrittenFetchedAndRemoved()
      busybox.remove()
    })

    it.runIf(isFull)(
      'is fetched on from where a broken link ended it, and what was changed there meanwhile is not removed',
      async () => {
        const target = await bench.target({ args: ['idle'] })
        await bench.connect()
        const jobId = await taken(await bench.ready(target.pid))
        const { path: farPath, sizeBytes } = farOf(jobId)
        proxy.slow(20, 1_000_000)
        const first = await dumps.fetch(jobId)
        if (!first.ok) throw new Error(JSON.stringify(first.error))
        await expect.poll(() => farOf(jobId).partBytes).toBeGreaterThan(300_000)
        proxy.cut()
        expect(await end(first.value.jobId)).toMatchObject({
          state: 'failed',
          error: { kind: 'link-lost', machine: 'far' },
        })
        const kept = farOf(jobId).partBytes
        expect(kept).toBeGreaterThan(300_000)
        expect(kept).toBeLessThan(sizeBytes ?? 0)

        proxy.slow(0, Infinity)
        await expect.poll(() => bench.machine().state).toBe('lost')
        const inFolder = () => fs.readdirSync(local()).filter((name) => name.endsWith('.partial'))
        expect(inFolder()).toHaveLength(1)
        // Pipescope has been restarted.
        await expect.poll(() => (dumps = begin()) && farOf(jobId).partBytes).toBe(kept)
        await bench.connect()
        await bench.ready(target.pid)
        const machineId = bench.machine().id
        expect(dumps.left(machineId)).toMatchObject(ok([{ jobId, partBytes: kept, fetchJobId: null }]))
        const second = await dumps.fetch(jobId)
        if (!second.ok) throw new Error(JSON.stringify(second.error))
        expect(await end(second.value.jobId)).toMatchObject({
          state: 'done',
          result: { verdict: 'complete', reasons: [] },
        })
        expect(sha256(farOf(jobId).fetched?.path ?? '')).toBe(sha256(farPath))
        expect([inFolder(), farOf(jobId).hasStartedOver]).toEqual([[], false])

        // The next run has another copy made, and somebody has changed the part it left.
        dumps = begin()
        proxy.slow(20, 1_000_000)
        const third = await dumps.fetch(jobId)
        if (!third.ok) throw new Error(JSON.stringify(third.error))
        await expect.poll(() => farOf(jobId).partBytes).toBeGreaterThan(300_000)
        await jobs.act(third.value.jobId, 'stop')
        expect(await end(third.value.jobId)).toMatchObject({ state: 'cancelled' })
        proxy.slow(2, 500_000_000)
        const [part = ''] = inFolder()
        fs.writeSync(fs.openSync(path.join(local(), part), 'r+'), 'not it', 1000)
        await expect.poll(() => (dumps = begin()) && farOf(jobId).partBytes).toBeGreaterThan(300_000)
        const fourth = await dumps.fetch(jobId)
        if (!fourth.ok) throw new Error(JSON.stringify(fourth.error))
        expect(await end(fourth.value.jobId)).toMatchObject({
          error: null,
          result: { verdict: 'complete', reasons: ['part-not-used'] },
        })
        expect([inFolder(), farOf(jobId).hasStartedOver]).toEqual([[], true])
        expect(sha256(farOf(jobId).fetched?.path ?? '')).toBe(sha256(farPath))

        fs.rmSync(farPath)
        fs.writeFileSync(farPath, 'of somebody else')
        fs.chownSync(farPath, farIds().userId, farIds().groupId)
        expect(await dumps.remove(jobId)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
        expect(fs.readFileSync(farPath, 'utf8')).toBe('of somebody else')
        fs.rmSync(path.dirname(farPath), { recursive: true })
      },
    )

    it.runIf(isFull)(
      'is fetched and removed after a reconnect when the link broke while it was being written',
      async () => {
        const target = await bench.target({ args: ['idle'] })
        await bench.connect()
        const row = await bench.ready(target.pid)
        const jobId = await started({ ...requestFor(row, '/tmp/broken.dmp'), type: 'full' })
        const writer = await stoppedWriter(target.pid)
        await expect
          .poll(() => jobs.list().find((job) => job.id === jobId)?.bytes ?? 0, { interval: 20 })
          .toBeGreaterThan(0)
        proxy.cut()
        expect(await end(jobId)).toMatchObject({ state: 'failed' })
        const { path: farPath, sizeBytes } = farOf(jobId)
        expect(sizeBytes).toBeNull()
        expect(await dumps.remove(jobId)).toMatchObject({ ok: false, error: { kind: 'link-lost' } })

        process.kill(writer, 'SIGCONT')
        await expect.poll(() => bench.machine().state).toBe('lost')
        dumps = begin()
        await bench.connect()
        await bench.ready(target.pid)
        const fetching = await dumps.fetch(jobId)
        if (!fetching.ok) throw new Error(JSON.stringify(fetching.error))
        expect(farOf(jobId).sizeBytes).toBe(fs.statSync(farPath).size)
        expect(await end(fetching.value.jobId)).toMatchObject({ state: 'done' })
        expect(sha256(farOf(jobId).fetched?.path ?? '')).toBe(sha256(farPath))
        expect(await dumps.remove(jobId)).toEqual(ok(null))
        expect(fs.existsSync(path.dirname(farPath))).toBe(false)
      },
    )

    it.runIf(isFull)(
      'is offered after a reconnect when the link broke before anybody saw it, and its folder goes when it was never written',
      async () => {
        const target = await bench.target({ args: ['idle'] })
        await bench.connect()
        const row = await bench.ready(target.pid)
        const jobId = await started(requestFor(row, '/tmp/never.dmp'))
        // It has its request, or not: it will never answer it.
        process.kill(target.pid, 'SIGSTOP')
        proxy.cut()
        const job = await end(jobId)
        const { path: farPath, sizeBytes } = farOf(jobId)
        expect([job.state, sizeBytes]).toEqual(['failed', null])
        fs.rmSync(farPath, { force: true })
        expect(fs.existsSync(path.dirname(farPath))).toBe(true)

        process.kill(target.pid, 'SIGKILL')
        await expect.poll(() => bench.machine().state).toBe('lost')
        await bench.connect()
        await expect.poll(() => bench.machine().state).toBe('connected')
        expect(await dumps.fetch(jobId)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
        expect(fs.existsSync(path.dirname(farPath))).toBe(false)
        expect(dumps.result(jobId)).toMatchObject({ ok: true, value: { far: null } })
      },
    )

    it.runIf(isFull)('is not written over another file, nor where its user may not write', async () => {
      const target = await bench.target({ args: ['idle'] })
      await bench.connect()
      const row = await bench.ready(target.pid)
      const there = path.join(bench.folder, 'there.dmp')
      fs.writeFileSync(there, 'x')
      const kinds = async (file: string) => {
        const checked = await dumps.check({ ...requestFor(row, file), mayOverwrite: true })
        return checked.ok ? checked.value.blockers.map(({ kind }) => kind) : checked.error
      }
      expect(await kinds(there)).toEqual(['folder-not-writable', 'file-exists'])
      expect(await kinds('/no-such-folder/a.dmp')).toEqual(['folder-missing'])
      expect(await kinds('a.dmp')).toEqual(['path-not-absolute'])
      expect(await dumps.start(requestFor(row, there))).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
    })
  },
)

/** createdump, held once its file has begun. */
async function stoppedWriter(pid: number): Promise<number> {
  for (const endMs = performance.now() + 20_000; performance.now() < endMs;) {
    for (const task of fs.readdirSync(`/proc/${pid}/task`)) {
      const [child] = fs.readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ')
      const writer = Number(child)
      if (child === undefined || child === '' || !hasOpen(writer, '/broken.dmp')) continue
      process.kill(writer, 'SIGSTOP')
      return writer
    }
    // oxlint-disable-next-line no-await-in-loop -- until it has begun
    await pause(2)
  }
  throw new Error('no createdump')
}

function hasOpen(pid: number, ending: string): boolean {
  try {
    const names = fs.readdirSync(`/proc/${pid}/fd`)
    return names.some((name) => fs.readlinkSync(`/proc/${pid}/fd/${name}`).endsWith(ending))
  } catch {
    return false
  }
}

function sha256(file: string): string {
  return createHash('sha256').update(fs.readFileSync(file)).digest('hex')
}
