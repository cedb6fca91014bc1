import fs from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
} from '../../samples/start-target.ts'
import type { CollectRequest } from '../protocol/collect-request.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { processEnvironment, processInfo } from './client.ts'
import { openSession, openUserEventsSession } from './session.ts'
import type { Session, SessionEnd } from './session-model.ts'
import { endpointOf } from './testing/endpoint-of.ts'

const counters: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }],
  rundown: 'none',
  stacks: false,
}

/** Without a timer of counters: a stop that meets one can lock the runtime up, which is why the product never stops so soon (decision 0050). */
const collections: CollectRequest = {
  ...counters,
  providers: [{ name: 'Microsoft-Windows-DotNETRuntime', keywords: 1n, level: 4, arguments: null }],
}

interface Recorded {
  readonly chunks: Buffer[]
  readonly ends: SessionEnd[]
}

async function open(endpoint: Endpoint, request: CollectRequest = counters): Promise<Recorded & { session: Session }> {
  const recorded: Recorded = { chunks: [], ends: [] }
  const opened = await openSession(
    endpoint,
    request,
    {
      onChunk: (bytes) => void recorded.chunks.push(Buffer.from(bytes)),
      onEnd: (end) => void recorded.ends.push(end),
    },
    { runtimeVersion: null },
  )
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return { ...recorded, session: opened.value }
}

const variants = canBuildSamples() ? wantedVariants().filter((variant) => tryBuild(variant) !== null) : []

describe.each(variants)('a session of a real runtime: %s', (variant) => {
  let target: SampleTarget
  let endpoint: Endpoint

  beforeAll(async () => {
    target = await startTarget({ variant, args: ['counters', 'busy'] })
    endpoint = endpointOf(target.pid)
  })
  afterAll(async () => {
    await target.dispose()
  })

  it('starts with the nettrace magic, stops once and is read to its end marker', async () => {
    const { session, chunks, ends } = await open(endpoint)
    const hasCounters = (): boolean => Buffer.concat(chunks).includes(Buffer.from('EventCounters', 'utf16le'))
    await expect.poll(hasCounters).toBe(true)
    const [first, second] = await Promise.all([session.stop(), session.stop()])
    expect(first).toEqual(second)
    expect(first).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    const bytes = Buffer.concat(chunks)
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('Nettrace')
    expect(bytes.at(-1)).toBe(1)
    expect(ends).toEqual([{ reason: 'stopped', receivedBytes: bytes.length }])
    expect(session.state).toBe('ended')
  })

  it('stops and drains a session whose opener gave up waiting, 70 times', async () => {
    for (let index = 0; index < 70; index++) {
      const abort = new AbortController()
      const opening = openSession(
        endpoint,
        collections,
        { onChunk: () => undefined, onEnd: () => undefined },
        { runtimeVersion: null, signal: abort.signal },
      )
      setTimeout(() => abort.abort(), index % 3)
      const opened = await opening
      if (opened.ok) await opened.value.stop()
    }
    await expect
      .poll(async () => {
        const { session } = await open(endpoint, collections)
        return (await session.stop()).ok
      })
      .toBe(true)
  })

  it('reports that the target exited', async () => {
    const short = await startTarget({ variant, args: ['idle'] })
    const { session, ends } = await open(endpointOf(short.pid))
    short.send('exit 3')
    expect(await session.whenEnded).toMatchObject({ reason: 'target-ended' })
    await short.whenEnded
    expect(ends).toHaveLength(1)
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'target-ended' } })
  })

  const withCommands = variant === 'net31' ? [] : [variant]
  it.each(withCommands)('answers the Process commands: %s', async () => {
    const answer = await processInfo(endpoint, { commandLineBytes: 1000 })
    expect(answer).toMatchObject({ ok: true, value: { version: 3, info: { targetPid: target.pid } } })
    const environment = await processEnvironment(endpoint)
    if (!environment.ok) throw new Error(environment.error.kind)
    expect(environment.value.find(({ name }) => name === 'PATH')?.value).toBe(process.env['PATH'])
  })

  const withoutCommands = variant === 'net31' ? [variant] : []
  it.each(withoutCommands)('is known as too old for the Process commands: %s', async () => {
    expect(await processInfo(endpoint, { commandLineBytes: 1000 })).toEqual({ ok: true, value: null })
    expect(await processEnvironment(endpoint)).toMatchObject({
      ok: false,
      error: { kind: 'runtime-error', name: 'UNKNOWN_COMMAND' },
    })
  })

  const withTracepoints = variant === 'net10' && process.platform === 'linux' ? [variant] : []
  it.each(withTracepoints)('answers a request with a descriptor at once, also when it cannot use it: %s', async () => {
    // A file that is no user_events_data: the runtime refuses it, which proves that it had not to wait for it.
    const descriptor = fs.openSync('/dev/null', 'r+')
    try {
      const provider = { name: 'System.Runtime', keywords: 0n, level: 4, arguments: null }
      const facts = { runtimeVersion: '10.0.0', flavour: 'coreclr', isSuspended: false, commandLineBytes: 500 } as const
      const opened = await openUserEventsSession(
        { endpoint, facts },
        { providers: [{ ...provider, defaultTracepoint: 'pipescope_test', tracepoints: [] }], rundownKeywords: 0n },
        descriptor,
        { runtimeVersion: '10.0.0' },
      )
      expect(opened).toMatchObject({ ok: false })
      expect((await processInfo(endpoint, { commandLineBytes: 500 })).ok).toBe(true)
    } finally {
      fs.closeSync(descriptor)
    }
  })

  it('leaves no slot behind: 64 sessions can be opened after 140 that came and went', async () => {
    for (let round = 0; round < 70; round++) {
      const { session } = await open(endpoint, collections)
      expect(await session.stop()).toMatchObject({ ok: true })
    }
    const all: Session[] = []
    for (let index = 0; index < 64; index++) all.push((await open(endpoint, collections)).session)
    const refused = await openSession(
      endpoint,
      collections,
      { onChunk: () => undefined, onEnd: () => undefined },
      { runtimeVersion: null },
    )
    expect(refused).toEqual({ ok: false, error: { kind: 'session-limit', limit: 64, owner: 'target' } })
    // They end with their process at once; stopped, each takes a tick of its stream, one after the other.
    await target.dispose()
    for (const { reason } of await Promise.all(all.map((session) => session.whenEnded)))
      expect(reason).toBe('target-ended')
  })
})
