import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget } from '../../../../samples/start-target.ts'
import { presetById, specOfPreset } from '../../../../shared/recording/presets.ts'
import { TraceTables } from '../../../analysis/tables/trace-tables.ts'
import { TraceParts } from '../../../analysis/trace/trace-parts.ts'
import { columnsOf } from '../../../../shared/model/trace/trace-tables.ts'
import { wholeTrace } from '../../../../shared/model/trace/trace-selection.ts'
import { readTrace } from '../../../inspect/read-trace.ts'
import { oldMarksPathOf } from '../../../workers/recorder/sidecar-file.ts'
import { readSystemCpu } from '../../../workers/trace/system-cpu-file.ts'
import { readMarks } from './marks.ts'
import { recordingBench, type RecordingBench } from '../testing/recording-bench.ts'

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
      await bench.service.marks.add(id, 'here')
      // By what it has used, not by the clock: on a busy machine it gets a tenth of a processor. Readings are a second apart.
      await hasComputed(target.pid, 3000)
      await bench.jobs.act(id, 'stop')
      const file = (await bench.whenEnded(id)).result!.files[0]!.path
      expect((await readMarks(file)).map(({ text }) => text)).toEqual(['here'])
      expect(fs.existsSync(oldMarksPathOf(file))).toBe(false)
      const rows = threadsOf(file)
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
    await expect.poll(() => sidecars(bench.folder).length).toBe(before.length + 1)
    const sidecar = path.join(
      bench.folder,
      sidecars(bench.folder).find((name) => !before.includes(name))!,
    )
    await expect.poll(() => readSystemCpu(sidecar.replace(/\.sidecar\.jsonl$/, ''))?.processMs ?? 0).toBeGreaterThan(0)
    await victim.dispose()
    const job = await bench.whenEnded(id)
    expect(job.result).toMatchObject({ verdict: 'partial', reasons: ['target-ended'] })
    expect(readSystemCpu(job.result!.files[0]!.path)?.processMs).toBeGreaterThan(0)
  })
})

/** The one thread that does nothing else. */
async function hasComputed(pid: number, ms: number): Promise<void> {
  const tasks = `/proc/${String(pid)}/task`
  const nameOf = (thread: string): string => fs.readFileSync(`${tasks}/${thread}/comm`, 'utf8')
  const hot = `${tasks}/${fs.readdirSync(tasks).find((thread) => nameOf(thread).startsWith('planted-hot')) ?? 'none'}`
  const fromMs = cpuMsOf(hot)
  // Beside six busy loops it took fifty seconds.
  await expect.poll(() => cpuMsOf(hot) - fromMs, { timeout: 200_000 }).toBeGreaterThan(ms)
}

/** The system counts hundredths of a second. */
function cpuMsOf(folder: string): number {
  const stat = fs.readFileSync(`${folder}/stat`, 'latin1')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) * 10
}

const sidecars = (folder: string): readonly string[] =>
  fs.readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sidecar.jsonl'))

const columnAt = (id: string): number => columnsOf('threads').findIndex((column) => column.id === id)

function threadsOf(file: string) {
  const parts = new TraceParts()
  const read = readTrace(file, [parts.listener], false)
  if ('failure' in read) throw new Error(read.failure.message)
  parts.systemCpu = readSystemCpu(file)
  const tables = new TraceTables(parts, read.trace, () => new Uint8Array(0))
  const question = { table: 'threads' as const, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
  const [thread, running, cpu] = [columnAt('thread'), columnAt('running_ms'), columnAt('cpu_ms')]
  return tables.page(question, 0, 100).rows.map((row) => ({
    thread: row[thread],
    runningMs: row[running] as number | null,
    cpuMs: row[cpu] as number | null,
  }))
}
