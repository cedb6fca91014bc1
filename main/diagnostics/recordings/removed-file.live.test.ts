import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples } from '../../../samples/start-target.ts'
import type { Keeping } from '../../../shared/model/recording.ts'
import { plantedRecording, type PlantedRecording } from './testing/planted-recording.ts'

/** Somebody else of the machine removes what is being recorded: it ends at once, says so, and promises no file that is not there. */
describe.skipIf(!canBuildSamples())('a recording whose file is taken away', () => {
  let planted: PlantedRecording
  const fileRemoved = { state: 'failed', error: { kind: 'io' }, result: { files: [], reasons: ['file-removed'] } }

  beforeAll(async () => {
    planted = await plantedRecording()
  })
  afterAll(() => planted?.dispose())

  async function begin(keeping: Keeping): Promise<string> {
    const { bench, folder } = planted
    const id = await planted.start({ keeping })
    await expect.poll(() => fs.readdirSync(folder).length).toBeGreaterThan(0)
    await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThan(0)
    return id
  }
  const removeFolder = () => fs.rmSync(planted.folder, { recursive: true, force: true })

  it.each<[string, Keeping]>([
    ['one file', { kind: 'whole' }],
    ['the last seconds', { kind: 'ring', lastMs: 10_000, maxBytes: null }],
    ['rolling files', { kind: 'roll', everyMs: 60_000, everyBytes: null, keepFiles: null }],
  ])('ends at once without a person: %s', async (_name, keeping) => {
    const { bench } = planted
    const id = await begin(keeping)
    removeFolder()
    expect(await bench.whenEnded(id)).toMatchObject(fileRemoved)
    expect((await bench.savedFiles.list()).files).toEqual([])
  })

  it('also when it was stopped before anybody could notice', async () => {
    const { bench } = planted
    const id = await begin({ kind: 'ring', lastMs: 10_000, maxBytes: null })
    removeFolder()
    await bench.jobs.act(id, 'stop')
    expect(await bench.whenEnded(id)).toMatchObject(fileRemoved)
  })

  it('keeps the files of a rolling recording that are still there', async () => {
    const { bench, folder } = planted
    const id = await begin({ kind: 'roll', everyMs: 1500, everyBytes: null, keepFiles: null })
    await expect.poll(() => bench.jobOf(id).count ?? 0).toBeGreaterThan(0)
    const [first, ...others] = fs.readdirSync(folder).sort()
    for (const other of others) fs.rmSync(path.join(folder, other))
    const ended = await bench.whenEnded(id)
    expect(ended.result?.reasons).toContain('file-removed')
    expect(ended.result?.files.map((file) => path.basename(file.path))).toContain(first)
    for (const file of ended.result?.files ?? []) expect(file.sizeBytes).toBe(fs.statSync(file.path).size)
  })
})
