import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, type SampleTarget } from '../../../samples/start-target.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { Keeping } from '../../../shared/model/recording.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'

/** Somebody else of the machine removes what is being recorded: it ends at once, says so, and promises no file that is not there. */
describe.skipIf(!canBuildSamples())('a recording whose file is taken away', () => {
  let bench: RecordingBench
  let target: SampleTarget
  let key: ProcessKey
  const spec = specOfPreset(presetById('time')!)
  const fileRemoved = { state: 'failed', error: { kind: 'io' }, result: { files: [], reasons: ['file-removed'] } }

  beforeAll(async () => {
    bench = await recordingBench()
    target = await startTarget({ args: ['planted'] })
    key = bench.addTarget(target.pid, '10.0.0')
  })
  afterAll(async () => {
    await bench?.dispose()
    await target?.dispose()
  })

  const folder = () => path.join(bench.folder, 'recordings', 'Pipescope.Sample')
  async function begin(keeping: Keeping): Promise<string> {
    const id = await bench.start(bench.request(key, spec, { keeping }))
    await expect.poll(() => fs.readdirSync(folder()).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await expect.poll(() => bench.jobOf(id).bytes ?? 0, { timeout: 20_000 }).toBeGreaterThan(0)
    return id
  }
  const removeFolder = () => fs.rmSync(folder(), { recursive: true, force: true })

  it.each<[string, Keeping]>([
    ['one file', { kind: 'whole' }],
    ['the last seconds', { kind: 'ring', lastMs: 10_000 }],
    ['rolling files', { kind: 'roll', everyMs: 60_000, everyBytes: null, keepFiles: null }],
  ])('ends at once without a person: %s', async (_name, keeping) => {
    const id = await begin(keeping)
    removeFolder()
    expect(await bench.whenEnded(id)).toMatchObject(fileRemoved)
    expect((await bench.shelf.list()).files).toEqual([])
  })

  it('also when it was stopped before anybody could notice', async () => {
    const id = await begin({ kind: 'ring', lastMs: 10_000 })
    removeFolder()
    await bench.jobs.act(id, 'stop')
    expect(await bench.whenEnded(id)).toMatchObject(fileRemoved)
  })

  it('keeps the files of a rolling recording that are still there', async () => {
    const id = await begin({ kind: 'roll', everyMs: 1500, everyBytes: null, keepFiles: null })
    await expect.poll(() => bench.jobOf(id).count ?? 0, { timeout: 60_000 }).toBeGreaterThan(0)
    const [first, ...others] = fs.readdirSync(folder()).sort()
    for (const other of others) fs.rmSync(path.join(folder(), other))
    const ended = await bench.whenEnded(id)
    expect(ended.result?.reasons).toContain('file-removed')
    expect(ended.result?.files.map((file) => path.basename(file.path))).toContain(first)
    for (const file of ended.result?.files ?? []) expect(file.sizeBytes).toBe(fs.statSync(file.path).size)
  })
})
