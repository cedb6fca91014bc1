import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { askOfficialStacks, tryBuildOfficialClient } from '../../../samples/run-official-client.ts'
import { socketOf } from '../../../samples/socket-of.ts'
import { canBuildSamples, startTarget, tryBuild } from '../../../samples/start-target.ts'
import type { SnapshotStacks } from '../../../shared/model/stack-snapshot.ts'
import { presetById, specOfPreset } from '../../../shared/recording/presets.ts'
import { processInfo } from '../client.ts'
import { endpointOf, recordingBench, type RecordingBench } from './testing/recording-bench.ts'

const isFull = process.env['PIPESCOPE_FULL'] === '1'
const versions = { net10: '10.0.0', net9: '9.0.0', net8: '8.0.0', net31: '3.1' } as const
type Variant = keyof typeof versions
const variants: readonly Variant[] = isFull ? ['net10', 'net9', 'net8'] : ['net10']
/** Several, because what this looks for happened to one process in ten (docs/decisions/0111). */
const youngCount = isFull ? 8 : 1
const modes = isFull ? ['busy', 'slowstart'] : ['busy']

let bench: RecordingBench
beforeAll(async () => {
  if (canBuildSamples()) bench = await recordingBench()
})
afterAll(() => bench?.dispose())

/** Its socket is there before its first line. */
async function startYoung(variant: Variant, mode: string) {
  const startTimeMs = Date.now()
  const target = await startTarget({ variant, args: [mode], waitsForReady: false })
  await expect.poll(() => socketOf(target.pid), { interval: 5 }).not.toBeNull()
  return { target, key: bench.addTarget(target.pid, versions[variant], { startTimeMs }) }
}

const isNamed = ({ groups }: SnapshotStacks): boolean =>
  groups.some(({ frames }) => frames.some(({ method }) => method.includes('Pipescope.Samples')))

describe.skipIf(!canBuildSamples()).each(variants)('a process in the first second of its life: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt).each(modes)(
    'gives a snapshot, and an estimate at the same time, and lives on: %s',
    async (mode) => {
      // One after the other: side by side they would be starting for longer than a process does.
      for (let count = 0; count < youngCount; count += 1) {
        const { target, key } = await startYoung(variant, mode)
        try {
          const [taken, probed] = await Promise.all([
            bench.service.stacks({ processKey: key }),
            bench.service.probe({ processKey: key, spec: specOfPreset(presetById('time')!) }),
          ])
          expect(taken).toMatchObject({ ok: true })
          expect(probed).toMatchObject({ ok: true, value: { lostCount: 0 } })
          const isReady = () => target.lines.some((line) => line.startsWith('ready '))
          await expect.poll(isReady).toBe(true)
          const later = await bench.service.stacks({ processKey: key })
          expect(later.ok && isNamed(later.value), 'names of its own').toBe(true)
          const answer = await processInfo(endpointOf(target.pid), { commandLineBytes: 400 })
          expect(answer.ok && answer.value?.info.targetPid).toBe(target.pid)
          expect([target.child.exitCode, target.child.signalCode]).toEqual([null, null])
        } finally {
          await target.dispose()
        }
      }
    },
    300_000,
  )
})

/** Without the parameters, whose spelling is each reader's own. */
const bare = (frame: string): string => frame.replace(/\(.*$/, '')

/** By thread, leaf first. */
function inLines(stacks: Iterable<readonly [number, readonly string[]]>): readonly string[] {
  return [...stacks].map(([thread, frames]) => `${String(thread)}: ${frames.map(bare).join(' < ')}`).toSorted()
}

/** All its threads wait, each at a place of its own, so two looks must see the same. */
const official = isFull ? tryBuildOfficialClient() : null
const compared =
  official === null ? [] : (Object.keys(versions) as Variant[]).map((variant) => [variant, official] as const)

describe.each(compared)('a process whose threads wait: %s', (variant, program) => {
  it('has the threads and frames that Microsoft’s client collects and its reader names', async () => {
    const target = await startTarget({ variant, args: ['parked'] })
    try {
      const key = bench.addTarget(target.pid, versions[variant])
      const taken = await bench.service.stacks({ processKey: key })
      if (!taken.ok) throw new Error(JSON.stringify(taken.error))
      const theirs = await askOfficialStacks(program, target.pid)
      const ours = taken.value.groups.flatMap(({ threadIds, frames }) =>
        threadIds.map((id) => [id, frames.map(({ method }) => method)] as const),
      )
      expect(inLines(ours)).toEqual(inLines(theirs.framesOf))
      expect(ours.length).toBeGreaterThanOrEqual(10)
      expect(taken.value.unnamedFrameCount).toBe(0)
    } finally {
      await target.dispose()
    }
  })
})
