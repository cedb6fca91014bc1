import path from 'node:path'
import { startRecording } from '../../main/diagnostics/session-recording.ts'
import { SessionRegistry } from '../../main/diagnostics/session-registry.ts'
import type { OperatingSystem } from '../../main/os/operating-system.ts'
import { createDiscovery } from '../../main/transport/create-discovery.ts'
import { verifyFile } from '../../main/workers/watch/verify-file.ts'
import { prebuilt } from '../../samples/prebuilt.mjs'
import { until, word, type Bench, type Row } from '../cell.ts'
import { busyRequest } from './tracing.ts'
import { pause } from '../../main/os/pause.ts'

/** What the app itself makes of a process: whether it finds it, what the system tells of it, and a recording that is verified. */

async function found(bench: Bench): Promise<string> {
  const { os, discovery } = createDiscovery()
  try {
    await discovery.start(() => undefined)
    const isOurs = (pid: number): boolean => pid === bench.target.pid
    const find = (): boolean => [...discovery.endpoints.values()].some(({ endpoint }) => isOurs(endpoint.pid))
    await until(async () => find() || (await discovery.tick(), find()))
    const own = [...discovery.endpoints.values()].find(({ endpoint }) => isOurs(endpoint.pid))
    if (own === undefined) return 'not found'
    return own.startKey === os.process(bench.target.pid)?.startKey ? 'found, with its start' : 'found'
  } finally {
    discovery.dispose()
  }
}

async function facts(bench: Bench): Promise<string> {
  const { os, discovery } = createDiscovery()
  discovery.dispose()
  await os.listPids()
  const { pid } = bench.target
  const running = os.process(pid)
  if (running === null) return 'not listed'
  const details = os.details(pid)
  const usage = await usageOf(os, pid)
  const ageMs = Date.now() - (running.startTimeMs ?? 0)
  const isRight: Readonly<Record<string, boolean>> = {
    parent: running.parentPid === process.pid,
    start: ageMs > 0 && ageMs < 600_000,
    'command line': details.commandLine?.includes('busy') === true && details.arguments?.at(-1) === 'busy',
    program: path.basename(details.executable ?? '').startsWith('Pipescope.Sample'),
    user: details.isSameUser && details.userName !== null,
    memory: (usage?.workingSetBytes ?? 0) > 4 * 1024 * 1024,
    // One thread of it counts without a pause.
    processor: (usage?.cpuPercent ?? 0) > 5,
  }
  const wrong = Object.keys(isRight).filter((name) => isRight[name] !== true)
  return wrong.length === 0 ? 'all right' : `wrong: ${wrong.join(', ')}`
}

async function usageOf(os: OperatingSystem, pid: number): Promise<Awaited<ReturnType<typeof os.usage>>[number] | null> {
  await os.usage([pid])
  await pause(1500)
  return (await os.usage([pid])).find((entry) => entry.pid === pid) ?? null
}

async function recording(bench: Bench): Promise<string> {
  const file = path.join(bench.folder, 'a.nettrace')
  const sampler = { name: 'Microsoft-DotNETCore-SampleProfiler', keywords: 0n, level: 5, arguments: null }
  const started = await startRecording(new SessionRegistry({ journalPath: null }), {
    endpoint: bench.endpoint,
    request: { ...busyRequest, providers: [...busyRequest.providers, sampler] },
    runtimeVersion: bench.runtimeVersion,
    path: file,
    recorderPath: await recorder(bench.folder),
    answerTimeoutMs: 60_000,
  })
  if (!started.ok) return started.error.kind === 'timeout' ? `no answer: ${started.error.operation}` : word(started)
  await until(() => started.value.progress().writtenBytes > 20_000)
  const end = await started.value.stop()
  if (!end.isComplete || end.sizeBytes !== end.receivedBytes) return `${end.reason}, not complete`
  const verdict = await verifyFile(file)
  if (!verdict.ok) return word(verdict)
  const { isComplete, isRundownWhole, lostCount, damageCount, eventCount, methodCount } = verdict.value
  const isWhole = isComplete && lostCount === 0 && damageCount === 0 && eventCount > 0
  const names = isRundownWhole && methodCount > 100 ? 'method names' : 'no names'
  return `${isWhole ? 'complete, nothing lost' : JSON.stringify(verdict.value)}, ${names}`
}

/** The thread that writes, in one file. */
async function recorder(folder: string): Promise<string> {
  const ready = prebuilt('recorder')
  if (ready !== null) return ready
  const { bundleWorker } = await import('../../main/workers/testing/bundle-worker.ts')
  return bundleWorker('recorder', folder)
}

export const appRows: readonly Row[] = [
  { name: 'found by its endpoint', target: 'shared', run: found },
  { name: 'what the system tells of the process', target: 'own', start: { args: ['busy'] }, run: facts },
  { name: 'a recording, written and verified', target: 'own', start: { args: ['counters'] }, run: recording },
]
