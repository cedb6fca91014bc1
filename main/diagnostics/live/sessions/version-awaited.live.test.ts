import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget, type SampleTarget } from '../../../../samples/start-target.ts'
import { defaultSettings } from '../../../../shared/model/settings.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { bundleWorker } from '../../../workers/testing/bundle-worker.ts'
import { processInfo } from '../../client.ts'
import { ProcessDirectory } from '../../processes/directory/directory.ts'
import { SessionRegistry } from '../../session-registry.ts'
import { LiveService } from '../live-service.ts'
import { liveSessionOpener } from './open-live-session.ts'
import { RecordingSink, until } from '../testing/recording-sink.ts'

/* The real process list and a real process whose answer is late: its answer is held back, or it is stopped before it can be asked. */

let folder: string
let target: SampleTarget
let directory: ProcessDirectory
let service: LiveService
/** The version by whose rules each session was opened. */
let opened: (string | null)[]

async function startService(whenAnswered: Promise<unknown> = Promise.resolve()): Promise<void> {
  directory = new ProcessDirectory({
    storageFolder: null,
    ownPid: -1,
    ask: async (endpoint, options) => {
      const answer = await processInfo(endpoint, options)
      if (endpoint.pid === target.pid) await whenAnswered
      return answer
    },
  })
  const open = liveSessionOpener(new SessionRegistry({ journalPath: null }))
  service = new LiveService({
    directory,
    openSession: (endpoint, plan, hooks, runtimeVersion) => {
      opened.push(runtimeVersion)
      return open(endpoint, plan, hooks, runtimeVersion)
    },
    workerPath: await bundleWorker('live-worker', folder),
    storageFolder: folder,
    settings: { current: defaultSettings, update: async () => undefined },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  })
  directory.start()
}

const rowNow = () => directory.rows().find(({ pid }) => pid === target.pid)

async function openInLive(state: ProcessRow['state']): Promise<RecordingSink> {
  await until(`a row that is ${state}`, () => rowNow()?.state === state)
  const row = rowNow()
  expect(row?.runtimeVersion).toBeNull()
  const answer = await service.open({ processKey: row?.key ?? '', intervalMs: 1000 }, 'test')
  if (!answer.ok) throw new Error(JSON.stringify(answer.error))
  const sink = new RecordingSink()
  service.attach(answer.value.liveId, sink)
  return sink
}

/** Both sessions, each opened once, by the rules of the version that was waited for. */
async function expectBothAtOnce(sink: RecordingSink): Promise<void> {
  for (const source of ['meter', 'event-counter'])
    await until(`values of a ${source}`, () => sink.values.some(({ instrument }) => instrument.source === source))
  const version = rowNow()?.runtimeVersion
  expect(version).toMatch(/^10\./)
  expect(opened).toEqual([version, version])
}

describe.skipIf(!canBuildSamples())('Live on a process whose version is not known yet', () => {
  beforeEach(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'version-awaited-'))
    opened = []
    target = await startTarget({ args: ['busy'] })
  })
  afterEach(async () => {
    target.child.kill('SIGCONT')
    await service.closeAll()
    directory.dispose()
    await target.dispose()
    rmSync(folder, { recursive: true, force: true })
  })

  it('opens no session while the answer is outstanding, and both once it is there', async () => {
    const answering = new AbortController()
    await startService(new Promise((resolve) => answering.signal.addEventListener('abort', resolve)))
    const sink = await openInLive('asking')
    await until('the status', () => sink.status?.phase === 'starting')
    expect(opened).toEqual([])
    answering.abort()
    await expectBothAtOnce(sink)
  })

  it('opens no session on a stopped one that was never asked, and both once it runs and has answered', async () => {
    target.child.kill('SIGSTOP')
    await startService()
    const sink = await openInLive('stopped')
    await until('the status', () => sink.status?.phase === 'paused')
    expect(opened).toEqual([])
    target.child.kill('SIGCONT')
    await expectBothAtOnce(sink)
  })
})
