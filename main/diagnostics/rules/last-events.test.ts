import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import { usualLimits, type Rule } from '../../../shared/rules/rule.ts'
import type { ScriptedRuntime } from '../../demo/scripted-runtime/scripted-runtime.ts'
import { CounterStream } from '../../events/testing/counter-stream.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { RulesHost } from '../../workers/rules/rules-host.ts'
import { FakeDirectory, testRow } from '../live/testing/fake-directory.ts'
import { listenScripted } from '../live/testing/scripted-target.ts'
import { SessionRegistry } from '../session-registry.ts'
import { EventReadings } from './event-readings.ts'
import type { RuleActions } from './rule-actions.ts'
import { RuleEngine } from './rule-engine.ts'
import { RuleStore } from './rule-store.ts'

/** A process whose end is on the process list before the thread of the rules has been handed its last events. */
let folder: string
let worker: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-last-'))
  worker = await bundleWorker('rules', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const row = testRow(7)
const nothing = (): void => undefined
const clocks = () => ({ nowMs: Date.now(), ticksMs: performance.now() })
const rule: Rule = {
  ...readyMade[0]!.rule,
  applications: { name: '*', commandLine: '', allUsers: false },
  conditions: [{ kind: 'exception', type: '*', message: '', count: 1, withinMs: 10_000 }],
  actions: [{ kind: 'save-flight', lastMs: 10_000 }],
  limits: { ...usualLimits, leastFreeBytes: 0 },
}

/** Says nothing but one exception. */
function throwOnce(): Promise<ScriptedRuntime> {
  const stream = new CounterStream()
  stream.runtime(80, 1000, [0])
  const bytes = Buffer.from(stream.take()).toString('base64')
  return listenScripted(row, path.join(folder, 's'), {
    faults: [{ command: 'collect', fault: { kind: 'stream-replayed', bytes }, times: 1 }],
  })
}

test('the last events of a process fire its rules when its end is known before they were looked at', async () => {
  const runtime = await throwOnce()
  const directory = new FakeDirectory()
  const store = new RuleStore({ path: path.join(folder, 'rules.json'), clocks, applicationKey: (text) => text })
  const host = new RulesHost(worker, (reason) => expect.fail(reason))
  const registry = new SessionRegistry({ journalPath: null })
  let noteReceived = nothing
  const received = new Promise<void>((resolve) => (noteReceived = resolve))
  const kept: Promise<boolean>[] = []
  let keepsAtExit: (() => Promise<boolean>) | null = null
  const actions: Pick<RuleActions, 'do' | 'hasFlight' | 'keepFlight' | 'dropFlight' | 'flightProblem'> = {
    // As the recorder does it: saved when it was told that it is wanted.
    do: async () => ok((await kept[0]) === true ? [{ path: '/srv/a.nettrace', fileId: null, sizeBytes: 1 }] : []),
    hasFlight: () => keepsAtExit !== null,
    keepFlight: (_row, _lastMs, asked) => {
      keepsAtExit = asked
      return Promise.resolve(ok('job-1'))
    },
    flightProblem: () => null,
    dropFlight: () => Promise.resolve(),
  }
  const engine = new RuleEngine({
    directory: Object.assign(directory, { setWatched: () => undefined }),
    store,
    claims: {
      onChange: nothing,
      follow: nothing,
      isOurs: () => true,
      holderOf: () => null,
      end: nothing,
    },
    actions: actions as RuleActions,
    sources: {
      live: () => ({ whenRead: () => Promise.resolve(), dispose: nothing }),
      containerMemory: () => null,
      events: ({ key, runtimeVersion }, parts) =>
        new EventReadings({
          registry: {
            open: (endpoint, request, hooks, options) =>
              registry.open(
                endpoint,
                request,
                { ...hooks, onChunk: (bytes) => (hooks.onChunk?.(bytes), noteReceived()) },
                options,
              ),
          },
          host,
          endpoint: directory.endpointOf(key)!,
          runtimeVersion,
          ...parts,
        }),
    },
    clocks,
    folderOf: () => folder,
    onChange: nothing,
    onFlightProblem: nothing,
    onFilesProblem: nothing,
    reportBug: () => 'reference',
  })
  store.put({ id: 'a', rule, isArmed: true, off: null })
  engine.rulesChanged()
  directory.put(row, path.join(folder, 's'))
  await received
  await expect.poll(() => keepsAtExit).not.toBeNull()
  kept.push(keepsAtExit!())
  directory.change(row.key, { state: 'exited' })
  runtime.dispose()
  await engine.whenIdle()
  expect(store.journal).toMatchObject([{ outcome: 'done', actions: [{ state: 'done', files: [{ sizeBytes: 1 }] }] }])
  expect(await kept[0]).toBe(true)
  await engine.end()
  host.dispose()
  await registry.stopAll()
})
