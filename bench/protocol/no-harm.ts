import fs from 'node:fs'
import { processInfo } from '../../main/diagnostics/client.ts'
import { openSession } from '../../main/diagnostics/session.ts'
import { endpointOf } from '../../main/diagnostics/testing/endpoint-of.ts'
import { runRandomOperations } from '../../main/diagnostics/testing/random-operations.ts'
import type { TargetFacts } from '../../main/protocol/target-facts.ts'
import { startTarget } from '../../samples/start-target.ts'
import { pause } from '../../main/os/pause.ts'

/*
 * Many random operations against one live .NET 10 process: whether it lives and answers, how many slots are free afterwards, and what
 * became of descriptors and memory on both sides. count: 10,000, seed: now.
 *
 *   npm run -s bench -- protocol/no-harm [COUNT] [SEED]
 */
const count = Number(process.argv[2] ?? 10_000)
const seed = Number(process.argv[3] ?? Date.now() & 0x7fff_ffff)
const nobody = { onChunk: () => undefined, onEnd: () => undefined }
const quiet = {
  bufferMB: 1,
  providers: [{ name: 'No-Such', keywords: 0n, level: 0, arguments: null }],
  rundown: 'none',
  stacks: true,
} as const

const target = await startTarget({ variant: 'net10', args: ['counters', 'busy'] })
const endpoint = endpointOf(target.pid)
const facts: TargetFacts = { runtimeVersion: '10.0.12', flavour: 'coreclr', isSuspended: false, commandLineBytes: 500 }

const figures = () => ({
  targetDescriptors: fs.readdirSync(`/proc/${target.pid}/fd`).length,
  targetRssMB: Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${target.pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
  ourDescriptors: fs.readdirSync('/proc/self/fd').length,
  ourRssMB: process.memoryUsage.rss() / 1e6,
})

try {
  await openAndStop()
  const before = figures()
  const startMs = performance.now()
  const counts = { errors: {} as Record<string, number>, done: {} as Record<string, number>, receivedBytes: 0 }
  for (let done = 0; done < count; done += 500) {
    const part = await runRandomOperations({ endpoint, facts }, Math.min(500, count - done), seed + done)
    for (const [kind, times] of Object.entries(part.errors)) counts.errors[kind] = (counts.errors[kind] ?? 0) + times
    for (const [kind, times] of Object.entries(part.done)) counts.done[kind] = (counts.done[kind] ?? 0) + times
    counts.receivedBytes += part.receivedBytes
    console.error(done + 500, JSON.stringify(figures()))
    if (target.child.exitCode !== null) break
  }
  const seconds = (performance.now() - startMs) / 1000
  await openAndStop()
  await pause(500)
  const after = figures()
  const answers = (await processInfo(endpoint, { commandLineBytes: 500 })).ok
  let slots = 0
  while ((await openSession(endpoint, quiet, nobody, { runtimeVersion: null })).ok) slots++
  console.log(
    JSON.stringify({
      count,
      seed,
      seconds,
      isAlive: target.child.exitCode === null,
      answers,
      slots,
      counts,
      before,
      after,
    }),
  )
} finally {
  await target.dispose()
}
process.exit(0)

async function openAndStop(): Promise<void> {
  const opened = await openSession(endpoint, quiet, nobody, { runtimeVersion: null })
  if (opened.ok) await opened.value.stop()
}
