import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '../../../../shared/base/result.ts'
import type { SessionRegistry } from '../../session-registry.ts'
import { recordingTarget } from '../testing/fake-part.ts'
import { FlightNames } from './flight-names.ts'

let folder: string
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-flight-names-'))
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  fs.rmSync(folder, { recursive: true, force: true })
})

type Open = SessionRegistry['open']

/** A short session that brings these names. */
function look({ mayLook = true, reason = 'stopped' } = {}) {
  const asked: unknown[] = []
  const open = ((...[endpoint, , hooks, options]: Parameters<Open>) => {
    asked.push([endpoint.path, options?.runtimeVersion])
    const stop = () => {
      hooks.onChunk(new TextEncoder().encode('names').buffer)
      hooks.onEnd({ reason } as never)
      return Promise.resolve()
    }
    return Promise.resolve(ok({ stop }))
  }) as unknown as Open
  const names = new FlightNames({ open } as SessionRegistry, folder, 3)
  const startMs = performance.now()
  let tookMs = -1
  const found = names.look({ ...recordingTarget(), mayLook: () => mayLook }).finally(() => {
    tookMs = performance.now() - startMs
  })
  return { asked, names, found, tookMs: () => tookMs }
}

/** Writing to the disk takes real time. */
const settle = async (run: ReturnType<typeof look>) => {
  await vi.waitFor(() => expect(run.tookMs()).toBeGreaterThanOrEqual(0), { interval: 10, timeout: 20_000 })
  return run.found
}

describe('names for a save of a flight recorder', () => {
  it('are what a short session of its process brought, in a file that goes afterwards', async () => {
    const run = look()
    const found = await settle(run)
    expect(run.asked).toEqual([['/tmp/s', '10.0.0']])
    const file = path.join(folder, fs.readdirSync(folder)[0]!)
    expect(path.basename(file)).toContain('names-3')
    expect(found).toEqual({ keeps: 'names', pieces: [{ file, at: 0, offset: 0, byteCount: 5 }] })
    await run.names.remove()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('are none where the session was cut off', async () => {
    expect(await settle(look({ reason: 'connection-lost' }))).toBeNull()
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('are not asked for while the process must not be', async () => {
    const run = look({ mayLook: false })
    expect(await settle(run)).toBeNull()
    expect(run.asked).toEqual([])
  })

  it('take a quarter of a second at least: the last events are still on their way', async () => {
    const asked = look()
    await settle(asked)
    expect(asked.tookMs()).toBeGreaterThanOrEqual(250)
    const unasked = look({ mayLook: false })
    await settle(unasked)
    expect(unasked.tookMs()).toBeGreaterThanOrEqual(250)
    expect(unasked.tookMs()).toBeLessThan(300)
  })
})
