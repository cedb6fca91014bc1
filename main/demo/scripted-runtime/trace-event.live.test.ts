import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { askOracle, tryBuildOracle } from '../../../samples/run-oracle.ts'
import { canBuildSamples } from '../../../samples/start-target.ts'
import { asPid } from '../../../shared/model/ids.ts'
import { openSession } from '../../diagnostics/session.ts'
import { ScriptedRuntime } from './scripted-runtime.ts'
import { pause } from '../../os/pause.ts'

/** The official reader of these streams is the judge of what the scripted runtime sends. */
it.skipIf(!canBuildSamples())('sends streams that TraceEvent reads to the end, event by event', async ({ skip }) => {
  const program = tryBuildOracle()
  if (program === null) return skip('TraceEvent cannot be built here')
  const folder = mkdtempSync(path.join(tmpdir(), 'scripted-oracle-'))
  const socketPath = path.join(folder, 's')
  const runtime = new ScriptedRuntime({
    socketPath,
    identity: {
      pid: process.pid,
      cookie: new Uint8Array(16),
      commandLine: '/opt/demo/app',
      operatingSystem: 'Linux',
      architecture: 'x64',
      entryAssembly: 'app',
      version: '10.0.0',
      runtimeIdentifier: 'linux-x64',
    },
    generation: 10,
    environment: {},
    seed: 5,
  })
  await runtime.listen()
  const chunks: Buffer[] = []
  const meters = 'SessionId=SHARED;Metrics="*";RefreshInterval=0.2'
  const opened = await openSession(
    { transport: 'unix', path: socketPath, pid: asPid(process.pid) },
    {
      bufferMB: 16,
      rundown: 'none',
      stacks: false,
      providers: [
        { name: 'System.Runtime', keywords: 0n, level: 4, arguments: 'EventCounterIntervalSec=0.2' },
        { name: 'System.Diagnostics.Metrics', keywords: 6n, level: 4, arguments: meters },
        { name: 'Microsoft-Windows-DotNETRuntime', keywords: 0x8001n, level: 4, arguments: null },
      ],
    },
    { onChunk: (bytes) => void chunks.push(Buffer.from(bytes)), onEnd: () => undefined },
    { runtimeVersion: '10.0.0' },
  )
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  await pause(1500)
  await opened.value.stop()
  runtime.dispose()
  const file = path.join(folder, 'scripted.nettrace')
  writeFileSync(file, Buffer.concat(chunks))
  const { events, lostEventCount } = await askOracle(program, file)
  rmSync(folder, { recursive: true, force: true })
  expect(lostEventCount).toBe(0)
  const counters = events.filter(({ provider }) => provider === 'System.Runtime')
  expect(new Set(counters.map(({ fields }) => fields['Name'])).size).toBe(27)
  const metrics = events.filter(({ provider }) => provider === 'System.Diagnostics.Metrics')
  expect(new Set(metrics.map(({ id }) => id))).toEqual(new Set([2, 3, 4, 5, 6, 7, 10, 11, 16]))
  const placed = metrics.filter(({ id, fields }) => id === 4 && fields['instrumentName'] === 'orders.placed')
  expect(placed.length).toBeGreaterThan(6)
  expect(placed[0]?.fields).toMatchObject({ meterName: 'Demo.Orders', meterVersion: '1.2.0', unit: '{order}' })
})
