import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { bundleWorker } from './testing/bundle-worker.ts'
import type { TrialProtocol } from './testing/trial-worker.ts'
import { WorkerClient, type WorkerClientOptions } from './worker-client.ts'
import { pause } from '../os/pause.ts'

let folder: string
let workerPath: string
const clients: WorkerClient<TrialProtocol>[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'worker-client-'))
  workerPath = await bundleWorker('trial-worker', folder)
})
afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function overAtFirstBeat(onOver: (waitedMs: number) => void) {
  return { beat: () => onOver(20), dispose: () => undefined }
}

function start(options: Partial<WorkerClientOptions<TrialProtocol>> = {}) {
  const messages: TrialProtocol['fromWorker'][] = []
  const crashes: string[] = []
  const client = new WorkerClient<TrialProtocol>({
    workerPath,
    name: 'trial',
    onMessage: (message) => messages.push(message),
    onCrash: (reason) => crashes.push(reason),
    ...options,
  })
  clients.push(client)
  return { client, messages, crashes }
}

test('answers match their questions, messages arrive in order', async () => {
  const { client, messages } = start()
  client.send({ kind: 'note', text: 'first' })
  const answers = Promise.all([client.ask('echo', 'a'), client.ask('count', { to: 20 }), client.ask('echo', 'b')])
  client.send({ kind: 'note', text: 'last' })
  expect(await answers).toEqual(['a', 20, 'b'].map((value) => ({ ok: true, value })))
  await expect.poll(() => messages.at(-1)).toEqual({ kind: 'noted', text: 'last' })
  expect(messages.map(({ text }) => text)).toEqual(['first', 'a', 'b', 'last'])
})

test('a thread that crashes fails pending questions with its reason, and reports it once', async () => {
  const { client, crashes } = start()
  const waiting = client.ask('count', { to: Number.POSITIVE_INFINITY })
  const error = { kind: 'worker-ended', what: 'trial', reason: 'boom', isOutOfMemory: false }
  expect(await client.ask('crash', 'boom')).toEqual({ ok: false, error })
  expect(await waiting).toEqual({ ok: false, error })
  expect(crashes).toEqual(['boom'])
  expect(client.hasCrashed).toBe(true)
  expect(await client.ask('echo', 'a')).toEqual({ ok: false, error: { kind: 'not-found', what: 'trial' } })
  expect(client.send({ kind: 'note', text: 'a' })).toBe(false)
  await client.close()
  expect(crashes).toHaveLength(1)
})

test('a thread that exceeds its memory ends alone, with an out-of-memory error', async () => {
  const { client, crashes } = start({ limits: { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2 } })
  const outcome = await client.ask('fill-memory', null)
  expect(outcome).toMatchObject({ ok: false, error: { kind: 'worker-ended', what: 'trial', isOutOfMemory: true } })
  expect(crashes).toEqual(['ERR_WORKER_OUT_OF_MEMORY'])
})

test('closing a hung thread terminates it and cancels pending questions', async () => {
  const { client, messages, crashes } = start({ closeDeadlineMs: 20 })
  const blocked = client.ask('block', 600_000)
  await expect.poll(() => messages).toHaveLength(1)
  const waiting = client.ask('echo', 'a')
  await client.close()
  expect(await blocked).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(await waiting).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(crashes).toEqual([])
})

test('what a thread was writing when it was ended is removed, what it had finished stays', async () => {
  const { client, messages } = start({ closeDeadlineMs: 20 })
  const file = path.join(folder, 'export.csv')
  const written = client.ask('write', file)
  await expect.poll(() => messages).toHaveLength(1)
  await client.close()
  expect(await written).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect((await readdir(folder)).filter((name) => name.startsWith('export'))).toEqual(['export.csv'])
})

test('an aborted question is cancelled here and in the thread, which stays', async () => {
  const { client, messages } = start()
  const abort = new AbortController()
  let seen = 0
  const outcome = await client.ask(
    'count',
    { to: Number.POSITIVE_INFINITY },
    {
      signal: abort.signal,
      onProgress: (at) => {
        seen = at
        if (at === 3) abort.abort()
      },
    },
  )
  expect(outcome).toEqual({ ok: false, error: { kind: 'cancelled' } })
  expect(seen).toBe(3)
  await expect.poll(() => messages).toEqual([{ kind: 'noted', text: 'cancelled' }])
  expect(await client.ask('echo', 'a')).toEqual({ ok: true, value: 'a' })
  expect(await client.ask('echo', 'a', { signal: abort.signal })).toEqual({ ok: false, error: { kind: 'cancelled' } })
})

test('a question cancelled while queued is never started', async () => {
  const { client, messages } = start()
  const abort = new AbortController()
  const first = client.ask('block', 50)
  const second = client.ask('echo', 'cancelled', { signal: abort.signal })
  const third = client.ask('echo', 'asked')
  abort.abort()
  expect(await second).toEqual({ ok: false, error: { kind: 'cancelled' } })
  await Promise.all([first, third])
  expect(messages.map(({ text }) => text)).toEqual(['block', 'asked'])
})

test('a deadline answers with timeout and cancels the question in the thread', async () => {
  const error = { kind: 'timeout', operation: 'count', timeoutMs: 20 }
  const endless = { to: Number.POSITIVE_INFINITY }
  // The thread may not even run by then.
  expect(await start().client.ask('count', endless, { deadline: 20 })).toEqual({ ok: false, error })
  const { client, messages } = start()
  await client.ask('echo', 'it runs by now')
  messages.length = 0
  expect(await client.ask('count', endless, { deadline: overAtFirstBeat })).toEqual({ ok: false, error })
  await expect.poll(() => messages).toEqual([{ kind: 'noted', text: 'cancelled' }])
})

test('a deadline that counts silence hears the progress of its question', async () => {
  const { client } = start()
  let beats = 0
  let isDisposed = false
  const deadline = () => ({ beat: () => beats++, dispose: () => (isDisposed = true) })
  expect(await client.ask('count', { to: 5 }, { deadline })).toEqual({ ok: true, value: 5 })
  expect({ beats, isDisposed }).toEqual({ beats: 5, isDisposed: true })
})

test('transferred buffers are empty afterwards, and answers are transferred back', async () => {
  const { client } = start()
  const bytes = new ArrayBuffer(1000)
  const doubled = await client.ask('double', bytes, { transfer: [bytes] })
  expect(bytes.byteLength).toBe(0)
  expect(doubled.ok && doubled.value.byteLength).toBe(2000)
})

test('a thread terminated for a reason reports that reason', async () => {
  const { client, crashes } = start()
  const waiting = client.ask('block', 600_000)
  client.terminate('too slow')
  expect(await waiting).toMatchObject({ ok: false, error: { kind: 'worker-ended', reason: 'too slow' } })
  await client.ended
  expect(crashes).toEqual(['too slow'])
})

test('a thread that says nothing while something is asked of it is ended, with how long it was silent', async () => {
  const { client, crashes } = start({ silenceMs: () => 2000, closeDeadlineMs: 1 })
  const counted = await client.ask('count', { to: 3 })
  expect(counted).toEqual({ ok: true, value: 3 })
  const reason = 'no sign of life for 2000 ms'
  const error = { kind: 'worker-ended', what: 'trial', reason, isOutOfMemory: false, silentMs: 2000 }
  expect(await client.ask('block', 600_000)).toEqual({ ok: false, error })
  expect(crashes).toEqual([reason])
  await client.ended
})

test('an idle thread may be silent', async () => {
  const { client, crashes } = start({ silenceMs: () => 1 })
  await pause(30)
  expect(client.isOpen).toBe(true)
  expect(crashes).toEqual([])
})
