import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FaultRule } from '../../demo/scripted-runtime/faults.ts'
import type { ScriptedRuntime } from '../../demo/scripted-runtime/scripted-runtime.ts'
import { testRow } from './testing/fake-directory.ts'
import { LiveHarness } from './testing/live-harness.ts'
import { until } from './testing/recording-sink.ts'
import { startScripted } from './testing/scripted-target.ts'

let harness: LiveHarness
let folder: string
let runtime: ScriptedRuntime
const row = testRow(process.pid)

beforeAll(async () => {
  harness = await LiveHarness.create()
})
afterAll(async () => harness.dispose())
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'live-closing-'))
})
afterEach(() => {
  runtime.dispose()
  rmSync(folder, { recursive: true, force: true })
})

async function start(fault: FaultRule): Promise<string> {
  runtime = await startScripted(harness, row, folder, { faults: [fault] })
  return harness.open(row.key, 100)
}

describe('closing a view', () => {
  it('ends when the target keeps sending but never answers the stop, and its streams are still read', async () => {
    const liveId = await start({ command: 'stop', fault: { kind: 'never-answers' } })
    await until('both sessions', () => harness.registry.sessionCount === 2)
    await harness.close(liveId)
    // Not given up: a stream that nobody reads would keep its process from exiting.
    expect([runtime.openSessionCount, harness.registry.sessionCount]).toEqual([2, 2])
    const endpoint = harness.directory.endpointOf(row.key)!
    runtime.dispose()
    await until('the end of the streams', () => harness.registry.countOf(endpoint) === 0)
  })

  it('ends when the target never answers the opening', async () => {
    const liveId = await start({ command: 'collect', fault: { kind: 'never-answers' } })
    const endpoint = harness.directory.endpointOf(row.key)!
    await until('the request', () => harness.registry.countOf(endpoint) > 0)
    await harness.close(liveId)
  })

  it('stops both sessions when the target is only slow', async () => {
    const liveId = await start({ command: 'stop', fault: { kind: 'slow', delayMs: 300 } })
    await until('both sessions', () => runtime.openSessionCount === 2)
    await harness.close(liveId)
    await until('the end of both', () => runtime.openSessionCount === 0 && harness.registry.isIdle)
  })
})
