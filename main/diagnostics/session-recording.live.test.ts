import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
  type SampleVariant,
} from '../../samples/start-target.ts'
import type { CollectRequest } from '../protocol/collect-request.ts'
import { StreamBoundaries } from '../workers/recorder/recorder-boundaries.ts'
import { bundleWorker } from '../workers/testing/bundle-worker.ts'
import { SessionRegistry } from './session-registry.ts'
import { startRecording, type RecordingHandle } from './session-recording.ts'
import { endpointOf } from './testing/endpoint-of.ts'

const sampling: CollectRequest = {
  bufferMB: 64,
  providers: [
    { name: 'Microsoft-DotNETCore-SampleProfiler', keywords: 0xf000_0000_0000n, level: 5, arguments: null },
    { name: 'Microsoft-Windows-DotNETRuntime', keywords: 0x18n, level: 5, arguments: null },
  ],
  rundown: 'default',
  stacks: true,
}
const versions: Readonly<Record<SampleVariant, string>> = {
  net10: '10.0.0',
  net9: '9.0.22',
  net8: '8.0.33',
  net31: '3.1.3',
  aot10: '10.0.12',
  aot9: '9.0.22',
  aot8: '8.0.33',
} as Readonly<Record<SampleVariant, string>>

let folder: string
let recorderPath: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  recorderPath = await bundleWorker('recorder', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A small file system that can be filled up; null where one cannot be mounted. */
function tryMountSmallDisk(sizeBytes: number): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const where = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-disk-'))
  let isMounted = true
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${sizeBytes}`, 'tmpfs', where], { stdio: 'ignore' })
  } catch {
    // No permission to mount in this container.
    isMounted = false
    fs.rmdirSync(where)
  }
  return isMounted ? where : null
}

const variants = canBuildSamples() ? wantedVariants().filter((variant) => tryBuild(variant) !== null) : []

describe.each(variants)('a recording of %s', (variant) => {
  const registry = new SessionRegistry({ journalPath: null })

  async function record(target: SampleTarget, file: string): Promise<RecordingHandle> {
    const started = await startRecording(registry, {
      endpoint: endpointOf(target.pid),
      request: sampling,
      runtimeVersion: versions[variant] ?? null,
      path: file,
      recorderPath,
    })
    if (!started.ok) throw new Error(JSON.stringify(started.error))
    await expect.poll(() => started.value.progress().writtenBytes).toBeGreaterThan(20_000)
    return started.value
  }

  it('is complete after its stop, and partial without its rundown or after a kill', async () => {
    const target = await startTarget({ variant, args: ['busy'] })
    try {
      const whole = await (await record(target, path.join(folder, `${variant}-whole.nettrace`))).stop()
      expect(whole).toMatchObject({ reason: 'stopped', isComplete: true, discardedBytes: 0 })
      expect(whole.lastWholeBlockOffset).toBe(whole.sizeBytes)

      const short = await (await record(target, path.join(folder, `${variant}-short.nettrace`))).stopWithoutRundown()
      // A small rundown may be over before the stream is closed; .NET Core 3 is not treated to a stream that closes early.
      const reasons = variant === 'net31' ? ['stopped'] : ['stopped', 'stopped-without-rundown']
      expect(reasons).toContain(short.reason)
      expect(short.lastWholeBlockOffset).toBeGreaterThan(5000)

      const killed = await record(target, path.join(folder, `${variant}-killed.nettrace`))
      target.child.kill('SIGKILL')
      const part = await killed.whenEnded
      expect(part).toMatchObject({ reason: 'target-ended', isComplete: false })
      const boundaries = new StreamBoundaries()
      boundaries.push(fs.readFileSync(part.path).subarray(0, part.lastWholeBlockOffset))
      expect(boundaries.lastWholeBlockOffset).toBe(part.lastWholeBlockOffset)
    } finally {
      await target.dispose()
    }
  })

  const disk = variant === 'net10' ? tryMountSmallDisk(65_536) : null
  describe.each(disk === null ? [] : [disk])('on a disk of 64 kB', (where) => {
    afterAll(() => {
      execFileSync('umount', [where])
      fs.rmdirSync(where)
    })

    it('keeps what fits, says so, and leaves the target free', async () => {
      const target = await startTarget({ variant, args: ['busy'] })
      try {
        const recording = await record(target, path.join(where, 'a.nettrace'))
        const end = await recording.whenEnded
        expect(end).toMatchObject({ reason: 'disk-full', errorCode: 'ENOSPC', isComplete: false })
        expect(end.sizeBytes).toBe(fs.statSync(end.path).size)
        expect(end.sizeBytes + end.discardedBytes).toBe(end.receivedBytes)
        // Nobody leaves a stream unread that the target would have to wait for at its end.
        target.send('exit 3')
        expect((await target.whenEnded).exitCode).toBe(3)
      } finally {
        await target.dispose()
      }
    })
  })
})
