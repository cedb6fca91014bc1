import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import zlib from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { SavedFiles } from '../files/saved-files.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { DumpCompressor } from './compress-dump.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'compress-dump-'))
// The shelf writes what it lists a moment later.
afterAll(() => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 20 }))

function setUp(name: string, content: Buffer) {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const savedFiles = new SavedFiles({
    path: path.join(folder, `${name}.json`),
    now: Date.now,
    trash: () => Promise.resolve(),
  })
  const { id } = savedFiles.add({
    kind: 'dump',
    path: file,
    sizeBytes: content.length,
    createdMs: 1,
    processName: 'shop',
    pid: 1,
    runtimeVersion: '10.0.0',
    origin: 'mini',
    verdict: 'complete',
    reasons: [],
    facts: {},
  })
  return { file, jobs, savedFiles, id, compressor: new DumpCompressor({ jobs, savedFiles, now: Date.now }) }
}

describe('a compressed copy of a dump', () => {
  it('decompresses to the same bytes, keeps the original, and is listed in Files', async () => {
    const content = Buffer.alloc(3_000_000, 'thread pool ')
    const { file, jobs, savedFiles, id, compressor } = setUp('a.dmp', content)
    const started = await compressor.start(id, 'gzip')
    expect(started.ok).toBe(true)
    await expect.poll(() => jobs.list()[0]?.state).toBe('done')
    expect(zlib.gunzipSync(fs.readFileSync(`${file}.gz`)).equals(content)).toBe(true)
    expect(fs.existsSync(file)).toBe(true)
    expect((await savedFiles.list()).files.map(({ path: at }) => path.basename(at))).toEqual(['a.dmp.gz', 'a.dmp'])
  })

  it('never overwrites another file, and leaves nothing behind when cancelled', async () => {
    const { file, jobs, id, compressor } = setUp('b.dmp', Buffer.alloc(40_000_000, 'x'))
    fs.writeFileSync(`${file}.gz`, 'mine')
    expect(await compressor.start(id, 'gzip')).toMatchObject({ ok: false, error: { kind: 'io', code: 'EEXIST' } })
    fs.rmSync(`${file}.gz`)
    const started = await compressor.start(id, 'gzip')
    if (!started.ok) throw new Error(started.error.kind)
    await jobs.act(started.value.jobId, 'cancel')
    await expect.poll(() => jobs.list()[0]?.state).toBe('cancelled')
    expect(fs.existsSync(`${file}.gz`)).toBe(false)
  })
})
