import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { AppError } from '../../../shared/base/errors.ts'
import { ok, type Result } from '../../../shared/base/result.ts'
import { asPid } from '../../../shared/model/ids.ts'
import type { Request } from '../../../shared/contract/index.ts'
import { readTargetView } from '../../os/target-view.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import type { KnownTarget } from '../known-target.ts'
import { DumpService, dumpFileName } from './dump-service.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dump-service-'))
let server: net.Server | null = null
afterEach(() => server?.close())
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const header = (command: number, payload: Buffer): Buffer => {
  const bytes = Buffer.alloc(20)
  bytes.write('DOTNET_IPC_V1\0', 'latin1')
  bytes.writeUInt16LE(20 + payload.length, 14)
  bytes[16] = 0xff
  bytes[17] = command
  return Buffer.concat([bytes, payload])
}

/** Answers the first request as `answer` says; `path` is what the request asked for. */
async function runtime(answer: (path: string, reply: (bytes: Buffer) => void) => void): Promise<string> {
  const socketPath = path.join(folder, `s${fs.readdirSync(folder).length}`)
  server = net.createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (request: Buffer) => {
      const length = request.readUInt32LE(20)
      answer(request.toString('utf16le', 24, 24 + (length - 1) * 2), (bytes) => socket.end(bytes))
    })
  })
  await new Promise<void>((resolve) => server?.listen(socketPath, resolve))
  return socketPath
}

function serviceFor(
  socketPath: string,
  more: Partial<KnownTarget> = {},
): { service: DumpService; jobs: JobRegistry; shelved: string[] } {
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const shelved: string[] = []
  const target: KnownTarget = {
    endpoint: { transport: 'unix', path: socketPath, pid: asPid(process.pid) },
    facts: { runtimeVersion: '10.0.1', flavour: 'coreclr', isSuspended: false, commandLineBytes: 100 },
    name: 'Shop.Web',
    operatingSystem: 'Linux',
    architecture: 'x64',
    isStopped: false,
    isSameUser: true,
    userName: 'anna',
    jobTarget: { pid: process.pid, name: 'Shop.Web', processKey: null },
    // Ours, which has no runtime: a single-file program as far as can be seen, so the dump is a full one.
    view: () => readTargetView(process.pid),
    ...more,
  }
  const targetOf = (): Result<KnownTarget, AppError> => ok(target)
  const savedFiles = {
    forgetPath: (file: string) => void shelved.push(`forgotten ${file}`),
    add: (file: { path: string; verdict: string }) => {
      shelved.push(`${file.verdict} ${file.path}`)
      return { id: 'file-1' } as ReturnType<ConstructorParameters<typeof DumpService>[0]['savedFiles']['add']>
    },
  }
  return {
    service: new DumpService({ targetOf, jobs, savedFiles, userName: () => 'anna', now: Date.now }),
    jobs,
    shelved,
  }
}

const request = (file: string): Request<'dumps.start'> => ({
  target: { kind: 'process', key: '1:1' },
  path: file,
  type: 'full',
  crashReport: 'none',
  mayOverwrite: false,
  logging: false,
})

/** An ELF core with one segment that ends at `size`, of which `written` bytes are there. */
function writeCore(file: string, size: number, written = size): void {
  const bytes = Buffer.alloc(size)
  bytes.write('\x7fELF', 'latin1')
  bytes.set([2, 1, 1], 4)
  bytes.writeUInt16LE(4, 16)
  bytes.writeBigUInt64LE(64n, 32)
  bytes.writeUInt16LE(56, 54)
  bytes.writeUInt16LE(1, 56)
  bytes.writeBigUInt64LE(200n, 72)
  bytes.writeBigUInt64LE(BigInt(size - 200), 96)
  fs.writeFileSync(file, bytes.subarray(0, written))
}

async function ended(service: DumpService, jobs: JobRegistry, jobId: string) {
  await expect.poll(() => jobs.list()[0]?.state).not.toBe('running')
  const kept = service.result(jobId)
  if (!kept.ok) throw new Error(kept.error.kind)
  return { ...kept.value, job: jobs.list()[0] }
}

describe.skipIf(process.platform !== 'linux')('a dump as a job', () => {
  it('ends with a verified file listed in Files', async () => {
    const file = path.join(folder, 'good.dmp')
    const { service, jobs, shelved } = serviceFor(
      await runtime((asked, reply) => {
        expect(asked).toBe(file)
        writeCore(file, 5000)
        reply(header(0, Buffer.alloc(4)))
      }),
    )
    const started = await service.start(request(file))
    if (!started.ok) throw new Error(JSON.stringify(started.error))
    expect(jobs.list()[0]).toMatchObject({ kind: 'dump', phase: 'taking-dump', actions: ['stop-waiting'] })
    const { result, job } = await ended(service, jobs, started.value.jobId)
    expect(result).toMatchObject({ verdict: 'complete', commandVersion: 3, file: { format: 'elf-core' } })
    expect(job?.result).toMatchObject({
      verdict: 'complete',
      files: [{ path: file, fileId: 'file-1', sizeBytes: 5000 }],
    })
    expect(shelved).toEqual([`complete ${file}`])
    // A second one of the same name is refused before anything is sent.
    expect(await service.start(request(file))).toEqual({
      ok: false,
      error: { kind: 'refused-harmful', operation: 'dump', reason: 'file-exists' },
    })
  })

  // On this system `//tmp/a` is /tmp/a.
  it('does not look at a share of another machine when it is checked, only once somebody was asked', async () => {
    const { service } = serviceFor(path.join(folder, 'nobody'))
    const share = path.join(folder, 'share.dmp')
    fs.writeFileSync(share, 'x')
    expect(await service.check(request(`/${share}`))).toMatchObject({
      ok: true,
      value: { visiblePath: null, freeBytes: null, blockers: [], warnings: [{ kind: 'cannot-look' }] },
    })
    expect(await service.start(request(`/${share}`))).toMatchObject({ ok: false, error: { reason: 'file-exists' } })
  })

  it('reports what the runtime doesn’t: a truncated file, or none', async () => {
    const file = path.join(folder, 'cut.dmp')
    const cut = serviceFor(
      await runtime((_asked, reply) => {
        writeCore(file, 5000, 3000)
        reply(header(0, Buffer.alloc(4)))
      }),
    )
    const started = await cut.service.start(request(file))
    if (!started.ok) throw new Error(started.error.kind)
    const { result, job } = await ended(cut.service, cut.jobs, started.value.jobId)
    expect(result).toMatchObject({ verdict: 'partial', visiblePath: `${file}.partial` })
    expect(job?.result).toMatchObject({ verdict: 'partial', reasons: ['dump-partial'] })

    const none = serviceFor(await runtime((_asked, reply) => reply(header(0, Buffer.alloc(4)))))
    const second = await none.service.start(request(path.join(folder, 'none.dmp')))
    if (!second.ok) throw new Error(second.error.kind)
    const missing = await ended(none.service, none.jobs, second.value.jobId)
    expect(missing.result).toMatchObject({ verdict: 'missing', file: null })
    expect(none.shelved).toEqual([])
  })

  it('is accessible only to its owner, even while it is written, and says so', async () => {
    const file = path.join(folder, 'open.dmp')
    const { service, jobs } = serviceFor(
      await runtime((_asked, reply) => {
        fs.writeFileSync(file, 'begun', { mode: 0o644 })
        const look = setInterval(() => {
          if ((fs.statSync(file).mode & 0o777) !== 0o600) return
          clearInterval(look)
          writeCore(file, 5000)
          reply(header(0, Buffer.alloc(4)))
        }, 10)
      }),
    )
    const started = await service.start(request(file))
    if (!started.ok) throw new Error(started.error.kind)
    const { result } = await ended(service, jobs, started.value.jobId)
    expect(result).toMatchObject({
      verdict: 'complete',
      access: { mode: 0o600, ownerId: process.geteuid?.(), ownerName: 'anna', change: 'restricted', code: null },
    })
  })

  it('that is cut leaves a file that can be removed, and only that one', async () => {
    const file = path.join(folder, 'part.dmp')
    const { service, jobs, shelved } = serviceFor(
      await runtime((_asked, reply) => {
        writeCore(file, 5000, 3000)
        reply(header(0, Buffer.alloc(4)))
      }),
    )
    const started = await service.start(request(file))
    if (!started.ok) throw new Error(started.error.kind)
    const { jobId } = started.value
    const { partialFile } = await ended(service, jobs, jobId)
    expect(partialFile).toBe(`${file}.partial`)
    fs.renameSync(`${file}.partial`, `${file}.moved`)
    fs.writeFileSync(`${file}.partial`, 'of somebody else')
    expect(service.removePartial(jobId)).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    fs.renameSync(`${file}.moved`, `${file}.partial`)
    expect(service.removePartial(jobId)).toEqual({ ok: true, value: null })
    expect(fs.existsSync(`${file}.partial`)).toBe(false)
    expect(shelved.at(-1)).toBe(`forgotten ${file}.partial`)
    expect(service.result(jobId)).toMatchObject({ value: { partialFile: null } })
    expect(service.removePartial(jobId)).toMatchObject({ ok: false })
  })

  it('that fails over somebody else’s file leaves nothing to be removed', async () => {
    const file = path.join(folder, 'theirs.dmp')
    fs.writeFileSync(file, 'before')
    const refusal = Buffer.alloc(8)
    refusal.writeUInt32LE(0x80004005, 0)
    const { service, jobs } = serviceFor(await runtime((_asked, reply) => reply(header(0xff, refusal))))
    const started = await service.start({ ...request(file), mayOverwrite: true })
    if (!started.ok) throw new Error(started.error.kind)
    const { partialFile, failure } = await ended(service, jobs, started.value.jobId)
    expect(partialFile).toBeNull()
    // Theirs was moved aside and put back: no part of a dump was left behind.
    expect(failure?.leftFile).toBeNull()
    expect(fs.readFileSync(file, 'utf8')).toBe('before')
  })

  it('asks the system whether the process is stopped: the row in the list may be out of date', async () => {
    const socketPath = await runtime(() => undefined)
    const { service } = serviceFor(socketPath, { isStopped: true })
    const checked = await service.check(request(path.join(folder, 'a.dmp')))
    expect(checked.ok && checked.value.blockers).toEqual([])
  })

  it('fails with createdump’s message', async () => {
    const text = '[createdump] No space left on device (28)\n[createdump] Failure took 408ms\n\0'
    const payload = Buffer.alloc(8 + text.length * 2)
    payload.writeUInt32LE(0x80004005, 0)
    payload.writeUInt32LE(text.length, 4)
    payload.write(text, 8, 'utf16le')
    const { service, jobs } = serviceFor(await runtime((_asked, reply) => reply(header(0xff, payload))))
    const started = await service.start(request(path.join(folder, 'failed.dmp')))
    if (!started.ok) throw new Error(started.error.kind)
    const { failure, job } = await ended(service, jobs, started.value.jobId)
    expect(failure).toMatchObject({
      messages: ['[createdump] No space left on device (28)', '[createdump] Failure took 408ms'],
      isTargetGone: false,
      isSocketLost: false,
    })
    expect(job).toMatchObject({ state: 'failed', error: { kind: 'runtime-error', name: 'E_FAIL' } })
  })
})

describe('the name of a dump', () => {
  it('says what it is in characters that every shell accepts', async () => {
    const atMs = Date.UTC(2026, 10, 21, 10, 44, 55)
    expect(dumpFileName({ name: 'Shop.Web API', host: 'WEB03.local', pid: 4121, type: 'heap', atMs })).toBe(
      'shop.web-api_web03.local_4121_20261121T104455Z_dump_heap.dmp',
    )
    expect(dumpFileName({ name: '日本', host: '', pid: 1, type: 'mini', atMs })).toMatch(/^process_host_1_/)
  })
})
