import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, tryBuild } from '../../samples/start-target.ts'
import type { TargetFacts } from '../protocol/target-facts.ts'
import { processInfo } from './client.ts'
import { openSession } from './session.ts'
import type { Session } from './session-model.ts'
import { SessionRegistry } from './session-registry.ts'
import { endpointOf } from './testing/endpoint-of.ts'
import { runRandomOperations } from './testing/random-operations.ts'

/** More with figures: `bench/protocol/no-harm.ts`. */
const operationCount = process.env['PIPESCOPE_FULL'] === '1' ? 10_000 : 300

const facts: TargetFacts = { runtimeVersion: '10.0.12', flavour: 'coreclr', isSuspended: false, commandLineBytes: 500 }
const descriptors = (pid: number | 'self'): number => fs.readdirSync(`/proc/${pid}/fd`).length
const nobody = { onChunk: () => undefined, onEnd: () => undefined }
const systems = process.platform === 'linux' && canBuildSamples() && tryBuild('net10') !== null ? ['.NET 10'] : []

describe.each(systems)('a careless client on %s', () => {
  it('doesn’t harm its target', { timeout: 1_800_000 }, async () => {
    const target = await startTarget({ variant: 'net10', args: ['counters', 'busy'] })
    try {
      const endpoint = endpointOf(target.pid)
      // The first session sets up what stays for the life of the process.
      const first = await openSession(endpoint, quiet, nobody, { runtimeVersion: null })
      if (first.ok) await first.value.stop()
      const before = { target: descriptors(target.pid), ours: descriptors('self') }
      const seed = Math.floor(Math.random() * 0x7fff_ffff)
      const { done } = await runRandomOperations({ endpoint, facts }, operationCount, seed)
      expect(Object.values(done).reduce((sum, count) => sum + count, 0)).toBe(operationCount)
      expect(target.child.exitCode, `seed ${seed}`).toBeNull()
      expect((await processInfo(endpoint, { commandLineBytes: 500 })).ok, `seed ${seed}`).toBe(true)

      // What was abandoned is freed by the healing that the registry does after an unclean end.
      const journalPath = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-')), 'sessions.json')
      fs.writeFileSync(journalPath, JSON.stringify({ version: 1, endpoints: [endpoint.path] }))
      const registry = new SessionRegistry({ journalPath })
      expect((await registry.open(endpoint, quiet, nobody, { runtimeVersion: null })).ok).toBe(true)
      await registry.stopAll()
      fs.rmSync(path.dirname(journalPath), { recursive: true })
      await expect.poll(() => descriptors(target.pid)).toBeLessThanOrEqual(before.target + 2)
      await expect.poll(() => descriptors('self')).toBeLessThanOrEqual(before.ours + 2)

      const all: Session[] = []
      for (let index = 0; index < 64; index++) {
        const opened = await openSession(endpoint, quiet, nobody, { runtimeVersion: null })
        if (!opened.ok) throw new Error(`slot ${index}, seed ${seed}: ${opened.error.kind}`)
        all.push(opened.value)
      }
      for (const stopped of await Promise.all(all.map((session) => session.stop()))) expect(stopped.ok).toBe(true)
    } finally {
      await target.dispose()
    }
  })
})

const quiet = {
  bufferMB: 1,
  providers: [{ name: 'No-Such', keywords: 0n, level: 0, arguments: null }],
  rundown: 'none',
  stacks: true,
} as const
