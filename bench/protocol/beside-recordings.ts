import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { processInfo, resumeRuntime } from '../../main/diagnostics/client.ts'
import { collectRequest, namesOnly } from '../../main/diagnostics/recordings/collect.ts'
import { startRecording } from '../../main/diagnostics/session-recording.ts'
import { SessionRegistry } from '../../main/diagnostics/session-registry.ts'
import { endpointOf } from '../../main/diagnostics/testing/endpoint-of.ts'
import type { CollectRequest } from '../../main/protocol/collect-request.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { bundleWorker } from '../../main/workers/testing/bundle-worker.ts'
import { itemById, presetById, specOf, specOfPreset } from '../../shared/recording/presets.ts'
import { startTarget, variants, type SampleTarget, type SampleVariant } from '../../samples/start-target.ts'
import { socketOf } from '../../samples/socket-of.ts'
import { report } from '../harness.ts'
import { pause } from '../../main/os/pause.ts'

/**
 * Does what comes and goes beside a sampling recording harm the process? Records busy processes for 1 to 2 s a round, with rundown, as
 * the app does, and counts those that end or no longer answer. Linux.
 *
 *   npm run -s bench -- protocol/beside-recordings [--runtime net10] [--beside spare] [--rounds 200] [--moment grown]
 *                                                  [--parallel 3] [--rounds-each 10] [--presets time,start] [--without-counters]
 *
 * beside: `opening` (the empty sessions with which the recording is opened), `spare` (those, and up to three more pairs of empty ones at
 * random moments, the stop included), `names` (short sessions with names at random moments, each with its spare), `none` (the recording alone). moment: `grown` (older than
 * 6 s), `resumed` (waits for a resume, which it gets when the recording is open; one round a process).
 * presets: of the record page, or `counters`, those of the runtime alone.
 */
const { values } = parseArgs({
  args: process.argv.slice(2),
  options: {
    runtime: { type: 'string', default: 'net10' },
    beside: { type: 'string', default: 'spare' },
    rounds: { type: 'string', default: '200' },
    moment: { type: 'string', default: 'grown' },
    parallel: { type: 'string', default: '3' },
    'rounds-each': { type: 'string', default: '10' },
    presets: { type: 'string', default: 'time,start' },
    'without-counters': { type: 'boolean', default: false },
  },
})
const variant = values.runtime as SampleVariant
const isGrown = values.moment === 'grown'
const roundsEach = isGrown ? Number(values['rounds-each']) : 1
/** Sessions that come and go belong to processes that are set up (docs/decisions/0111). */
const grownUpMs = 6000
/** A machine that is busy with other things may take as long. */
const answerMs = 30_000

const versions: Readonly<Record<string, string>> = { net10: '10.0.0', net31: '3.1.3' }
const runtimeVersion = variants[variant].runtimeVersion ?? versions[variant] ?? null
const empty: CollectRequest = {
  bufferMB: 1,
  providers: [{ name: 'Pipescope-Wake', keywords: 0n, level: 0, arguments: null }],
  rundown: 'none',
  stacks: true,
}
const wanted = values.presets.split(',')
const requests = wanted.map((id) => requestOf(id))

const folder = mkdtempSync(path.join(tmpdir(), 'ps-beside-'))
const recorderPath = await bundleWorker('recorder', folder)
const counts = { rounds: 0, processes: 0, beside: 0, refusedBeside: 0, incompleteFiles: 0, bytes: 0 }
const ends: string[] = []
let roundsLeft = Number(values.rounds)
let fileCount = 0
await Promise.all(Array.from({ length: Number(values.parallel) }, runLane))
report({
  name: 'protocol/beside-recordings',
  figures: {
    runtime: variant,
    beside: values.beside,
    moment: values.moment,
    presets: values.presets,
    withoutCounters: values['without-counters'],
    parallel: Number(values.parallel),
    processes: counts.processes,
    rounds: counts.rounds,
    sessionsBeside: counts.beside,
    refusedBeside: counts.refusedBeside,
    recordedMB: counts.bytes / 1e6,
    incompleteFiles: counts.incompleteFiles,
    harmedProcesses: ends.length,
    harm: ends.join('; ') || 'none',
  },
})
rmSync(folder, { recursive: true, force: true })
// A stream of a process that no longer answers may still be waited for.
process.exit(ends.length === 0 ? 0 : 1)

function requestOf(presetId: string): CollectRequest {
  const preset = presetById(presetId)
  const spec =
    preset === null ? specOf([itemById('runtime-counters')!.provider], { rundown: 'none' }) : specOfPreset(preset)
  const { providers, ...request } = collectRequest(spec, runtimeVersion)
  const leftOut = values['without-counters'] ? 'System.Runtime' : null
  return { ...request, providers: providers.filter(({ name }) => name !== leftOut) }
}

async function runLane(): Promise<void> {
  while (roundsLeft > 0) {
    const rounds = Math.min(roundsEach, roundsLeft)
    roundsLeft -= rounds
    counts.processes++
    const target = await startTarget({
      variant,
      args: ['churn', 'busy', '--report', 'mixed', '--mixed-threads=6', 'gc', '--gc-ms=150'],
      waitsForReady: isGrown,
      env: isGrown ? {} : { DOTNET_DefaultDiagnosticPortSuspend: '1' },
    })
    const registry = new SessionRegistry({ journalPath: null })
    try {
      if (isGrown) await pause(grownUpMs)
      else while (socketOf(target.pid) === null) await pause(5)
      const endpoint = endpointOf(target.pid)
      for (let round = 0; round < rounds; round++) {
        counts.rounds++
        const which = Math.floor(Math.random() * requests.length)
        await record(registry, endpoint, requests[which]!)
        const harm = await harmTo(target, endpoint, round === rounds - 1)
        if (harm === null) continue
        ends.push(`round ${round + 1}, ${wanted[which]}: ${harm}`)
        console.error(`process ${counts.processes}, ${ends.at(-1)}`)
        break
      }
    } finally {
      await target.dispose()
      await registry.stopAll(2000)
    }
  }
}

async function record(registry: SessionRegistry, endpoint: Endpoint, request: CollectRequest): Promise<void> {
  const file = path.join(folder, `${++fileCount}.nettrace`)
  const started = await startRecording(registry, {
    endpoint,
    request,
    runtimeVersion,
    path: file,
    recorderPath,
    isStarting: values.beside === 'none',
  })
  if (!started.ok) return
  if (!isGrown) await resumeRuntime(endpoint)
  const lengthMs = 1000 + Math.random() * 1000
  const isOver = pause(lengthMs)
  const isQuiet = values.beside === 'none' || values.beside === 'opening'
  const besideCount = isQuiet ? 0 : 1 + Math.floor(Math.random() * 3)
  // Some begin shortly before the stop and end in the middle of it.
  const besides = Array.from({ length: besideCount }, async () => {
    await pause(Math.random() * (lengthMs + 100))
    await openBeside(registry, endpoint)
  })
  await isOver
  const end = await started.value.stop()
  await Promise.all(besides)
  counts.bytes += statSync(file).size
  if (!end.isComplete) counts.incompleteFiles++
  rmSync(file)
}

async function openBeside(registry: SessionRegistry, endpoint: Endpoint): Promise<void> {
  counts.beside++
  const hooks = { onChunk: () => undefined, onEnd: () => undefined }
  const request = values.beside === 'names' ? namesOnly : empty
  const opened = await registry.open(endpoint, request, hooks, { runtimeVersion })
  if (!opened.ok) {
    counts.refusedBeside++
    return
  }
  if (values.beside === 'spare') await pause(Math.random() * 60)
  await opened.value.stop()
}

/** It has ended, its diagnostics do not answer, or (looked at in the last round of a process, it takes a second) its own work stands still. */
async function harmTo(target: SampleTarget, endpoint: Endpoint, isLast: boolean): Promise<string | null> {
  const answer = await processInfo(endpoint, { answerTimeoutMs: answerMs, commandLineBytes: 500 })
  const { exitCode, signalCode } = target.child
  if (exitCode !== null || signalCode !== null) return `ended, ${signalCode ?? `exit ${exitCode}`}`
  // .NET Core 3 knows no ProcessInfo, and says so.
  if (!answer.ok && answer.error.kind !== 'runtime-error') return `no answer, ${answer.error.kind}`
  if (!isLast) return null
  const lineCount = target.lines.length
  const byMs = performance.now() + answerMs
  while (target.lines.length === lineCount && performance.now() < byMs && target.child.exitCode === null)
    await pause(50)
  return target.lines.length === lineCount ? 'its work stands still' : null
}
