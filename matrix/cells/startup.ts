import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import {
  applyStartupHook,
  attachProfiler,
  enablePerfMap,
  setEnvironmentVariable,
  startupProfiler,
  type Target,
} from '../../main/diagnostics/client-actions.ts'
import { processInfo, resumeRuntime, stopTracing } from '../../main/diagnostics/client.ts'
import { lookAtHook } from '../../main/diagnostics/environment/target-actions.ts'
import { diagnosticPortsValue } from '../../main/diagnostics/ports/port-address.ts'
import { RuntimePort } from '../../main/diagnostics/ports/runtime-port.ts'
import { readTargetView } from '../../main/os/target-view.ts'
import { buildStartupHook, profilerClsid, type SampleTarget } from '../../samples/start-target.ts'
import { factsOf, rawFacts, until, word, type Bench, type Row } from '../cell.ts'
import { endpointOf, isWindows, listenPath, nowhere } from '../where.ts'
import { profilerLibrary } from './profiler.ts'
import { busyRequest, openRaw } from './tracing.ts'

/** A runtime that waits at its start, on its default endpoint or for a port of ours; and hooks on one that runs. */

const waits = { args: ['idle'], env: { DOTNET_DefaultDiagnosticPortSuspend: '1' }, waitsForReady: false }

export function isReady(target: SampleTarget): boolean {
  return target.lines.some((line) => line.startsWith('ready '))
}

/** For so long nothing may move in a process that is said to wait. */
const quietMs = 500
/** Where threads can't be looked at: longer than a target needs from its endpoint to its ready line, under Wine as well. */
const quietElsewhereMs = 5000

/**
 * A waiting runtime has two or three threads, and all of them sleep; one that does not wait gets to its ready line. One that just has no
 * processor on a busy machine is ready to run, so its threads' states and its processor time tell the two apart, not the clock.
 */
export async function standsStill(target: SampleTarget): Promise<boolean> {
  if (process.platform !== 'linux') return !(await until(() => isReady(target), quietElsewhereMs))
  let seen = ''
  let quietSinceMs = performance.now()
  await until(() => {
    if (isReady(target)) return true
    const now = activityOf(target.pid)
    if (now !== seen || !now.startsWith('asleep')) quietSinceMs = performance.now()
    seen = now
    return performance.now() - quietSinceMs >= quietMs
  }, 30_000)
  return !isReady(target)
}

/** Changes whenever the process does anything; begins with `asleep` when none of its two or more threads runs or waits for a disk. */
function activityOf(pid: number): string {
  try {
    const stats = fs.readdirSync(`/proc/${pid}/task`).map((thread) => {
      const stat = fs.readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')
      const [state = '', ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // User and system time.
      return { state, ticks: `${rest[10]}+${rest[11]}` }
    })
    const isAsleep = stats.length >= 2 && stats.every(({ state }) => state === 'S')
    return `${isAsleep ? 'asleep' : 'awake'} ${stats.map(({ ticks }) => ticks).join(' ')}`
  } catch {
    // ENOENT, ESRCH: a thread or the whole process has ended meanwhile.
    return 'gone'
  }
}

function suspended(name: string, run: (bench: Bench, target: Target) => Promise<string>): Row {
  return {
    name,
    target: 'own',
    start: waits,
    run: async (bench) =>
      (await standsStill(bench.target))
        ? run(bench, { endpoint: bench.endpoint, facts: rawFacts(bench, true) })
        : 'does not wait',
  }
}

async function goOn(bench: Bench): Promise<string> {
  const resumed = await resumeRuntime(bench.endpoint)
  if (!resumed.ok) return word(resumed)
  return (await until(() => isReady(bench.target), 20_000)) ? 'runs' : 'does not run'
}

function linesOf(log: string): readonly string[] {
  return fs.existsSync(log) ? fs.readFileSync(log, 'utf8').trimEnd().split(/\r?\n/) : []
}

/** Known before the process starts, so that hook and profiler add its id. */
const hookLogs = path.join(os.tmpdir(), `pipescope-matrix-hook-${process.pid}-`)
const profilerLogs = path.join(os.tmpdir(), `pipescope-matrix-profiler-${process.pid}-`)

async function hook(bench: Bench, file: string, isSuspended: boolean): Promise<string> {
  const { isVerified } = await lookAtHook(file, readTargetView(bench.target.pid))
  // A missing file is tried with all that is known, as the product does; a good one raw, for the runtime's own answer.
  const facts = isVerified ? rawFacts(bench, isSuspended) : factsOf(bench, isSuspended)
  return word(await applyStartupHook({ endpoint: bench.endpoint, facts }, { path: file, isVerified }))
}

interface PortLook {
  readonly port: RuntimePort
  readonly target: SampleTarget
}

async function atPort(bench: Bench, tags: string, look: (parts: PortLook) => Promise<string>): Promise<string> {
  const opened = await RuntimePort.open({
    address: { transport: isWindows ? 'pipe' : 'unix', path: listenPath(bench.folder, 'port') },
    onRuntime: () => undefined,
    onChange: () => undefined,
  })
  if (!opened.ok) return word(opened)
  const port = opened.value
  try {
    const variable =
      tags === ''
        ? diagnosticPortsValue(port.address.path, true)
        : diagnosticPortsValue(port.address.path, true).replace(',suspend', tags)
    const target = await bench.start({
      args: ['idle'],
      env: { DOTNET_DiagnosticPorts: variable },
      waitsForReady: false,
    })
    return await look({ port, target })
  } finally {
    await port.close(1000)
  }
}

async function comes({ port, target }: PortLook): Promise<string> {
  await until(() => port.runtimes().length > 0 || isReady(target), 20_000)
  const still = !isReady(target) && (await standsStill(target))
  const [runtime] = port.runtimes()
  return `${runtime ? 'comes' : 'does not come'}, ${still ? 'waits' : 'runs'}`
}

export const startupRows: readonly Row[] = [
  {
    name: 'DOTNET_DefaultDiagnosticPortSuspend',
    target: 'own',
    start: waits,
    run: async (bench) =>
      (await standsStill(bench.target)) ? `waits, ${await goOn(bench)} after a resume` : 'does not wait',
  },
  suspended('ProcessInfo, suspended', async (bench) => {
    const answered = await processInfo(bench.endpoint, { commandLineBytes: 0 })
    if (!answered.ok) return word(answered)
    const { commandLine, entryAssembly } = answered.value?.info ?? {}
    const args = (commandLine ?? '').includes('idle') ? 'arguments' : 'no arguments'
    return `OK, ${args}, ${entryAssembly === 'Pipescope.Sample' ? 'name' : 'no name'}`
  }),
  suspended('SetEnvironmentVariable, suspended', async (bench, target) => {
    const answer = word(await setEnvironmentVariable(target, { name: 'PIPESCOPE_EARLY', value: 'yes' }))
    if (answer !== 'OK') return answer
    await goOn(bench)
    bench.target.send('env PIPESCOPE_EARLY')
    const isSeen = await until(() => bench.target.lines.includes('env PIPESCOPE_EARLY=yes'))
    return isSeen ? 'OK, seen by the program' : 'OK, not seen'
  }),
  suspended('EnablePerfMap, suspended', async (bench, target) => {
    const facts = factsOf(bench, true)
    const answer = word(await enablePerfMap({ ...target, facts }, 'perfMap'))
    fs.rmSync(`/tmp/perf-${bench.target.pid}.map`, { force: true })
    return answer
  }),
  suspended('AttachProfiler, suspended', async (_bench, target) =>
    word(
      await attachProfiler(target, {
        timeoutMs: 1000,
        profilerClsid: profilerClsid,
        profilerPath: profilerLibrary(),
        clientBytes: new Uint8Array(0),
      }),
    ),
  ),
  {
    ...suspended('StartupProfiler, suspended', async (bench, target) => {
      const profilerLog = `${profilerLogs}${bench.target.pid}`
      const answer = word(await startupProfiler(target, { clsid: profilerClsid, path: profilerLibrary() }))
      if (answer !== 'OK') return answer
      await goOn(bench)
      const isLoaded = await until(() => linesOf(profilerLog)[0] === 'initialize')
      fs.rmSync(profilerLog, { force: true })
      return isLoaded ? 'OK, loaded at the resume' : 'OK, not loaded'
    }),
    start: { ...waits, env: { ...waits.env, PIPESCOPE_PROFILER_LOG: profilerLogs } },
  },
  {
    ...suspended('ApplyStartupHook, suspended', async (bench) => {
      const hookLog = `${hookLogs}${bench.target.pid}`
      const answer = await hook(bench, buildStartupHook(), true)
      if (answer !== 'OK') return answer
      const hasRunEarly = linesOf(hookLog).length > 0
      await goOn(bench)
      const hasRun = await until(() => linesOf(hookLog).length > 0)
      const [line = ''] = linesOf(hookLog)
      fs.rmSync(hookLog, { force: true })
      if (!hasRun || hasRunEarly) return `OK, ${hasRun ? 'ran before the resume' : 'did not run'}`
      return `OK, ran at the resume on ${line.endsWith(' 1') ? 'the main thread' : 'another thread'}`
    }),
    start: { ...waits, env: { ...waits.env, PIPESCOPE_HOOK_LOG: hookLogs } },
  },
  {
    name: 'ApplyStartupHook, running',
    target: 'own',
    start: { args: ['idle'], env: { PIPESCOPE_HOOK_LOG: hookLogs } },
    async run(bench) {
      const hookLog = `${hookLogs}${bench.target.pid}`
      const answer = await hook(bench, buildStartupHook(), false)
      if (answer !== 'OK') return answer
      const hasRun = await until(() => linesOf(hookLog).length > 0)
      fs.rmSync(hookLog, { force: true })
      return hasRun ? 'OK, ran at once' : 'OK, did not run'
    },
  },
  {
    name: 'ApplyStartupHook, file missing, running',
    target: 'own',
    run: (bench) => hook(bench, nowhere('hook.dll'), false),
  },
  suspended('ApplyStartupHook, file missing, suspended', (bench) => hook(bench, nowhere('hook.dll'), true)),
  suspended('CollectTracing2, suspended, then a resume', async (bench) => {
    const opened = await openRaw(bench.endpoint, 2, busyRequest)
    if (!opened.ok) return word(opened)
    const answer = await goOn(bench)
    const stopped = await stopTracing(bench.endpoint, opened.value.sessionId)
    if (!stopped.ok) return word(stopped)
    const { bytes, isComplete } = await opened.value.whenEnded
    return `OK, ${answer}, ${isComplete ? 'complete' : 'cut'}${bytes.length > 20_000 ? ', with its start' : ''}`
  }),
  {
    name: 'DOTNET_DiagnosticPorts, suspend',
    target: 'none',
    run: (bench) =>
      atPort(bench, '', async (parts) => {
        const found = await comes(parts)
        if (found !== 'comes, waits') return found
        const [runtime] = parts.port.runtimes()
        const resumed = await runtime?.resume()
        const runs = await until(() => isReady(parts.target), 20_000)
        return `${found}, ${resumed?.ok === true && runs ? 'runs after a resume' : 'does not run'}`
      }),
  },
  {
    name: 'a resume through the default endpoint for a port that waits',
    target: 'none',
    run: (bench) =>
      atPort(bench, '', async (parts) => {
        await comes(parts)
        const answer = word(await resumeRuntime(await endpointOf(parts.target.pid)))
        return `${answer}, ${(await standsStill(parts.target)) ? 'still waits' : 'runs'}`
      }),
  },
  { name: 'DOTNET_DiagnosticPorts, nosuspend', target: 'none', run: (bench) => atPort(bench, ',nosuspend', comes) },
  { name: 'DOTNET_DiagnosticPorts, listen', target: 'none', run: (bench) => atPort(bench, ',listen,suspend', comes) },
]
