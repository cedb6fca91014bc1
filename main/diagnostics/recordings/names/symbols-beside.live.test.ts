import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples } from '../../../../samples/start-target.ts'
import { sidecarPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { plantedRecording, resolvedShareOf, summaryOf, type PlantedRecording } from '../testing/planted-recording.ts'

/** A crash of ours leaves what is on the disk at that moment: it is copied away while the recording runs, and opened. */
describe.skipIf(!canBuildSamples())('symbols of a recording that is cut off', () => {
  let planted: PlantedRecording
  beforeAll(async () => {
    planted = await plantedRecording()
  })
  afterAll(() => planted?.dispose())

  it('lie beside it while it runs, name its frames, and go when it has its own', async () => {
    const { bench, folder, file } = planted
    const id = await planted.start()
    await expect.poll(() => fs.existsSync(symbolsPathOf(file()))).toBe(true)
    expect(fs.statSync(symbolsPathOf(file())).mode & 0o777).toBe(0o600)
    // A few more samples, with the same code in them.
    const sizeBytes = fs.statSync(file()).size
    await expect.poll(() => fs.statSync(file()).size).toBeGreaterThan(sizeBytes)
    const cut = path.join(bench.folder, 'cut.nettrace')
    fs.copyFileSync(file(), cut)
    const bare = await summaryOf(cut)
    expect(bare.isComplete).toBe(false)
    expect(bare.names.areBeside).toBe(false)
    expect(resolvedShareOf(bare)).toBeLessThan(0.5)
    fs.copyFileSync(symbolsPathOf(file()), symbolsPathOf(cut))
    const named = await summaryOf(cut)
    expect(named.names.areBeside).toBe(true)
    expect(resolvedShareOf(named)).toBeGreaterThan(0.9)

    await bench.jobs.act(id, 'stop')
    expect(await bench.whenEnded(id)).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
    // Marks and CPU times stay.
    expect(fs.readdirSync(folder).toSorted()).toEqual([path.basename(file()), path.basename(sidecarPathOf(file()))])
  })
})
