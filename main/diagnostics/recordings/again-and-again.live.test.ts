import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
} from '../../../samples/start-target.ts'
import type { ProcessKey } from '../../../shared/model/ids.ts'
import { presetById, specOf, specOfPreset } from '../../../shared/recording/presets.ts'
import { provider } from '../../../shared/recording/provider-spec.ts'
import { expectAmongTop, hasDotnetTrace } from './testing/dotnet-trace.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'

const versions: Readonly<Record<string, string>> = { net8: '8.0.0', net9: '9.0.0', net10: '10.0.0' }

describe.skipIf(!canBuildSamples()).each(wantedVariants().filter((variant) => versions[variant] !== undefined))(
  'recording again and again: %s',
  (variant) => {
    let bench: RecordingBench
    let target: SampleTarget
    let key: ProcessKey
    const isBuilt = canBuildSamples() && tryBuild(variant) !== null
    const time = presetById('time')!

    beforeAll(async () => {
      if (!isBuilt) return
      bench = await recordingBench()
      target = await startTarget({ variant, args: ['planted'] })
      key = bench.addTarget(target.pid, versions[variant] ?? null, { startTimeMs: Date.now() })
    })
    afterAll(async () => {
      await bench?.dispose()
      await target?.dispose()
    })

    it.skipIf(!hasDotnetTrace)('has dotnet-trace to compare with', () => {
      expect(hasDotnetTrace).toBe(true)
    })

    it.skipIf(!isBuilt).each([['busy'], ['idle']])(
      'keeps the last seconds of a process that is %s, and saves them with symbols',
      async (mode) => {
        const other = await startTarget({ variant, args: [mode] })
        try {
          const otherKey = bench.addTarget(other.pid, versions[variant] ?? null)
          const keeping = { kind: 'ring', lastMs: 1000, maxBytes: null } as const
          const id = await bench.start(
            bench.request(otherKey, specOfPreset(time), { keeping, nameTemplate: `ring-${mode}` }),
          )
          const beganMs = Date.now()
          await expect.poll(() => Date.now() - beganMs).toBeGreaterThan(3500)
          await bench.jobs.act(id, 'save')
          const saved = async () =>
            (await bench.savedFiles.list()).files.filter((file) => path.basename(file.path).startsWith(`ring-${mode}`))
          await expect.poll(async () => (await saved()).length).toBe(1)
          expect(bench.jobOf(id).state).toBe('running')
          const [file] = await saved()
          expect(file).toMatchObject({ verdict: 'complete', isThere: true })
          expect(Number(file?.facts['methodCount'])).toBeGreaterThan(100)
          const spanMs = Number(file?.facts['spanMs'])
          expect(spanMs).toBeGreaterThan(500)
          // What was asked for, and not what lies in the pieces.
          expect(spanMs).toBeLessThan(2500)
          if (mode === 'busy') expectAmongTop(file!.path, 'Work.Compute')
          await bench.jobs.act(id, 'stop')
          const job = await bench.whenEnded(id)
          expect(job).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
          expect(job.result?.files).toHaveLength(2)
          const folder = path.dirname(job.result!.files[0]!.path)
          expect(fs.readdirSync(folder).filter((name) => name.startsWith('.flight'))).toEqual([])
        } finally {
          await other.dispose()
        }
      },
    )

    it.skipIf(!isBuilt)(
      'stopped without symbols keeps what arrived, and is partial unless everything was there already',
      async () => {
        const id = await bench.start(bench.request(key, specOfPreset(time)))
        await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThan(20_000)
        await bench.jobs.act(id, 'stop-without-names')
        const job = await bench.whenEnded(id)
        // The names of a small program come quicker than they can be cut off; then the file is whole, and is called so.
        expect(job.state).toBe('done')
        expect([
          ['partial', ['names-missing']],
          ['complete', []],
        ]).toContainEqual([job.result?.verdict, job.result?.reasons])
        expect(Number(job.result?.facts?.['eventCount'])).toBeGreaterThan(100)
      },
    )

    it.skipIf(!isBuilt)('stops by time, by size, by an event with a field, and by a counter', async () => {
      const counters = provider('System.Runtime', 0n, 4, { arguments: [['EventCounterIntervalSec', '1']] })
      const spec = specOf([counters], { rundown: 'none' })
      const stop = { afterMs: null, atBytes: null, onEvent: null, onCounter: null }
      const wanted = [
        ['time', { ...stop, afterMs: 700 }],
        ['size', { ...stop, atBytes: 5000 }],
        ['event', { ...stop, onEvent: { provider: 'system.runtime', event: 'EventCounters', fields: [] } }],
        [
          'counter',
          { ...stop, onCounter: { provider: 'System.Runtime', counter: 'working-set', direction: 'above', value: 1 } },
        ],
      ] as const
      // Side by side: sessions do not disturb each other.
      const ids = await Promise.all(
        wanted.map(([by, conditions]) =>
          bench.start({
            ...bench.request(key, spec, { nameTemplate: `until-${by}` }),
            stop: { ...conditions, onEvent: conditions.onEvent && { ...conditions.onEvent, fields: [] } },
          }),
        ),
      )
      const jobs = await Promise.all(ids.map((id) => bench.whenEnded(id)))
      expect(
        jobs.map(({ state, result }) => [result?.facts?.['stoppedBy'], state, result?.verdict]),
        'stopped by, state, verdict',
      ).toEqual(wanted.map(([by]) => [by, 'done', 'complete']))
    })

    it.skipIf(!isBuilt)('cancelled leaves no file', async () => {
      const id = await bench.start(bench.request(key, specOfPreset(time)))
      const [file] = fs.readdirSync(path.join(bench.folder, 'recordings', 'Pipescope.Sample')).slice(-1)
      await bench.jobs.act(id, 'cancel')
      const job = await bench.whenEnded(id)
      expect(job).toMatchObject({ state: 'cancelled', result: null })
      expect(fs.existsSync(path.join(bench.folder, 'recordings', 'Pipescope.Sample', job.title))).toBe(false)
      expect(file).toBeDefined()
    })

    it.skipIf(!isBuilt)('estimates the size before recording', async () => {
      const probed = await bench.service.probe({ processKey: key, spec: specOfPreset(time) })
      if (!probed.ok) throw new Error(JSON.stringify(probed.error))
      expect(probed.value.eventsPerSecond).toBeGreaterThan(100)
      expect(probed.value.bytesPerSecond).toBeGreaterThan(1000)
      expect(probed.value.providers[0]?.name).toBe('Microsoft-DotNETCore-SampleProfiler')
      expect(fs.readdirSync(path.join(bench.folder, 'short'))).toEqual([])
    })

    it.skipIf(!isBuilt)('takes a snapshot of all stacks, with names, threads of equal stacks together', async () => {
      const taken = await bench.service.stacks({ processKey: key })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      const { groups, threadCount } = taken.value
      expect(groups.reduce((sum, group) => sum + group.threadIds.length, 0)).toBe(threadCount)
      const leaves = groups.flatMap((group) => group.frames.map((frame) => frame.name))
      expect(leaves).toContain('Planted.RunHot')
      expect(groups.some((group) => group.state === 'running')).toBe(true)
    })

    // Last: a process that has just started is recorded with nothing beside, and its files overlap by less than two events.
    it.skipIf(!isBuilt)('rolls over into files without a gap, each complete and with symbols', async () => {
      const keeping = { kind: 'roll', everyMs: 1000, everyBytes: null, keepFiles: 2 } as const
      const id = await bench.start(bench.request(key, specOfPreset(time), { keeping, nameTemplate: 'roll_{n}' }))
      await expect.poll(() => bench.jobOf(id).count ?? 0).toBeGreaterThanOrEqual(2)
      await bench.jobs.act(id, 'stop')
      const job = await bench.whenEnded(id)
      expect(job).toMatchObject({ state: 'done', result: { verdict: 'complete' } })
      const files = [...(job.result?.files ?? [])].reverse()
      expect(files).toHaveLength(2)
      const savedFiles = (await bench.savedFiles.list()).files.filter((file) =>
        path.basename(file.path).startsWith('roll_'),
      )
      expect(savedFiles.map((file) => [file.isThere, file.verdict])).toEqual([
        [true, 'complete'],
        [true, 'complete'],
      ])
      const [older, newer] = files.map((file) => savedFiles.find(({ path: kept }) => kept === file.path)!)
      // Each file has its own start by the wall clock, in whole milliseconds.
      expect(Number(newer?.facts['firstMs'])).toBeLessThanOrEqual(Number(older?.facts['lastMs']) + 2)
      expect(Number(newer?.facts['methodCount'])).toBeGreaterThan(100)
      expect(fs.readdirSync(path.dirname(files[0]!.path)).filter((name) => name.startsWith('roll_'))).toHaveLength(2)
    })
  },
)
