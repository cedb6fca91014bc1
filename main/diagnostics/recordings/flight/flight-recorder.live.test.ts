import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, type SampleVariant, tryBuild } from '../../../../samples/start-target.ts'
import type { JobFile } from '../../../../shared/model/job.ts'
import { presetById, specOfPreset } from '../../../../shared/recording/presets.ts'
import { dumpEvents, tryBuildOracle } from '../../../../samples/run-oracle.ts'
import { bundleWorker } from '../../../workers/testing/bundle-worker.ts'
import { expectAmongTop } from '../testing/dotnet-trace.ts'
import { resolvedShareOf, summaryOf } from '../testing/planted-recording.ts'
import { recordingBench, type RecordingBench } from '../testing/recording-bench.ts'
import { restoreFlight } from './restore-flight.ts'

const versions: Partial<Record<SampleVariant, string>> = {
  net10: '10.0.0',
  net9: '9.0.0',
  net8: '8.0.0',
  net31: '3.1.0',
}
const oracle = canBuildSamples() ? tryBuildOracle() : null
const lastMs = 3000
const time = specOfPreset(presetById('time')!)

describe.skipIf(!canBuildSamples())('a flight recorder', () => {
  let bench: RecordingBench
  beforeAll(async () => {
    bench = await recordingBench()
  })
  afterAll(() => bench?.dispose())

  async function begin(pid: number, variant: SampleVariant, maxBytes: number | null = null) {
    const key = bench.addTarget(pid, versions[variant] ?? null)
    const keeping = { kind: 'ring', lastMs, maxBytes } as const
    const id = await bench.start(bench.request(key, time, { keeping, nameTemplate: `${variant}-{pid}` }))
    return { id, key }
  }
  const heldMsOf = (id: string): number => {
    const statuses: { heldMs: number | null }[] = []
    const attached = bench.service.attach(id, {
      post: (status) => void statuses.push(status as { heldMs: number | null }),
      postFrame: () => false,
      credits: 1,
      onCredit: () => ({ dispose: () => undefined }),
    })
    if (attached.ok) attached.value.dispose()
    return statuses.at(-1)?.heldMs ?? 0
  }
  const files = async (pid: number) =>
    (await bench.savedFiles.list()).files.filter((file) => path.basename(file.path).includes(`-${pid}`))

  it.each((['net10', 'net9', 'net8', 'net31'] as const).filter((variant) => tryBuild(variant)))(
    'of %s saves twice within a second, and both files hold the whole stretch with names',
    async (variant) => {
      const target = await startTarget({ variant, args: ['planted'] })
      try {
        const { id } = await begin(target.pid, variant)
        await expect.poll(() => bench.jobOf(id).startedMs + lastMs + 1500 - Date.now()).toBeLessThan(0)
        await expect.poll(() => heldMsOf(id)).toBe(lastMs)
        expect(await bench.jobs.act(id, 'save')).toEqual({ ok: true, value: null })
        await expect.poll(async () => (await files(target.pid)).length).toBe(1)
        await expect.poll(() => bench.jobOf(id).actions).toContain('save')
        expect(await bench.jobs.act(id, 'save')).toEqual({ ok: true, value: null })
        await expect.poll(async () => (await files(target.pid)).length).toBe(2)
        expect(bench.jobOf(id).state).toBe('running')
        for (const file of await files(target.pid)) {
          expect(file).toMatchObject({ verdict: 'complete', reasons: [], facts: { lostCount: 0 } })
          const spanMs = Number(file.facts['spanMs'])
          // Between two sessions of .NET Core 3 nothing is recorded, on a busy machine for seconds; that is counted.
          const coveredMs = spanMs + Number(file.facts['gapMs'] ?? 0)
          expect([coveredMs > lastMs - 700, spanMs < lastMs + 1000, spanMs]).toEqual([true, true, spanMs])
          expect(resolvedShareOf(await summaryOf(file.path))).toBeGreaterThan(0.98)
          expectAmongTop(file.path, 'Planted.HotMethod')
        }
        await bench.jobs.act(id, 'stop')
        const job = await bench.whenEnded(id)
        expect(job).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
        expect(job.result?.files).toHaveLength(3)
        expect(leftovers(job.result!.files)).toEqual([])
      } finally {
        await target.dispose()
      }
    },
  )

  it.skipIf(oracle === null)(
    'writes files in which the TraceEvent library finds the same events, none lost',
    async () => {
      const target = await startTarget({ args: ['busy'] })
      try {
        const { id } = await begin(target.pid, 'net10')
        await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThan(50_000)
        expect(await bench.jobs.act(id, 'save')).toEqual({ ok: true, value: null })
        await expect.poll(async () => (await files(target.pid)).length).toBe(1)
        const [file] = await files(target.pid)
        const lines = (await dumpEvents(oracle!, file!.path)).split('\n').filter((line) => line !== '')
        const [, eventCount, lostCount] = lines.pop()!.split('\t')
        expect([Number(eventCount), Number(lostCount)]).toEqual([Number(file!.facts['eventCount']), 0])
        const times = lines.map((line) => BigInt(line.split('\t')[0]!))
        expect(times.every((ticks, index) => index === 0 || ticks >= times[index - 1]!)).toBe(true)
        await bench.jobs.act(id, 'cancel')
        await bench.whenEnded(id)
      } finally {
        await target.dispose()
      }
    },
  )

  it('keeps what it has when the process is killed, with the names that a look had brought', async () => {
    const target = await startTarget({ args: ['planted'] })
    const { id } = await begin(target.pid, 'net10')
    const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
    const hasNames = () => fs.readdirSync(folder).some((name) => /^\.flight.*symbols\.nettrace$/.test(name))
    await expect.poll(hasNames).toBe(true)
    await target.dispose()
    const job = await bench.whenEnded(id)
    expect(job).toMatchObject({ state: 'done', result: { verdict: 'partial', reasons: ['target-ended'] } })
    const [file] = job.result!.files
    expect(resolvedShareOf(await summaryOf(file!.path))).toBeGreaterThan(0.9)
    expect(leftovers(job.result!.files)).toEqual([])
  })

  it('whose own process was killed is restored from its folder', async () => {
    const target = await startTarget({ args: ['planted'] })
    try {
      const { id } = await begin(target.pid, 'net10')
      await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThan(50_000)
      const folder = path.join(bench.folder, 'recordings', 'Pipescope.Sample')
      const open = fs.readdirSync(folder).find((name) => name.startsWith('.flight') && !name.includes('symbols'))!
      // As a crash leaves it: copied while it is written.
      const copy = path.join(bench.folder, '.flight-crashed-1.nettrace')
      fs.cpSync(path.join(folder, open), copy, { recursive: true })
      const watchPath = await bundleWorker('recording-watch', bench.folder)
      const restored = await restoreFlight(watchPath, copy, 'Pipescope.Sample')
      expect(path.basename(restored ?? '')).toBe('Pipescope.Sample_restored.nettrace')
      expect((await summaryOf(restored!)).eventCount).toBeGreaterThan(500)
      expect(fs.existsSync(copy)).toBe(false)
      expect(await restoreFlight(watchPath, bench.folder, 'x')).toBe(null)
      await bench.jobs.act(id, 'cancel')
      expect(await bench.whenEnded(id)).toMatchObject({ state: 'cancelled' })
    } finally {
      await target.dispose()
    }
  })

  it('is refused beside eight others', async () => {
    const targets = await Promise.all([startTarget({ args: ['idle'] }), startTarget({ args: ['idle'] })])
    try {
      const begun = await Promise.all(
        Array.from({ length: 8 }, (_, index) => begin(targets[index % 2]!.pid, 'net10', (index + 8) * 2 ** 20)),
      )
      const request = bench.request(begun[0]!.key, time, { keeping: { kind: 'ring', lastMs, maxBytes: null } })
      expect(await bench.service.start(request)).toEqual({ ok: false, error: { kind: 'recorder-limit', limit: 8 } })
      for (const { id } of begun) await bench.jobs.act(id, 'cancel')
      for (const { id } of begun) await bench.whenEnded(id)
    } finally {
      for (const target of targets) await target.dispose()
    }
  })
})

/** Hidden files and folders beside what was saved. */
function leftovers(saved: readonly JobFile[]): readonly string[] {
  return fs.readdirSync(path.dirname(saved[0]!.path)).filter((name) => name.startsWith('.'))
}
