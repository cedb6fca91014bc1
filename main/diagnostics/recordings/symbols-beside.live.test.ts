import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, type SampleTarget } from '../../../samples/start-target.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { TraceSummary } from '../../../shared/model/trace.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { symbolsPathOf } from '../../workers/recorder/symbols-file.ts'
import { TraceDocumentEngine } from '../../workers/trace/trace-document-engine.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'

/** A crash of ours leaves what is on the disk at that moment: it is copied away while the recording runs, and opened. */
describe.skipIf(!canBuildSamples())('symbols of a recording that is cut off', () => {
  let bench: RecordingBench
  let target: SampleTarget
  let key: ProcessKey
  beforeAll(async () => {
    bench = await recordingBench()
    target = await startTarget({ args: ['planted'] })
    key = bench.addTarget(target.pid, '10.0.0')
  })
  afterAll(async () => {
    await bench?.dispose()
    await target?.dispose()
  })

  it('lie beside it while it runs, name its frames, and go when it has its own', async () => {
    const id = await bench.start(bench.request(key, specOfPreset(presetById('time')!)))
    const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
    const file = () => path.join(folder, fs.readdirSync(folder).find((name) => /\d\.nettrace$/.test(name)) ?? '')
    await expect.poll(() => fs.existsSync(symbolsPathOf(file())), { timeout: 30_000 }).toBe(true)
    expect(fs.statSync(symbolsPathOf(file())).mode & 0o777).toBe(0o600)
    // A few more samples, with the same code in them.
    const sizeBytes = fs.statSync(file()).size
    await expect.poll(() => fs.statSync(file()).size, { timeout: 30_000 }).toBeGreaterThan(sizeBytes)
    const cut = path.join(bench.folder, 'cut.nettrace')
    fs.copyFileSync(file(), cut)
    const bare = await summaryOf(cut)
    expect(bare.isComplete).toBe(false)
    expect(bare.names.areBeside).toBe(false)
    expect(bare.names.namedFrameCount / bare.names.frameCount).toBeLessThan(0.5)
    fs.copyFileSync(symbolsPathOf(file()), symbolsPathOf(cut))
    const named = await summaryOf(cut)
    expect(named.names.areBeside).toBe(true)
    expect(named.names.namedFrameCount / named.names.frameCount).toBeGreaterThan(0.9)

    await bench.jobs.act(id, 'stop')
    expect(await bench.whenEnded(id)).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
    expect(fs.readdirSync(folder)).toHaveLength(1)
  })
})

async function summaryOf(file: string): Promise<TraceSummary> {
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const answer = await engine.answer({ name: 'summary', request: null })
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  return answer.value as TraceSummary
}
