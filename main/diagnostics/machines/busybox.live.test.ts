import fs from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canBuildSamples } from '../../../samples/start-target.ts'
import { makeBusyboxFolder, whyNoBusybox } from '../../machines/testing/busybox.ts'
import { farIds, whyNoSshServer, type SshServer } from '../../machines/testing/ssh-server.ts'
import { SlowProxy } from '../../machines/testing/slow-proxy.ts'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { endpointFound } from './testing/endpoint-found.ts'
import { MachineBench } from './testing/machine-bench.ts'

const isFull = process.env['PIPESCOPE_FULL'] !== undefined
const cannot = canBuildSamples() ? (whyNoSshServer() ?? whyNoBusybox()) : 'no .NET SDK'
const missing = isFull ? cannot : 'runs in the full test'
const counters: CollectRequest = {
  bufferMB: 16,
  providers: [{ name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=1' }],
  rundown: 'none',
  stacks: false,
}

describe.skipIf(missing !== null)(
  `a machine with busybox alone${missing === null ? '' : ` (skipped: ${missing})`}`,
  () => {
    let busybox: ReturnType<typeof makeBusyboxFolder>
    let bench: MachineBench
    beforeEach(async () => {
      busybox = makeBusyboxFolder()
      bench = await MachineBench.start({ settings: busybox.settings })
    })
    afterEach(async () => {
      await bench.end()
      busybox.remove()
    })

    it('shows its processes, with those in containers, their figures and environment', async () => {
      const target = await bench.target({ args: ['busy', 'counters'], env: { FAR_AWAY: 'yes' } })
      const contained = await bench.targets.contained('private-tmp')
      const usage = new Map<string, number | null>()
      bench.processes.subscribe((message) => {
        if (message.kind === 'usage') for (const { key, cpuPercent } of message.entries) usage.set(key, cpuPercent)
      })
      await bench.connect()
      const row = await bench.ready(target.pid)
      expect(programsOfFarUser()).toContain('/bin/busybox')
      // Its `ls` has eight characters of a name.
      expect(row).toMatchObject({ userName: null, userId: farIds().userId, isSameUser: true })
      expect(row.commandLine).toContain('busy counters')
      await expect.poll(() => usage.get(row.key)).toBeGreaterThan(0)
      const loaded = await bench.processes.environment(row.key)
      expect(loaded.ok && loaded.value.some(({ name }) => name === 'FAR_AWAY')).toBe(true)
      expect(await bench.ready(contained.pid)).toMatchObject({ isSameUser: true })
      await target.dispose()
      await expect.poll(() => bench.rowOf(target.pid)?.state).toBe('exited')
    })

    it('streams a session, and ends the connection by itself when nothing is heard of us', async () => {
      const proxy = await SlowProxy.start(bench.server.port)
      bench.server.writeClientConfig({ knowsHost: true, port: proxy.port })
      const target = await bench.target({ args: ['idle'] })
      await bench.connect()
      const row = await bench.ready(target.pid)
      let bytes = 0
      const opened = await bench.registry.open(
        endpointFound(bench.processes, row.key),
        counters,
        { onChunk: (chunk) => void (bytes += chunk.byteLength), onEnd: () => undefined },
        { runtimeVersion: row.runtimeVersion },
      )
      if (!opened.ok) throw new Error(JSON.stringify(opened.error))
      await expect.poll(() => bytes).toBeGreaterThan(5000)
      expect(connectionsOf(bench.server)).not.toBe('')
      proxy.freeze()
      await expect.poll(() => connectionsOf(bench.server), { timeout: 50_000 }).toBe('')
      await proxy.stop()
    })
  },
)

/** As the kernel lists the processes below the server. */
function connectionsOf({ processId }: SshServer): string {
  return fs.readFileSync(`/proc/${processId}/task/${processId}/children`, 'utf8')
}

/** What its processes run, as the kernel says. */
function programsOfFarUser(): readonly string[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    try {
      return /^\d+$/.test(name) ? [fs.readlinkSync(path.join('/proc', name, 'exe')).replace(/^\/usr/, '')] : []
    } catch {
      return []
    }
  })
}
