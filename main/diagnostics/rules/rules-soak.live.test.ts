import fs from 'node:fs'
import { expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild } from '../../../samples/start-target.ts'
import { usualLimits } from '../../../shared/rules/rule.ts'
import { RuleBench } from './testing/rule-bench.ts'

/** The long run is a program (bench/rules-soak.ts); this one only looks that nothing is left behind by each firing. */
const isWanted = process.env['PIPESCOPE_FULL'] === '1' && canBuildSamples()

it.skipIf(!isWanted)('a rule collects a case', { timeout: 300_000 }, async () => {
  const bench = await RuleBench.create()
  const target = await startTarget({ args: ['throw', '--', bench.mark] })
  const id = bench.arm({ kind: 'exception', type: '*', message: '', count: 1, withinMs: 10_000 }, [
    { kind: 'case', checklist: 'hang' },
  ])
  await expect.poll(() => bench.fired(id)[0]?.outcome, { timeout: 200_000, interval: 500 }).toMatch(/done|failed/)
  const { actions } = bench.fired(id)[0]!
  expect(actions).toMatchObject([{ state: 'done', reason: null }])
  const [file] = actions[0]!.files
  expect(file!.path).toMatch(/\.zip$/)
  expect(fs.statSync(file!.path).size).toBe(file!.sizeBytes)
  await target.dispose()
  await bench.dispose()
})

it.skipIf(!isWanted)(
  'a rule that fires again and again on five processes leaves nothing behind',
  { timeout: 180_000 },
  async () => {
    expect(tryBuild('net10')).not.toBeNull()
    const bench = await RuleBench.create()
    const targets = await Promise.all(
      Array.from({ length: 5 }, () => startTarget({ args: ['throw', '--', bench.mark] })),
    )
    const id = bench.arm(
      [
        { kind: 'exception', type: 'System.*', message: '', count: 30, withinMs: 60_000 },
        { kind: 'gc-pause', longerThanMs: 60_000 },
      ],
      [{ kind: 'save-flight', lastMs: 10_000 }],
      { match: 'any', limits: { ...usualLimits, perHour: 100, perDay: 100, apartMs: 0, leastFreeBytes: 0 } },
    )
    const lived = () => ({
      sessions: bench.registry.sessionCount,
      recorders: bench.jobs.running().length,
      descriptors: fs.readdirSync('/proc/self/fd').length,
    })
    const doneCount = () => bench.fired(id).filter(({ outcome }) => outcome === 'done').length
    await expect.poll(doneCount, { timeout: 60_000, interval: 500 }).toBeGreaterThanOrEqual(10)
    const early = lived()
    await expect.poll(doneCount, { timeout: 90_000, interval: 500 }).toBeGreaterThanOrEqual(40)
    expect(bench.fired(id).filter(({ outcome }) => outcome === 'failed' || outcome === 'partial')).toEqual([])
    bench.rules.disarm(id)
    await bench.rules.whenIdle()
    expect(early).toMatchObject({ recorders: 5 })
    await expect.poll(() => bench.registry.isIdle, { timeout: 20_000 }).toBe(true)
    expect(lived().descriptors).toBeLessThanOrEqual(early.descriptors)
    await Promise.all(targets.map((target) => target.dispose()))
    await bench.dispose()
  },
)

it.skipIf(!isWanted)(
  'a rule’s flight recorder whose folder was removed begins again',
  { timeout: 180_000 },
  async () => {
    const bench = await RuleBench.create()
    const target = await startTarget({ args: ['gc', '--gc-ms=500', '--', bench.mark] })
    const id = bench.arm({ kind: 'exception', type: 'None', message: '', count: 1, withinMs: 10_000 }, [
      { kind: 'save-flight', lastMs: 10_000 },
    ])
    const flights = () => bench.jobs.list().filter(({ kind }) => kind === 'ring')
    const running = () => flights().filter(({ state }) => state === 'running')
    await expect.poll(() => running()[0]?.actions, { timeout: 60_000 }).toContain('save')
    const [first] = running()
    fs.rmSync(bench.folder, { recursive: true, force: true })
    fs.mkdirSync(bench.folder)
    await expect
      .poll(() => running()[0]?.id !== undefined && running()[0]?.id !== first!.id, { timeout: 90_000 })
      .toBe(true)
    expect(bench.entry(id).watched[0]?.problem).toBe(null)
    expect(flights().find(({ id: jobId }) => jobId === first!.id)?.state).not.toBe('running')
    await target.dispose()
    await bench.dispose()
  },
)
