import { socketOf } from '../../../samples/socket-of.ts'
import { afterEach, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  type SampleTarget,
  startTarget,
  tryBuild,
  wantedVariants,
} from '../../../samples/start-target.ts'
import { asPid } from '../../../shared/model/ids.ts'
import { openSession } from '../../diagnostics/session.ts'
import type { Session } from '../../diagnostics/session-model.ts'
import { EngineHarness } from '../testing/engine-harness.ts'

/** What the metrics provider says when several clients listen to one process: events 15 and 17 of real runtimes. */
const cleanUps: (() => Promise<unknown> | void)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function listen(target: SampleTarget, sessionId: string, clientId: string, refresh: number) {
  const harness = new EngineHarness(1000)
  cleanUps.push(() => harness.engine.dispose())
  harness.begin({ role: 'meters', meterSessionId: sessionId, clientId })
  const socketPath = socketOf(target.pid)!
  const metrics = target.facts.meters!.join(',')
  const settings = `SessionId=${sessionId};Metrics="${metrics}";RefreshInterval=${refresh};MaxTimeSeries=900;MaxHistograms=30;ClientId=${clientId}`
  const opened = await openSession(
    { transport: 'unix', path: socketPath, pid: asPid(target.pid) },
    {
      bufferMB: 16,
      providers: [{ name: 'System.Diagnostics.Metrics', keywords: 2n, level: 4, arguments: settings }],
      rundown: 'none',
      stacks: false,
    },
    {
      onChunk: (bytes) => harness.engine.receive({ kind: 'chunk', sessionIndex: 0, bytes }),
      onEnd: () => undefined,
    },
    { runtimeVersion: null },
  )
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  const session: Session = opened.value
  cleanUps.push(() => session.stop())
  return harness
}

const variants = wantedVariants().filter((variant) => variant !== 'net31')

describe.skipIf(!canBuildSamples()).each(variants)('two clients of the metrics provider: %s', (variant) => {
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  it.skipIf(!isBuilt)(
    'a session under another id is named to both, and its values are not taken for ours',
    async () => {
      const target = await startTarget({ variant, args: ['meters'] })
      cleanUps.push(() => target.dispose())
      const first = await listen(target, 'first-id', 'one', 0.5)
      await expect.poll(() => first.samples.length).toBeGreaterThan(0)
      const second = await listen(target, 'second-id', 'two', 0.5)
      await expect
        .poll(() => second.notices)
        .toContainEqual({
          what: 'meter-session-running',
          sessionIndex: 0,
          runningSessionId: 'first-id',
          isOwn: false,
        })
      // Two collections more, which both are sent.
      const seenMs = Math.max(...first.samples.map(({ atMs }) => atMs))
      await expect.poll(() => Math.max(...first.samples.map(({ atMs }) => atMs))).toBeGreaterThan(seenMs + 700)
      expect(second.samples).toEqual([])
      expect(first.notices.filter((notice) => notice.what === 'meter-session-running' && !notice.isOwn)).toEqual([])
      second.engine.receive({ kind: 'accept-meter-session', sessionIndex: 0, meterSessionId: 'first-id' })
      await expect.poll(() => second.samples.length).toBeGreaterThan(0)
    },
  )

  it.skipIf(!isBuilt)('a shared session with a different interval is reported with both settings', async () => {
    const target = await startTarget({ variant, args: ['meters'] })
    cleanUps.push(() => target.dispose())
    const first = await listen(target, 'SHARED', 'one', 0.5)
    await expect.poll(() => first.samples.length).toBeGreaterThan(0)
    const second = await listen(target, 'SHARED', 'two', 2)
    await expect
      .poll(() => second.notices)
      .toContainEqual({
        what: 'meter-settings-differ',
        sessionIndex: 0,
        isOwn: true,
        expectedMaxHistograms: 30,
        actualMaxHistograms: 30,
        expectedMaxTimeSeries: 900,
        actualMaxTimeSeries: 900,
        expectedRefreshIntervalSec: 0.5,
        actualRefreshIntervalSec: 2,
      })
  })
})
