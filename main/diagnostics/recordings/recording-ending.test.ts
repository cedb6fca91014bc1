import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { JobFile, JobResult } from '../../../shared/model/job.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { endByFiles, sizeOnDisk } from './recording-ending.ts'

let folder: string

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ending-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

function file(name: string, content: string | null): JobFile {
  const place = path.join(folder, name)
  if (content !== null) fs.writeFileSync(place, content)
  return { path: place, sizeBytes: 999, sha256: null, fileId: null }
}

async function ended(
  files: readonly JobFile[],
  error: Parameters<typeof endByFiles>[2] = null,
  reasons: string[] = [],
) {
  const job = new JobRegistry({ journal: null, now: () => 1 }).begin({ kind: 'recording', title: 'a' })
  const result: JobResult = { verdict: 'complete', reasons, files }
  await endByFiles(job, result, error, path.join(folder, 'wanted'))
  return job.job
}

describe('the end of a recording', () => {
  it('promises the files that are on the disk, with their real size', async () => {
    expect(await ended([file('a', 'four'), file('b', '')])).toMatchObject({
      state: 'done',
      result: { verdict: 'complete', reasons: [], files: [{ sizeBytes: 4 }, { sizeBytes: 0 }] },
    })
  })

  it('says that a file is gone, and keeps the others', async () => {
    const left = file('b', 'b')
    expect(await ended([file('a', null), left], null, ['target-ended'])).toMatchObject({
      state: 'done',
      result: { verdict: 'partial', reasons: ['target-ended', 'file-removed'], files: [{ path: left.path }] },
    })
  })

  it('is a failure without any file, by its own reason where it has one', async () => {
    expect(await ended([file('a', null)], null, ['file-removed'])).toMatchObject({
      state: 'failed',
      error: { kind: 'io', path: path.join(folder, 'wanted'), code: 'ENOENT' },
      result: { verdict: 'partial', reasons: ['file-removed'], files: [] },
    })
    // Of which there never was one, none was removed.
    expect(await ended([], { kind: 'cancelled' })).toMatchObject({
      state: 'failed',
      error: { kind: 'cancelled' },
      result: { verdict: 'partial', reasons: [] },
    })
  })

  it('is a failure with files when the recording itself failed', async () => {
    expect(await ended([file('a', 'a')], { kind: 'cancelled' })).toMatchObject({
      state: 'failed',
      result: { verdict: 'complete', reasons: [], files: [{ sizeBytes: 1 }] },
    })
  })

  it('ignores a folder in place of a file', async () => {
    fs.mkdirSync(path.join(folder, 'sub'))
    expect(await sizeOnDisk(path.join(folder, 'sub'))).toBeNull()
  })
})
