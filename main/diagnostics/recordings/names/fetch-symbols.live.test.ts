import fs from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { canBuildSamples } from '../../../../samples/start-target.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import type { RecordedProcess } from '../../../../shared/model/saved-file.ts'
import { symbolsPathOf } from '../../../workers/recorder/symbols-file.ts'
import { processInfo } from '../../client.ts'
import { SymbolFetcher } from './fetch-symbols.ts'
import { plantedRecording, resolvedShareOf, summaryOf, type PlantedRecording } from '../testing/planted-recording.ts'
import { endpointOf } from '../testing/recording-bench.ts'

/** A crash of ours leaves a file of bare addresses; its process goes on running, or does not. */
describe.skipIf(!canBuildSamples())('symbols of a recording that a crash cut off', () => {
  let planted: PlantedRecording
  let cut: string
  let recorded: RecordedProcess
  beforeAll(async () => {
    planted = await plantedRecording()
    const { bench, target, key, file } = planted
    const answered = await processInfo(endpointOf(target.pid), { commandLineBytes: 100 })
    if (!answered.ok || answered.value === null) throw new Error(JSON.stringify(answered))
    recorded = { key, cookie: answered.value.info.cookie }
    const id = await planted.start()
    await vi.waitUntil(() => (bench.jobOf(id).bytes ?? 0) > 200_000, { timeout: 60_000 })
    cut = path.join(bench.folder, 'cut.nettrace')
    fs.copyFileSync(file(), cut)
    await bench.jobs.act(id, 'cancel')
    await bench.whenEnded(id)
  })
  afterAll(() => planted?.dispose())

  /** As the list of processes has it. */
  function show(parts: Partial<ProcessRow> = {}): void {
    const startTimeMs = Date.now() - 60_000
    planted.bench.addTarget(planted.target.pid, '10.0.0', { cookie: recorded.cookie, startTimeMs, ...parts })
  }
  const fetch = (kept: RecordedProcess | null = recorded) => {
    const { bench } = planted
    const fetcher = new SymbolFetcher({
      directory: bench.directory,
      registry: bench.registry,
      runningJobs: () => bench.jobs.running(),
      recordedProcessOf: () => kept,
      appearsWithinMs: 0,
    })
    return fetcher.fetch(cut)
  }

  it.each<[string, Partial<ProcessRow>]>([
    ['another-process', { cookie: '00000000-0000-0000-0000-000000000001' }],
    ['runtime-too-old', { runtimeVersion: '3.1.32', cookie: null }],
    ['busy', { state: 'stopped' }],
    ['starting', { startTimeMs: null }],
  ])('are not fetched, and the process is left alone: %s', async (expected, parts) => {
    show(parts)
    expect(await fetch()).toBe(expected)
    expect(await fetch(null)).toBe('not-interrupted')
    expect(fs.existsSync(symbolsPathOf(cut))).toBe(false)
  })

  it('are fetched from the same process and resolve more than 90 % of the frames', async () => {
    show()
    const before = await summaryOf(cut)
    expect(before.isComplete).toBe(false)
    expect(resolvedShareOf(before)).toBeLessThan(0.5)
    expect(await fetch()).toBe('fetched')
    expect(fs.statSync(symbolsPathOf(cut)).mode & 0o777).toBe(0o600)
    const now = await summaryOf(cut)
    expect(now.names.areBeside).toBe(true)
    expect(resolvedShareOf(now)).toBeGreaterThan(0.9)
    expect(planted.bench.registry.isIdle).toBe(true)
  })

  it('are not fetched once the process has ended', async () => {
    show({ state: 'exited' })
    await planted.target.dispose()
    expect(await fetch()).toBe('process-ended')
  })
})
