import { runtimeProvider } from '../../shared/model/runtime-providers.ts'
import { openSession } from '../../main/diagnostics/session.ts'
import type { Session } from '../../main/diagnostics/session-model.ts'
import { endpointOf } from '../../main/diagnostics/testing/endpoint-of.ts'
import type { CollectRequest } from '../../main/protocol/collect-request.ts'
import type { Endpoint } from '../../main/transport/endpoint.ts'
import { startTarget, type SampleTarget, type SampleVariant } from '../../samples/start-target.ts'
import { pause } from '../../main/os/pause.ts'

/*
 * What abandoned sessions cost a target, and what brings its slots back. In a fresh process each: N quiet sessions are opened and
 * their connections dropped, as a crash of ours would; then it is counted how many sessions can be opened
 *   none    at once, nothing done before
 *   wait    after 5 s of waiting
 *   heal    after one empty session was opened and stopped; and 300 ms later (a few ticks of the streaming threads)
 * A free process has 64. `--harm-runs=N` counts the targets that end of being woken instead.
 *
 *   npm run -s bench -- protocol/heal [VARIANT...] [--harm-runs=N] [--woken=0,1,7,40] [--pause-ms=0]
 */

const quiet: CollectRequest = {
  bufferMB: 1,
  providers: [{ name: 'Pipescope-Nothing', keywords: 0n, level: 0, arguments: null }],
  rundown: 'none',
  stacks: true,
}
/** Said of 3.1 as well: what is measured here is what the product does not do there. */
const closable = { runtimeVersion: '10.0.0' }
const nobody = { onChunk: () => undefined, onEnd: () => undefined }

async function open(endpoint: Endpoint): Promise<Session | null> {
  const opened = await openSession(endpoint, quiet, nobody, closable)
  if (!opened.ok) refusal = JSON.stringify(opened.error)
  return opened.ok ? opened.value : null
}

let refusal = ''

async function openUntilRefused(endpoint: Endpoint, target: SampleTarget): Promise<string> {
  for (let count = 0; ; count++) {
    if ((await open(endpoint)) !== null) continue
    const isUsual = refusal.includes('session-limit')
    return `${count}${isUsual ? '' : ` ${refusal}`}${target.child.exitCode === null ? '' : ' (target ended)'}`
  }
}

type How = 'none' | 'wait' | 'heal' | 'heal and wait'

async function measure(variant: SampleVariant, abandoned: number, how: How): Promise<string> {
  const target = await startTarget({ variant, args: ['idle'] })
  try {
    const endpoint = endpointOf(target.pid)
    const dropped: (Session | null)[] = []
    for (let index = 0; index < abandoned; index++) dropped.push(await open(endpoint))
    for (const session of dropped) session?.abandon()
    if (how === 'wait') await pause(5000)
    if (how === 'heal' || how === 'heal and wait') {
      const healing = await open(endpoint)
      await healing?.stop()
    }
    if (how === 'heal and wait') await pause(300)
    // 62 abandoned leave 2: what is opened beyond was freed in the meantime by the opening itself.
    return await openUntilRefused(endpoint, target)
  } finally {
    await target.dispose()
  }
}

const harmRuns = Number(process.argv.find((text) => text.startsWith('--harm-runs='))?.split('=')[1] ?? 0)
const woken = (process.argv.find((text) => text.startsWith('--woken='))?.split('=')[1] ?? '0,1,7,40')
  .split(',')
  .map(Number)
const pauseMs = Number(process.argv.find((text) => text.startsWith('--pause-ms='))?.split('=')[1] ?? 0)
const asked = process.argv.slice(2).filter((text) => !text.startsWith('--')) as SampleVariant[]
const variants: readonly SampleVariant[] = asked.length > 0 ? asked : ['net31', 'net8', 'net9', 'net10', 'aot9']
/** Whether being woken harms: as many as we may ever leave behind, and 40. How many of so many targets ended of it. */
async function countEnded(variant: SampleVariant, abandoned: number, runs: number): Promise<string> {
  const ends: string[] = []
  for (let run = 0; run < runs; run++) {
    const target = await startTarget({ variant, args: ['idle'] })
    const endpoint = endpointOf(target.pid)
    const dropped: (Session | null)[] = []
    for (let index = 0; index < abandoned; index++) dropped.push(await open(endpoint))
    for (const session of dropped) session?.abandon()
    await pause(50)
    const healing = await open(endpoint)
    await pause(pauseMs)
    await healing?.stop()
    await pause(500)
    const { exitCode, signalCode } = target.child
    if (exitCode !== null || signalCode !== null) ends.push(`${exitCode ?? signalCode}`)
    await target.dispose()
  }
  return `${ends.length} of ${runs} ended${ends.length === 0 ? '' : ` (${ends.join(' ')})`}`
}

/** Whether a stream that is closed during its rundown harms: stopped, and cut short after 300 ms or (`at once`) with the stop. */
async function countCut(variant: SampleVariant, runs: number): Promise<string> {
  const ends: string[] = []
  const request: CollectRequest = {
    bufferMB: 16,
    providers: [{ name: runtimeProvider, keywords: 0x18n, level: 5, arguments: null }],
    rundown: 'default',
    stacks: true,
  }
  for (let run = 0; run < runs; run++) {
    const target = await startTarget({ variant, args: ['idle'] })
    const endpoint = endpointOf(target.pid)
    for (let round = 0; round < 5; round++) {
      const opened = await openSession(endpoint, request, nobody, closable)
      if (!opened.ok) break
      void opened.value.stop()
      await pause(run % 30)
      opened.value.abandon()
      await pause(300)
    }
    await open(endpoint).then((session) => session?.stop())
    await pause(300)
    const { exitCode, signalCode } = target.child
    if (exitCode !== null || signalCode !== null) ends.push(`${exitCode ?? signalCode}`)
    await target.dispose()
  }
  return `${ends.length} of ${runs} ended${ends.length === 0 ? '' : ` (${ends.join(' ')})`}`
}

const cases: readonly (readonly [number, How])[] = [
  [40, 'none'],
  [40, 'heal'],
  [40, 'heal and wait'],
  [63, 'wait'],
  [63, 'heal'],
  [63, 'heal and wait'],
  [64, 'wait'],
  [64, 'heal and wait'],
]
const figures: Record<string, Record<string, string>> = {}
for (const variant of variants) {
  const row: Record<string, string> = {}
  if (harmRuns > 0) {
    row['5 streams closed during their rundown'] = await countCut(variant, harmRuns)
    for (const abandoned of woken) row[`${abandoned} woken`] = await countEnded(variant, abandoned, harmRuns)
    figures[variant] = row
    console.error(variant, JSON.stringify(row))
    continue
  }
  for (const [abandoned, how] of cases) {
    const counts: string[] = []
    for (let run = 0; run < 3; run++) counts.push(await measure(variant, abandoned, how))
    row[`${abandoned} abandoned, ${how}`] = counts.join(' ')
  }
  figures[variant] = row
  console.error(variant, JSON.stringify(row))
}
console.log(JSON.stringify(figures))
