import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild, type SampleTarget } from '../../../../samples/start-target.ts'
import type { ProcessKey } from '../../../../shared/model/ids.ts'
import { openSession } from '../../session.ts'
import type { Session } from '../../session-model.ts'
import { LiveHarness } from '../testing/live-harness.ts'
import { until } from '../testing/recording-sink.ts'
import { pause } from '../../../os/pause.ts'

let harness: LiveHarness
const targets: SampleTarget[] = []

async function start(...args: string[]): Promise<SampleTarget> {
  const target = await startTarget({ args })
  targets.push(target)
  return target
}

/** More than there are slots, so that one lost in each round is seen. */
const roundCount = process.env['PIPESCOPE_FULL'] === '1' ? 200 : 80
const isWanted = canBuildSamples() && tryBuild('net10') !== null

describe.each(isWanted ? ['net10'] : [])('live views of one process and its 64 slots: %s', () => {
  beforeAll(async () => {
    harness = await LiveHarness.create()
  })
  afterAll(async () => harness.dispose())
  afterEach(() => harness.endTargets(targets.splice(0)))

  it('disconnects from a stopped process and leaves no session in it', async () => {
    const target = await start('busy')
    const key = harness.list(target.pid)
    const liveId = await harness.open(key, 250)
    const sink = harness.watch(liveId)
    await until('live', () => sink.status?.phase === 'live' && harness.registry.sessionCount === 2)
    target.child.kill('SIGSTOP')
    await harness.close(liveId)
    target.child.kill('SIGCONT')
    await until('everything is given back', () => harness.registry.isIdle)
    const sessions = await openEmpty(key, 64)
    expect(sessions).toHaveLength(64)
    await endWith(target, sessions)
  })

  it('never takes the last of 64 slots from the tools beside it', async () => {
    const target = await start('idle')
    const key = harness.list(target.pid)
    const others = [...(await openEmpty(key, 62))]
    const small = await harness.open(key)
    const sink = harness.watch(small)
    // One fits beside the free one: the meters. The counters are refused, in words.
    await until('meters', () => sink.values.some(({ instrument }) => instrument.source === 'meter'))
    await until('the refusal', () => sink.status?.problems.some(({ kind }) => kind === 'session-refused') === true)
    others.push(...(await untilOpened(key)))
    await harness.close(small)
    await until('everything is given back', () => harness.registry.isIdle)

    const none = harness.watch(await harness.open(key))
    await until('refused', () => none.status?.phase === 'failed')
    expect(none.status?.problems).toEqual([{ kind: 'session-refused', limit: 64 }])
    others.push(...(await untilOpened(key)))
    expect(others).toHaveLength(64)
    await endWith(target, others)
  })

  it(`leaves 64 sessions free after ${String(roundCount)} opened and closed views`, async () => {
    const target = await start('idle')
    const key = harness.list(target.pid)
    for (let round = 0; round < roundCount; round++) {
      const liveId = await harness.open(key)
      // Some views close while their sessions are being opened, some after.
      if (round % 3 === 0) await pause(15)
      await harness.close(liveId)
    }
    expect(harness.registry.sessionCount).toBe(0)
    await until('everything is given back', () => harness.registry.isIdle)
    const sessions = await openEmpty(key, 64)
    const refused = harness.watch(await harness.open(key))
    await until('refused', () => refused.status?.phase === 'failed')
    expect(refused.status?.problems).toEqual([{ kind: 'session-refused', limit: 64 }])
    await endWith(target, sessions)
  })
})

const silent = { onChunk: () => undefined, onEnd: () => undefined }
const empty = {
  bufferMB: 1,
  providers: [{ name: 'Nobody-Here', keywords: 0n, level: 1, arguments: null }],
  rundown: 'none',
  stacks: true,
} as const

async function openEmpty(key: ProcessKey, count: number): Promise<readonly Session[]> {
  const sessions: Session[] = []
  for (let index = 0; index < count; index++) {
    const opened = await openSession(harness.directory.endpointOf(key)!, empty, silent, { runtimeVersion: null })
    if (!opened.ok) throw new Error(`session ${index}: ${JSON.stringify(opened.error)}`)
    sessions.push(opened.value)
  }
  return sessions
}

/** Sessions end with their process at once; stopped, each takes a tick of its stream, one after the other. */
async function endWith(target: SampleTarget, sessions: readonly Session[]): Promise<void> {
  await target.dispose()
  await Promise.all(sessions.map((session) => session.whenEnded))
}

/** One more of another tool, as soon as our spare one has been given back. */
async function untilOpened(key: ProcessKey): Promise<readonly Session[]> {
  const sessions: Session[] = []
  await expect
    .poll(async () => {
      const opened = await openSession(harness.directory.endpointOf(key)!, empty, silent, { runtimeVersion: null })
      if (opened.ok) sessions.push(opened.value)
      return opened.ok
    })
    .toBe(true)
  return sessions
}
