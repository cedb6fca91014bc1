import { wholeTrace } from '../../../shared/model/trace/trace-selection.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild, type SampleTarget } from '../../../samples/start-target.ts'
import type { TraceCell, TraceTableName, TraceTablePage } from '../../../shared/model/trace/trace-tables.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { shownName } from '../../events/event-names.ts'
import { compileDecoder } from '../../events/payload/decode-payload.ts'
import { TraceDocumentEngine } from '../../workers/trace/trace-document-engine.ts'
import { readTraceFile } from '../../workers/trace/trace-file.ts'
import { recordingBench, type RecordingBench } from './testing/recording-bench.ts'

interface Found {
  /** Events by the name that Microsoft's tools print. */
  readonly counts: ReadonlyMap<string, number>
  /** Every text in a payload. */
  readonly texts: ReadonlySet<string>
}

/** What is in a file, read with the readers of the product. */
async function look(file: string): Promise<Found> {
  const counts = new Map<string, number>()
  const texts = new Set<string>()
  const read = await readTraceFile(file, {
    onEventType(type) {
      const decode = compileDecoder(type, 8)
      const name = shownName(type)
      return (bytes, view, start, end) => {
        counts.set(name, (counts.get(name) ?? 0) + 1)
        for (const { value } of decode(bytes, view, start, end).fields) if (typeof value === 'string') texts.add(value)
      }
    },
  })
  if (!read.ok) throw new Error(JSON.stringify(read.error))
  return { counts, texts }
}

/** Rows of a table of the file as its page shows them, by the worker's own engine. */
async function rowsOf(file: string, table: TraceTableName): Promise<readonly (readonly TraceCell[])[]> {
  const engine = new TraceDocumentEngine({ path: file }, () => undefined)
  const question = { table, selection: wholeTrace, sortBy: null, isDescending: false, search: '' }
  const outcome = await engine.answer({ name: 'table', request: { question, fromRow: 0, rowCount: 100 } })
  engine.close()
  if (!outcome.ok) throw new Error(JSON.stringify(outcome))
  return (outcome.value as TraceTablePage).rows
}

/** The same is asked in the window, one after the other, on every change (e2e/journeys/journey-presets.spec.ts). */
const isWanted = process.env['PIPESCOPE_FULL'] === '1' && canBuildSamples() && tryBuild('net10') !== null

describe.each(isWanted ? ['net10'] : [])('the presets, all at once, against a process with planted answers: %s', () => {
  let bench: RecordingBench
  let target: SampleTarget
  const found = new Map<string, Found>()
  const files = new Map<string, string>()
  const outcomes: (readonly [string, string])[] = []
  const wanted = ['start', 'allocations', 'gc', 'locks', 'exceptions', 'starvation'] as const

  beforeAll(async () => {
    bench = await recordingBench()
    target = await startTarget({ args: ['planted', 'gc', '--gc-ms=200'] })
    const key = bench.addTarget(target.pid, '10.0.0')
    // All at once: sessions do not disturb each other.
    const ids = await Promise.all(
      wanted.map((preset) => {
        const spec = specOfPreset(presetById(preset)!)
        const stop = { afterMs: 2500, atBytes: null, onEvent: null, onCounter: null }
        return bench.start({ ...bench.request(key, spec, { presetId: preset, nameTemplate: preset }), stop })
      }),
    )
    for (const [index, id] of ids.entries()) {
      const job = await bench.whenEnded(id)
      outcomes.push([wanted[index]!, job.result?.verdict ?? job.state])
      files.set(wanted[index]!, job.result!.files[0]!.path)
      found.set(wanted[index]!, await look(job.result!.files[0]!.path))
    }
  })
  afterAll(async () => {
    await bench?.dispose()
    await target?.dispose()
  })

  const countOf = (preset: string, name: RegExp): number =>
    [...(found.get(preset)?.counts ?? [])].reduce((sum, [event, count]) => sum + (name.test(event) ? count : 0), 0)

  it('record complete files, all at the same time', () => {
    expect(outcomes).toEqual(wanted.map((preset) => [preset, 'complete']))
  })

  it('find what allocates', () => {
    expect(found.get('allocations')?.texts).toContain('Pipescope.Samples.PlantedRecord')
    expect(countOf('allocations', /^GC\/AllocationTick/)).toBeGreaterThan(5)
  })

  it('find the exception that is thrown', () => {
    expect(found.get('exceptions')?.texts).toContain('Pipescope.Samples.PlantedException')
  })

  it('find the lock that is waited for', () => {
    expect(countOf('locks', /^Contention\/Start/)).toBeGreaterThan(0)
    expect([...(found.get('locks')?.texts ?? [])]).toContain('WaitForPlantedLock')
  })

  it('name the answer in the tables of the opened file', async () => {
    const first = async (preset: string, table: TraceTableName) => (await rowsOf(files.get(preset)!, table))[0]
    expect((await first('locks', 'lock-waiters'))?.[0]).toContain('Planted.WaitForPlantedLock')
    expect((await first('locks', 'locks'))?.[2]).toBeGreaterThan(0)
    // Each record is smaller than the array it holds.
    const types = (await rowsOf(files.get('allocations')!, 'allocated-types')).slice(0, 2)
    expect(types.map(([type]) => type)).toContain('Pipescope.Samples.PlantedRecord')
    // Innermost methods come first; the constructor may or may not be part of its caller.
    const methods = await rowsOf(files.get('allocations')!, 'allocating-methods')
    const allocator = methods.find(([method]) => String(method).includes('Planted.AllocateRecords'))
    expect(allocator?.[3]).toBeGreaterThan(0)
    expect((await first('exceptions', 'thrown'))?.slice(1, 4)).toEqual([
      'Pipescope.Samples.PlantedException',
      'planted on purpose',
      expect.stringContaining('Planted.ThrowPlanted'),
    ])
    expect(await first('starvation', 'blocking-waits')).toBeDefined()
  })

  it('find every collection', () => {
    expect(countOf('gc', /^GC\/Start/)).toBeGreaterThan(3)
    expect(countOf('gc', /^GC\/HeapStats/)).toBeGreaterThan(3)
  })

  it('find samples, waits and loaded methods', () => {
    expect(countOf('starvation', /WaitHandleWait/)).toBeGreaterThan(0)
    expect(countOf('start', /^Method\/DCEndVerbose|^Method\/.*Verbose/)).toBeGreaterThan(100)
  })
})
