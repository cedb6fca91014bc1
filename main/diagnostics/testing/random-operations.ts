import { spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { once } from 'node:events'
import type { CollectRequest } from '../../protocol/collect-request.ts'
import { encodeCollectTracing } from '../../protocol/encode-collect.ts'
import { Random } from '../../protocol/testing/mutated-replies.ts'
import type { TargetFacts } from '../../protocol/target-facts.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { generateCoreDump } from '../client-actions.ts'
import { processEnvironment, processInfo, resumeRuntime } from '../client.ts'
import { openSession } from '../session.ts'
import type { Session } from '../session-model.ts'
import { runtimeProvider, sampleProvider } from '../../../shared/model/runtime-providers.ts'

/*
 * A careless client: random but well-formed operations against one live process, sessions stopped, cut short, dropped, and clients
 * killed in the middle. Whatever it does, the process must not come to harm.
 */

export type OperationName =
  | 'open'
  | 'stop'
  | 'stop-without-rundown'
  | 'abandon'
  | 'info'
  | 'environment'
  | 'resume'
  | 'cancelled-open'
  | 'dump'
  | 'kill-client'

/** How often, out of the sum. A dump takes a second and a killed client a process: they are rare. */
const weights: readonly (readonly [OperationName, number])[] = [
  ['open', 30],
  ['stop', 20],
  ['stop-without-rundown', 8],
  ['abandon', 6],
  ['info', 14],
  ['environment', 8],
  ['resume', 4],
  ['cancelled-open', 6],
  ['dump', 1],
  ['kill-client', 3],
]
/** Of sessions at a time; those of killed clients come on top, until the next one wakes them. */
const maxOpen = 7

const providers = ['System.Runtime', runtimeProvider, sampleProvider, 'No-Such']

export interface OperationCounts {
  readonly done: Readonly<Record<OperationName, number>>
  /** Kinds of errors that operations ended with. */
  readonly errors: Readonly<Record<string, number>>
  readonly receivedBytes: number
}

export async function runRandomOperations(
  target: { readonly endpoint: Endpoint; readonly facts: TargetFacts },
  count: number,
  seed: number,
): Promise<OperationCounts> {
  const { endpoint } = target
  const random = new Random(seed)
  const sessions: Session[] = []
  const errors: Record<string, number> = {}
  const done = Object.fromEntries(weights.map(([name]) => [name, 0])) as Record<OperationName, number>
  let receivedBytes = 0
  const hooks = { onChunk: (bytes: ArrayBuffer) => void (receivedBytes += bytes.byteLength), onEnd: () => undefined }
  const note = (outcome: { readonly ok: boolean; readonly error?: { readonly kind: string } }): void => {
    const kind = outcome.error?.kind
    if (!outcome.ok && kind !== undefined) errors[kind] = (errors[kind] ?? 0) + 1
  }
  const take = (): Session | undefined => sessions.splice(random.below(Math.max(1, sessions.length)), 1)[0]

  for (let index = 0; index < count; index++) {
    const name = pick(random)
    done[name]++
    switch (name) {
      case 'open': {
        if (sessions.length >= maxOpen) await take()?.stop()
        const opened = await openSession(endpoint, anyRequest(random), hooks, {
          runtimeVersion: target.facts.runtimeVersion,
        })
        note(opened)
        if (opened.ok) sessions.push(opened.value)
        break
      }
      case 'stop':
        note((await take()?.stop()) ?? { ok: true })
        break
      case 'stop-without-rundown':
        note((await take()?.stopWithoutRundown()) ?? { ok: true })
        break
      case 'abandon':
        take()?.abandon()
        break
      case 'info':
        note(await processInfo(endpoint, { commandLineBytes: target.facts.commandLineBytes }))
        break
      case 'environment':
        note(await processEnvironment(endpoint))
        break
      case 'resume':
        note(await resumeRuntime(endpoint))
        break
      case 'cancelled-open': {
        const signal = AbortSignal.timeout(random.below(4))
        const opened = await openSession(endpoint, anyRequest(random), hooks, { runtimeVersion: null, signal })
        if (opened.ok) await opened.value.stop()
        break
      }
      case 'dump':
        note(await dumpOnce(target, random))
        break
      case 'kill-client':
        await killClient(endpoint, anyRequest(random))
        break
    }
  }
  for (const stopped of await Promise.all(sessions.map((session) => session.stop()))) note(stopped)
  return { done, errors, receivedBytes }
}

function pick(random: Random): OperationName {
  let at = random.below(weights.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [name, weight] of weights) {
    if (at < weight) return name
    at -= weight
  }
  return 'info'
}

function anyRequest(random: Random): CollectRequest {
  const count = 1 + random.below(2)
  return {
    bufferMB: 1 + random.below(16),
    providers: Array.from({ length: count }, () => ({
      name: providers[random.below(providers.length)] ?? 'No-Such',
      keywords: [0n, 0x1n, 0x8000n][random.below(3)] ?? 0n,
      level: random.below(6),
      // One second: a quicker first counter session is known to be able to lock up a starting runtime.
      arguments: random.below(2) === 0 ? null : 'EventCounterIntervalSec=1',
    })),
    rundown: random.below(3) === 0 ? 'default' : 'none',
    stacks: random.below(2) === 0,
  }
}

async function dumpOnce(
  target: { readonly endpoint: Endpoint; readonly facts: TargetFacts },
  random: Random,
): Promise<{ readonly ok: boolean; readonly error?: { readonly kind: string } }> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-dump-'))
  try {
    const file = path.join(folder, `${random.below(1000)}.dmp`)
    return await generateCoreDump(target, { path: file, type: 'mini', flags: 0 })
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

/** A client of its own that opens a session and is killed as soon as the runtime has answered. */
async function killClient(endpoint: Endpoint, request: CollectRequest): Promise<void> {
  const encoded = encodeCollectTracing({ ...request, rundown: 'none', stacks: true }, 2)
  if (!encoded.ok) return
  const bytes = Buffer.from(encoded.value.bytes).toString('hex')
  const program = `
    const socket = require('node:net').connect(process.argv[1], () => socket.write(Buffer.from(process.argv[2], 'hex')))
    socket.once('data', () => console.log('open'))
    socket.on('error', () => console.log('failed'))`
  const child = spawn(process.execPath, ['-e', program, endpoint.path, bytes], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await ended
}
