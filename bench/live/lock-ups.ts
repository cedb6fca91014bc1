import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { processInfo, resumeRuntime } from '../../main/diagnostics/client.ts'
import { collectRequest } from '../../main/diagnostics/live/sessions/open-live-session.ts'
import { planCounters, planMeters, type LiveWish } from '../../main/diagnostics/live/sessions/session-plan.ts'
import { testRow } from '../../main/diagnostics/live/testing/fake-directory.ts'
import { LiveHarness } from '../../main/diagnostics/live/testing/live-harness.ts'
import { openSession } from '../../main/diagnostics/session.ts'
import { sharedMeterLimits } from '../../main/events/metrics-events.ts'
import type { Session } from '../../main/diagnostics/session-model.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { asPid, asProcessKey } from '../../shared/model/ids.ts'
import type { IntervalMs } from '../../shared/model/live.ts'
import { startTarget, type SampleTarget, type SampleVariant } from '../../samples/start-target.ts'
import { report } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * Does opening live sessions harm a young process? Starts processes, opens sessions in one order at one moment of their life, and
 * counts those whose diagnostics stop answering or whose application never gets to its first line. Linux.
 *
 *   npm run -s bench -- live/lock-ups [--runtime net10] [--order ours] [--moment ready] [--interval 1000]
 *                                     [--seconds 60] [--parallel 6] [--load 0]
 *
 * order: `ours` (the live service), `counters`, `meters` (that session only), `counters-meters`, `together`, `meters-counters` (at once, without waiting), `meters-slow-counters`
 * (meters, at once counters of 1 s). moment: `ready` (its first line), `socket` (its socket appears), `resumed` (it waited for a
 * resume, which it gets just before). load: busy processes beside. Each process is one trial; a locked up one is killed.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    runtime: { type: 'string', default: 'net10' },
    order: { type: 'string', default: 'ours' },
    moment: { type: 'string', default: 'ready' },
    interval: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '60' },
    parallel: { type: 'string', default: '6' },
    load: { type: 'string', default: '0' },
  },
})
const variant = values.runtime as SampleVariant
const intervalMs = Number(values.interval) as IntervalMs
/** `net31` is 3.1. */
const major = Number(/^net(10|\d)/.exec(variant)?.[1] ?? 10)
/** From the sessions to the question whether the process still answers: the counters' timer has ticked several times by then. */
const settleMs = 2500 + intervalMs
const answerMs = 8000
/** On a machine that is busy with other things an answer may take as long as this. */
const slowAnswerMs = 30_000

type Outcome = 'fine' | 'diagnostics-locked' | 'application-locked' | 'locked-by-the-stop' | 'no-trial'

const harness = await LiveHarness.create()
/** Killed processes leave their sockets, and process ids come back: each trial must find its own. */
const sockets = mkdtempSync(path.join(tmpdir(), 'lock-ups-'))
const spinners: ChildProcess[] = []
for (let index = 0; index < Number(values.load); index++)
  spinners.push(spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
const counts: Record<Outcome, number> = {
  fine: 0,
  'diagnostics-locked': 0,
  'application-locked': 0,
  'locked-by-the-stop': 0,
  'no-trial': 0,
}
let silentCount = 0
const endMs = performance.now() + Number(values.seconds) * 1000
await Promise.all(Array.from({ length: Number(values.parallel) }, (_, lane) => runLane(lane)))
for (const spinner of spinners) spinner.kill('SIGKILL')
await Promise.race([harness.dispose(), pause(5000)])
report({
  name: 'live/lock-ups',
  figures: {
    runtime: variant,
    order: values.order,
    moment: values.moment,
    intervalMs,
    parallel: Number(values.parallel),
    load: Number(values.load),
    processes: Object.values(counts).reduce((sum, count) => sum + count, 0) - counts['no-trial'],
    diagnosticsLocked: counts['diagnostics-locked'],
    applicationLocked: counts['application-locked'],
    lockedByTheStop: counts['locked-by-the-stop'],
    withoutAnyEvent: silentCount,
    notTried: counts['no-trial'],
  },
})
rmSync(sockets, { recursive: true, force: true })
// A stream of a locked up process may still be waited for.
process.exit(0)

async function runLane(lane: number): Promise<void> {
  await pause(lane * 150)
  while (performance.now() < endMs) counts[await trial()] += 1
}

async function trial(): Promise<Outcome> {
  const isReady = values.moment === 'ready'
  const target = await startTarget({
    variant,
    args: major < 8 ? ['counters'] : ['meters', 'counters'],
    waitsForReady: isReady,
    env: { TMPDIR: sockets, ...(values.moment === 'resumed' ? { DOTNET_DefaultDiagnosticPortSuspend: '1' } : {}) },
  })
  try {
    const endpoint = await endpointOf(target.pid)
    if (endpoint === null) return 'no-trial'
    if (values.moment === 'resumed') {
      const resumed = await resumeRuntime(endpoint)
      if (!resumed.ok) return 'no-trial'
      await pause(Math.random() * 100)
    }
    const watched = values.order === 'ours' ? await openOurs(endpoint) : await openRaw(endpoint)
    await pause(settleMs)
    let outcome = await lifeOf(target, endpoint)
    if (watched.isSilent()) silentCount += 1
    if (outcome === 'fine') {
      await watched.close()
      // A busy machine may just be slow: asked twice.
      const isAlive = (await lifeOf(target, endpoint)) === 'fine' || (await lifeOf(target, endpoint)) === 'fine'
      outcome = isAlive ? 'fine' : 'locked-by-the-stop'
    }
    if (outcome !== 'fine') console.error(`${outcome}: ${watched.facts()}; threads ${threadNames(target.pid)}`)
    const closing = watched.close()
    await target.dispose()
    await closing
    return outcome
  } finally {
    await target.dispose()
    for (const name of readdirSync(sockets))
      if (name.includes(`-${target.pid}-`)) rmSync(path.join(sockets, name), { force: true })
  }
}

interface Watched {
  isSilent(): boolean
  /** What was open and what came, for the cases that went wrong. */
  facts(): string
  /** Stops and drains, as far as the target answers within a few seconds. */
  close(): Promise<void>
}

async function openOurs(endpoint: Endpoint): Promise<Watched> {
  const { pid, path: socketPath } = endpoint
  const row = testRow(pid, { key: asProcessKey(socketPath), runtimeVersion: `${major}.0.0` })
  harness.directory.put(row, socketPath)
  const liveId = await harness.open(row.key, intervalMs)
  const sink = harness.watch(liveId)
  return {
    close: async () => {
      await harness.close(liveId)
      // What a view does not wait for is stopped a little later.
      const byMs = performance.now() + answerMs
      while (harness.registry.countOf(endpoint) > 0 && performance.now() < byMs) await pause(50)
    },
    isSilent: () => sink.values.length === 0,
    facts: () => {
      const { phase, problems, lostEventCount } = sink.status ?? {}
      const { size } = sink.instruments
      return JSON.stringify({ phase, problems, lostEventCount, instruments: size, values: sink.values.length })
    },
  }
}

async function openRaw(endpoint: Endpoint): Promise<Watched> {
  const byteCounts: number[] = []
  const sessions: Session[] = []
  const isSlow = values.order === 'meters-slow-counters'
  const wish: LiveWish = {
    intervalMs,
    needs: null,
    areCountersSetUp: !isSlow,
    runtimeMajor: major,
    extraProviders: [],
    meterNames: [],
    meterLimits: { ...sharedMeterLimits, refreshIntervalSec: intervalMs / 1000 },
    clientId: 'bench',
  }
  const open = async (plan: ReturnType<typeof planMeters>) => {
    const index = byteCounts.push(0) - 1
    const opened = await openSession(
      endpoint,
      collectRequest(plan!),
      { onChunk: (bytes) => (byteCounts[index]! += bytes.byteLength), onEnd: () => undefined },
      { runtimeVersion: `${major}.0.0`, deadlineMs: answerMs },
    )
    if (opened.ok) sessions.push(opened.value)
    return opened.ok
  }
  const counters = planCounters(wish)
  const meters = planMeters(wish)
  const steps = ordered(values.order, counters, meters)
  if (values.order === 'together') await Promise.all(steps.map(open))
  else for (const step of steps) if (!(await open(step))) break
  // The head of a stream, and what comes with each session, is less.
  return {
    isSilent: () => byteCounts.every((count) => count < 1000),
    facts: () => `bytes ${byteCounts.join(', ')}`,
    close: async () => {
      await Promise.race([Promise.all(sessions.map((session) => session.stop())), pause(3000)])
    },
  }
}

function ordered<T>(order: string, counters: T, meters: T | null): readonly T[] {
  if (meters === null || order === 'counters') return [counters]
  if (order === 'meters') return [meters]
  return order === 'counters-meters' ? [counters, meters] : [meters, counters]
}

function threadNames(pid: number): string {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/comm`, 'utf8').trim()).join(', ')
  } catch {
    // It has ended meanwhile.
    return 'gone'
  }
}

/** A process that is only slow goes on to use the processor; a locked up one uses none for so long, and has its time for an answer too. */
async function lifeOf(target: SampleTarget, endpoint: Endpoint): Promise<Outcome> {
  const answered = processInfo(endpoint, { answerTimeoutMs: slowAnswerMs, commandLineBytes: 100 })
  const isReady = () => target.lines.some((line) => line.startsWith('ready '))
  let lastTicks = -1
  let movedMs = performance.now()
  while (!isReady() && performance.now() - movedMs < answerMs) {
    await pause(50)
    const ticks = ticksOf(target.pid)
    // Timers of a locked up runtime still tick now and then.
    if (ticks - lastTicks > 1) {
      lastTicks = ticks
      movedMs = performance.now()
    }
  }
  if (!isReady()) return 'application-locked'
  const answer = await answered
  if (!answer.ok) console.error(`ProcessInfo: ${JSON.stringify(answer.error)}`)
  return answer.ok ? 'fine' : 'diagnostics-locked'
}

/** User and system time of a process in hundredths of a second. */
function ticksOf(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    // It has ended.
    return 0
  }
}

async function endpointOf(pid: number): Promise<Endpoint | null> {
  const prefix = `dotnet-diagnostic-${pid}-`
  for (let triesLeft = 2000; triesLeft > 0; triesLeft--) {
    const name = readdirSync(sockets).find((entry) => entry.startsWith(prefix))
    if (name !== undefined) return { transport: 'unix', path: path.join(sockets, name), pid: asPid(pid) }
    if (!existsSync(`/proc/${pid}`)) return null
    await pause(2)
  }
  return null
}
