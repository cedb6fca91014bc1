import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
} from '../../../samples/start-target.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import type { RecordingStatus } from '../../../shared/model/recording.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { expectAmongTop, hasDotnetTrace } from './testing/dotnet-trace.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'

const versions: Readonly<Record<string, string | null>> = {
  net31: '3.1',
  net8: '8.0.0',
  net9: '9.0.0',
  net10: '10.0.0',
}

describe.skipIf(!canBuildSamples()).each(wantedVariants().filter((variant) => versions[variant] !== undefined))(
  'recording a real process: %s',
  (variant) => {
    let bench: RecordingBench
    let target: SampleTarget
    let key: ProcessKey
    const isBuilt = canBuildSamples() && tryBuild(variant) !== null

    beforeAll(async () => {
      if (!isBuilt) return
      bench = await recordingBench()
      target = await startTarget({ variant, args: ['planted'] })
      key = bench.addTarget(target.pid, versions[variant] ?? null)
    })
    afterAll(async () => {
      await bench?.dispose()
      await target?.dispose()
    })

    const time = presetById('time')!

    it.skipIf(!hasDotnetTrace)('has dotnet-trace to compare with', () => {
      expect(hasDotnetTrace).toBe(true)
    })

    it.skipIf(!isBuilt)(
      'writes a complete file with symbols, says so only after reading it back, and lists it under Files',
      async () => {
        const statuses: RecordingStatus[] = []
        const phases = new Set<string>()
        bench.jobs.subscribe((message) => message.kind === 'changed' && phases.add(message.job.phase))
        const id = await bench.start(bench.request(key, specOfPreset(time), { presetId: 'time' }))
        const attached = bench.service.attach(id, {
          post: (status) => void statuses.push(status as RecordingStatus),
          postFrame: () => false,
          credits: 1,
          onCredit: () => ({ dispose: () => undefined }),
        })
        // The picture while it records: the method that takes the time is named, by a side session.
        await expect
          .poll(() => statuses.at(-1)?.top?.functions[0]?.name)
          // .NET Core 3 is asked for no names while it records.
          .toMatch(variant === 'net31' ? /^0x/ : /^Planted\.HotMethod$/)
        if (attached.ok) attached.value.dispose()
        await bench.jobs.act(id, 'stop')
        const job = await bench.whenEnded(id)
        expect(job).toMatchObject({ state: 'done', result: { verdict: 'complete', reasons: [] } })
        expect(job.result?.facts).toMatchObject({ lostCount: 0, stoppedBy: 'person' })
        expect(Number(job.result?.facts?.['methodCount'])).toBeGreaterThan(100)
        const file = job.result!.files[0]!
        const bytes = fs.readFileSync(file.path)
        expect(bytes.length).toBe(file.sizeBytes)
        expect(bytes.at(-1)).toBe(1)
        expect([...phases]).toEqual(
          expect.arrayContaining(['recording', 'asking-to-stop', 'checking-file', 'finished']),
        )
        expect((await bench.savedFiles.list()).files[0]).toMatchObject({
          path: file.path,
          verdict: 'complete',
          isThere: true,
        })
        // Microsoft's own tool reads it and finds the same answer.
        expectAmongTop(file.path, 'Planted.HotMethod')
      },
    )

    it.skipIf(!isBuilt)('keeps what arrived when the process is killed, and says so', async () => {
      const victim = await startTarget({ variant, args: ['busy'] })
      const victimKey = bench.addTarget(victim.pid, versions[variant] ?? null)
      const id = await bench.start(bench.request(victimKey, specOfPreset(time)))
      await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThan(20_000)
      await victim.dispose()
      const job = await bench.whenEnded(id)
      expect(job).toMatchObject({
        state: 'done',
        result: { verdict: 'partial', reasons: ['target-ended'], facts: { stoppedBy: 'target-ended' } },
      })
    })
  },
)
