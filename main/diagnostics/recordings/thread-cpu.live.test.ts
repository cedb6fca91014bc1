import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget } from '../../../samples/start-target.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { TraceTables } from '../../analysis/tables/trace-tables.ts'
import { TraceParts } from '../../analysis/trace/trace-parts.ts'
import { columnsOf } from '../../../shared/model/trace-tables.ts'
import { wholeTrace } from '../../../shared/model/trace-selection.ts'
import { readTrace } from '../../inspect/read-trace.ts'
import { oldMarksPathOf } from '../../workers/recorder/sidecar-file.ts'
import { readSystemCpu } from '../../workers/trace/system-cpu-file.ts'
import { readMarks } from './marks.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'
import { pause } from '../../os/pause.ts'

const time = presetById('time')!

describe.skipIf(!canBuildSamples() || process.platform !== 'linux')('CPU time of threads beside a recording', () => {
  let bench: RecordingBench
  beforeAll(async () => {
    bench = await recordingBench()
  })
  afterAll(() => bench?.dispose())

  it('is that of the thread that computes, and agrees with its running samples', async () => {
    const target = await startTarget({ args: ['planted'] })
    try {
      const key = bench.addTarget(target.pid, '10.0.0')
      const id = await bench.start(bench.request(key, specOfPreset(time)))
      bench.service.marks.add(id, 'here')
      await pause(4000)
      await bench.jobs.act(id, 'stop')
      const { path } = (await bench.whenEnded(id)).result!.files[0]!
      expect((await readMarks(path)).map(({ text }) => text)).toEqual(['here'])
      expect(fs.existsSync(oldMarksPathOf(path))).toBe(false)
      const rows = threadsOf(path)
      const busiest = rows.toSorted((a, b) => (b.cpuMs ?? 0) - (a.cpuMs ?? 0))[0]!
      expect(busiest.cpuMs).toBeGreaterThan(500)
      expect(rows.toSorted((a, b) => (b.runningMs ?? 0) - (a.runningMs ?? 0))[0]!.thread).toBe(busiest.thread)
    } finally {
      await target.dispose()
    }
  })

  it('is kept of a process that is killed, and goes with a recording that is cancelled', async () => {
    const victim = await startTarget({ args: ['busy'] })
    const key = bench.addTarget(victim.pid, '10.0.0')
    const before = sidecars(bench.folder)
    const cancelled = await bench.start(bench.request(key, specOfPreset(time)))
    await expect.poll(() => sidecars(bench.folder).length).toBe(before.length + 1)
    await bench.jobs.act(cancelled, 'cancel')
    await bench.whenEnded(cancelled)
    await expect.poll(() => sidecars(bench.folder)).toEqual(before)
    const id = await bench.start(bench.request(key, specOfPreset(time)))
    await expect.poll(() => bench.jobOf(id).bytes ?? 0).toBeGreaterThan(20_000)
    await pause(1500)
    await victim.dispose()
    const job = await bench.whenEnded(id)
    expect(job.result).toMatchObject({ verdict: 'partial', reasons: ['target-ended'] })
    expect(readSystemCpu(job.result!.files[0]!.path)?.processMs).toBeGreaterThan(0)
  })
})

const sidecars = (folder: string): readonly string[] =>
  fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sidecar.jsonl'))

const columnAt = (id: string): number => columnsOf('threads').findIndex((column) => column.id === id)

function threadsOf(path: string) {
  const parts = new TraceParts()
  const read = readTrace(path, [parts.listener], false)
  if ('failure' in read) throw new Error(read.failure.message)
  parts.systemCpu = readSystemCpu(path)
  const tables = new TraceTables(parts, read.trace, () => new Uint8Array(0))
  const question = { table: 'threads' as const, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
  const [thread, running, cpu] = [columnAt('thread'), columnAt('running_ms'), columnAt('cpu_ms')]
  return tables.page(question, 0, 100).rows.map((row) => ({
    thread: row[thread],
    runningMs: row[running] as number | null,
    cpuMs: row[cpu] as number | null,
  }))
}
