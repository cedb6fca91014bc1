import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild } from '../../../samples/start-target.ts'
import { specOf } from '../../../shared/recording/presets.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { recordingBench } from './testing/recording-bench.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-disk-'))
const mount = (): boolean => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder]).status === 0
const unmount = (): boolean => spawnSync('umount', [folder]).status === 0

/** Whether this user may make a small disk of its own. */
const canMount = process.platform === 'linux' && process.getuid?.() === 0 && mount() && unmount()
const isPossible = canMount && canBuildSamples() && tryBuild('net10') !== null

describe.each(isPossible ? [[folder]] : [])('a recording whose disk is full', () => {
  beforeAll(() => {
    mount()
  })
  afterAll(() => {
    unmount()
    fs.rmdirSync(folder)
  })

  it('is saved as partial up to its last complete block, and the process keeps running', async () => {
    const bench = await recordingBench()
    const target = await startTarget({ args: ['flood', '--flood-threads=2'] })
    try {
      const key = bench.addTarget(target.pid, '10.0.0')
      bench.presets.addFolder(folder)
      const spec = specOf([provider('Pipescope-Sample-Flood', 0xffff_ffff_ffff_ffffn, 5)])
      const id = await bench.start(bench.request(key, spec, { folder }))
      const job = await bench.whenEnded(id)
      expect(job.state).toBe('done')
      expect(job.result?.verdict).toBe('partial')
      // The room that is kept free may be reached before the disk is: then the names do not fit any more.
      expect(['disk-full', 'write-failed']).toContain(job.result?.reasons[0])
      expect(Number(job.result?.facts?.['eventCount'])).toBeGreaterThan(1000)
      expect(job.result?.files[0]?.sizeBytes).toBe(fs.statSync(job.result!.files[0]!.path).size)
      expect(target.child.exitCode).toBeNull()
    } finally {
      await bench.dispose()
      await target.dispose()
    }
  })
})
