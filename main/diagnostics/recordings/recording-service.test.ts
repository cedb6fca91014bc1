import { describe, expect, it } from 'vitest'
import type { Keeping } from '../../../shared/model/recording.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { recordingBench } from './testing/recording-bench.ts'

const rolling: Keeping = { kind: 'roll', everyMs: 30_000, everyBytes: null, keepFiles: null }
const flight: Keeping = { kind: 'ring', lastMs: 30_000, maxBytes: null }

describe('the use cases of recording', () => {
  it('never stop and start sessions of .NET Core 3 repeatedly, nor of what may be .NET Core 3', async () => {
    const bench = await recordingBench()
    try {
      const refused = [
        ['3.1', rolling],
        [null, rolling],
        [null, flight],
      ] as const
      for (const [version, keeping] of refused) {
        const request = bench.request(bench.addRow(version), specOfPreset(presetById('time')!), { keeping })
        const error = { kind: 'unsupported', feature: `recording-${keeping.kind}` }
        expect(await bench.service.start(request)).toMatchObject({ ok: false, error })
      }
      expect(bench.jobs.list()).toEqual([])
    } finally {
      await bench.dispose()
    }
  })

  it('write only to the default folder and to folders that a person chose', async () => {
    const bench = await recordingBench()
    try {
      const key = bench.addRow('10.0.0')
      const request = bench.request(key, specOfPreset(presetById('gc')!), { folder: '/etc' })
      expect(await bench.service.start(request)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
      expect(
        await bench.service.place({ processKey: key, folder: null, nameTemplate: '../{process}', presetId: 'gc' }),
      ).toMatchObject({
        ok: true,
        value: { fileName: 'Pipescope.Sample.nettrace', folder: expect.stringContaining('recordings') as string },
      })
    } finally {
      await bench.dispose()
    }
  })

  it('say when the process or its port is gone', async () => {
    const bench = await recordingBench()
    try {
      const spec = specOfPreset(presetById('gc')!)
      expect(await bench.service.probe({ processKey: 'nothing', spec })).toMatchObject({ error: { kind: 'not-found' } })
      const key = bench.addRow('10.0.0')
      const started = await bench.service.start(bench.request(key, spec))
      expect(started).toMatchObject({ ok: false })
      expect(bench.jobs.list()).toMatchObject([{ state: 'failed' }])
      expect((await bench.savedFiles.list()).files).toEqual([])
    } finally {
      await bench.dispose()
    }
  })
})
