import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  wantedVariants,
  type SampleTarget,
} from '../../samples/start-target.ts'
import { asPid } from '../../shared/model/ids.ts'
import type { CollectRequest } from '../protocol/collect-request.ts'
import type { Endpoint } from '../transport/endpoint.ts'
import { processEnvironment, processInfo } from './client.ts'
import { openSession, type Session, type SessionEnd } from './session.ts'

/** Finds the default endpoint by name, independently of the product's discovery. */
function endpointOf(pid: number): Endpoint {
  const folder = os.tmpdir()
  const name = fs.readdirSync(folder).find((entry) => entry.startsWith(`dotnet-diagnostic-${pid}-`))
  if (name === undefined) throw new Error(`no socket of ${pid}`)
  return { transport: 'unix', path: path.join(folder, name), pid: asPid(pid) }
}

const counters: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }],
  rundown: 'none',
  stacks: false,
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

describe.skipIf(!canBuildSamples()).each(wantedVariants())('a session of a real runtime: %s', (variant) => {
  let target: SampleTarget
  let endpoint: Endpoint
  const isBuilt = canBuildSamples() && tryBuild(variant) !== null

  beforeAll(async () => {
    if (!isBuilt) return
    target = await startTarget({ variant, args: ['counters', 'busy'] })
    endpoint = endpointOf(target.pid)
  })
  afterAll(async () => {
    await target?.dispose()
  })

  it.skipIf(!isBuilt)('starts with the nettrace magic, stops once and is read to its end marker', async () => {
    const { session, chunks, ends } = await open(endpoint)
    await new Promise((resolve) => setTimeout(resolve, 1500))
    const [first, second] = await Promise.all([session.stop(), session.stop()])
    expect(first).toEqual(second)
    expect(first).toMatchObject({ ok: true, value: { reason: 'stopped' } })
    const bytes = Buffer.concat(chunks)
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('Nettrace')
    expect(bytes.at(-1)).toBe(1)
    expect(ends).toEqual([{ reason: 'stopped', receivedBytes: bytes.length }])
    expect(session.state).toBe('ended')
    expect(bytes.includes(Buffer.from('EventCounters', 'utf16le'))).toBe(true)
  })

  it.skipIf(!isBuilt)('leaves no slot behind: 64 sessions can be opened after 70 opened and stopped', async () => {
    for (let round = 0; round < 70; round++) {
      const { session } = await open(endpoint)
      expect(await session.stop()).toMatchObject({ ok: true })
    }
    const all: Session[] = []
    for (let index = 0; index < 64; index++) all.push((await open(endpoint)).session)
    const refused = await openSession(
      endpoint,
      counters,
      { onChunk: () => undefined, onEnd: () => undefined },
      { runtimeVersion: null },
    )
    expect(refused).toEqual({ ok: false, error: { kind: 'session-limit', limit: 64, owner: 'target' } })
    for (const stopped of await Promise.all(all.map((session) => session.stop()))) expect(stopped.ok).toBe(true)
  })

  it.skipIf(!isBuilt)('stops and drains a session whose opener gave up waiting', async () => {
    for (let index = 0; index < 70; index++) {
      const abort = new AbortController()
      const opening = openSession(
        endpoint,
        counters,
        { onChunk: () => undefined, onEnd: () => undefined },
        { runtimeVersion: null, signal: abort.signal },
      )
      setTimeout(() => abort.abort(), index % 3)
      const opened = await opening
      if (opened.ok) await opened.value.stop()
    }
    await expect
      .poll(async () => {
        const { session } = await open(endpoint)
        return (await session.stop()).ok
      })
      .toBe(true)
  })

  it.skipIf(!isBuilt)('tells that the target ended', async () => {
    const short = await startTarget({ variant, args: ['idle'] })
    const { session, ends } = await open(endpointOf(short.pid))
    short.send('exit 3')
    expect(await session.whenEnded).toMatchObject({ reason: 'target-ended' })
    await short.whenEnded
    expect(ends).toHaveLength(1)
    expect(await session.stop()).toMatchObject({ ok: true, value: { reason: 'target-ended' } })
  })

  it.skipIf(!isBuilt || variant === 'net31')('answers the Process commands', async () => {
    const answer = await processInfo(endpoint)
    expect(answer).toMatchObject({ ok: true, value: { version: 3, info: { targetPid: target.pid } } })
    const environment = await processEnvironment(endpoint)
    if (!environment.ok) throw new Error(environment.error.kind)
    expect(environment.value.find(({ name }) => name === 'PATH')?.value).toBe(process.env['PATH'])
  })

  it.runIf(isBuilt && variant === 'net31')('is known as too old for the Process commands', async () => {
    expect(await processInfo(endpoint)).toEqual({ ok: true, value: null })
    expect(await processEnvironment(endpoint)).toMatchObject({
      ok: false,
      error: { kind: 'runtime-error', name: 'UNKNOWN_COMMAND' },
    })
  })
})
