import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canBuildSamples, startTarget } from '../../../samples/start-target.ts'
import { privacyParts } from '../../../shared/case/privacy.ts'
import { quickChecklist } from '../../../shared/case/testing/quick-checklist.ts'
import { whyNoSshServer } from '../../machines/testing/ssh-server.ts'
import { CaseHost } from '../../workers/case/case-host.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { knownProcess } from '../known-target.ts'
import { MachineBench } from '../machines/testing/machine-bench.ts'
import { CaseCollector } from './collect/case-collector.ts'
import { createCollection } from './collect/create-collection.ts'
import { exportCase } from './export-case.ts'

const missing = canBuildSamples() ? whyNoSshServer() : 'no .NET SDK'
const isWanted = process.env['PIPESCOPE_FULL'] !== undefined && missing === null

const checklist = { ...quickChecklist, questions: [] }

describe.skipIf(!isWanted)(`a case of two machines${missing === null ? '' : ` (skipped: ${missing})`}`, () => {
  let bench: MachineBench
  let host: CaseHost
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-far-case-'))
  const workers = { recorder: '', 'recording-watch': '', 'case-files': '', foreign: '' }
  beforeAll(async () => {
    for (const name of Object.keys(workers) as (keyof typeof workers)[])
      // oxlint-disable-next-line no-await-in-loop -- they share a folder
      workers[name] = await bundleWorker(name, path.join(folder, 'workers'))
    host = new CaseHost(workers['case-files'])
    bench = await MachineBench.start()
  }, 120_000)
  afterAll(async () => {
    await host.close()
    await bench.end()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it('has what works over SSH of the far process, names what does not, and says which machine is whose', async () => {
    const far = await bench.target({ args: ['busy', 'meters'], env: { FAR_PASSWORD: 'hunter2hunter2' } })
    const near = await startTarget({ args: ['throw'] })
    bench.processes.start()
    await bench.connect()
    const farRow = await bench.ready(far.pid)
    const isHere = () => bench.processes.rows().find(({ pid, machine }) => pid === near.pid && machine === undefined)
    await expect.poll(() => isHere()?.state).toBe('ready')
    const words = { homeFolder: os.homedir(), userName: os.userInfo().username, hostName: os.hostname() }
    const parts = {
      directory: bench.processes,
      registry: bench.registry,
      host,
      recorderPath: workers.recorder,
      watchPath: workers['recording-watch'],
      targetOf: (key: string) => knownProcess(key, bench.processes),
      userName: () => null,
      tool: { name: 'Pipescope', version: '0', node: '', platform: '' },
      now: Date.now,
      reportBug: (where: string, cause: unknown) => `${where}: ${String(cause)}`,
      ownLog: () => '',
    }
    const zipPath = path.join(folder, 'case.zip')
    const created = await createCollection(zipPath, {
      createdMs: Date.now(),
      ticket: null,
      notes: null,
      checklist,
      wantsLogs: false,
      wantsHeap: true,
      resumes: false,
      dump: 'mini',
      rows: [farRow, isHere()!],
      added: [],
      words,
    })
    if (!created.ok) throw new Error(JSON.stringify(created.error))
    const signal = new AbortController().signal
    await new CaseCollector(parts, created.value, { signal, onSteps: () => undefined }).run()
    const made = await exportCase(parts, created.value, {
      zipPath,
      privacy: privacyParts,
      password: null,
      partBytes: null,
    })
    await near.dispose()
    if (!made.ok) throw new Error(JSON.stringify(made.error))
    const { document, summary, report } = made.value
    expect(report.isVerified).toBe(true)
    const stateOf = (at: number) =>
      Object.fromEntries(document.steps.filter(({ process }) => process === at).map(({ kind, state }) => [kind, state]))
    const here = ['machine', 'modules', 'dump']
    const everywhere = ['process', 'environment', 'counters', 'stacks', 'trace', 'heap-graph', 'findings']
    for (const kind of everywhere) expect([kind, stateOf(0)[kind], stateOf(1)[kind]]).toEqual([kind, 'done', 'done'])
    for (const kind of here)
      expect([kind, stateOf(0)[kind], stateOf(1)[kind]]).toEqual([kind, 'not-applicable', 'done'])
    expect(document.steps.find(({ kind }) => kind === 'dump')?.reason).toContain('runs on another machine')
    const [farMachine, nearMachine] = document.processes.map(({ machine }) => machine)
    expect([farMachine, nearMachine]).toEqual([expect.stringMatching(/^‹host-/), expect.stringMatching(/^‹host-/)])
    expect(farMachine).not.toBe(nearMachine)
    expect(summary).toContain(` on ${farMachine ?? ''}`)
    const counters = document.files.filter(({ name }) => name.endsWith('counters.csv')).map(({ name }) => name)
    expect(counters).toHaveLength(2)
    expect(far.child.exitCode).toBe(null)
  }, 180_000)
})
