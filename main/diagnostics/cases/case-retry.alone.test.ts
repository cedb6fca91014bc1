import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { must } from '../../../shared/base/assert.ts'
import { quickChecklist } from '../../../shared/case/testing/quick-checklist.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { readCase } from '../../workers/case/verify-case.ts'
import { JobRegistry } from '../jobs/job-registry.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { CaseRun, type CaseRunParts, type ExportChoice } from './case-run.ts'
import { createCollection } from './collect/create-collection.ts'
import type { StepContext, StepOutcome } from './collect/step-context.ts'

/** A process that can't be dumped at the first try. */
let tries = 0
let dumpName = 'memory.bin'
let dumpVerdict: 'complete' | 'partial' = 'complete'
vi.mock('./collect/dump-step.ts', () => ({
  dumpStep: (context: StepContext): Promise<StepOutcome> => {
    tries += 1
    if (tries === 1) return Promise.resolve({ state: 'failed', reason: 'It is stopped.' })
    fs.writeFileSync(path.join(context.work, dumpName), 'hunter2 of the memory')
    const about = { title: 'Dump', form: 'none', redaction: 'not-possible', verdict: dumpVerdict } as const
    return Promise.resolve({
      state: dumpVerdict === 'complete' ? 'done' : 'partial',
      reason: dumpVerdict === 'complete' ? null : 'The dump is incomplete.',
      files: [context.fileOf({ ...about, name: dumpName, path: dumpName, reasons: [] })],
    })
  },
}))

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-case-retry-'))
let workerPath: string
beforeAll(async () => void (workerPath = await bundleWorker('case-files', folder)))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const choice: ExportChoice = { privacy: ['traces'], excluded: [], password: null, partBytes: null }

const nothing = (): null => null

async function newRun(name: string) {
  tries = 0
  dumpName = 'memory.bin'
  dumpVerdict = 'complete'
  const zipPath = path.join(folder, name, 'case.zip')
  const row = testRow(4121)
  const created = await createCollection(zipPath, {
    createdMs: Date.now(),
    ticket: null,
    notes: null,
    checklist: { ...quickChecklist, steps: [] },
    wantsLogs: false,
    wantsHeap: false,
    resumes: false,
    dump: 'mini',
    rows: [row],
    added: [],
    words: { homeFolder: '/home/orders', userName: 'orders', hostName: 'web1' },
  })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  const jobs = new JobRegistry({ journal: null, now: Date.now })
  const parts = {
    workerPath,
    jobs,
    savedFiles: { add: () => ({ id: 'package' }) },
    list: { keep: () => Promise.resolve(), forget: () => Promise.resolve() },
    directory: { rowOf: nothing, detailsOf: nothing },
    tool: { name: 'Pipescope', version: '0', node: '', platform: '' },
    onChange: nothing,
    now: Date.now,
    ownLog: () => '',
    reportBug: (where: string, cause: unknown) => `${where}: ${String(cause)}`,
  } as unknown as CaseRunParts
  const run = new CaseRun(parts, created.value, zipPath, false)
  const whenIdle = async (): Promise<void> => {
    await jobs.whenIdle()
    await expect.poll(() => run.isBusy).toBe(false)
  }
  return { run, whenIdle }
}

const packed = (run: CaseRun): readonly string[] => must(run.state().package, 'a package').files.map(({ name }) => name)

describe('a dump that is taken when its step is tried again', () => {
  test('is in the package that is made anew where the case was started with it', async () => {
    const { run, whenIdle } = await newRun('asked')
    run.collect(choice)
    await whenIdle()
    expect(packed(run)).not.toContain('memory.bin')
    expect(run.retry('dump', 0)).toMatchObject({ ok: true })
    await whenIdle()
    expect(packed(run)).toContain('memory.bin')
  })

  test('stays out of it where nobody was asked about dumps, until an export asks', async () => {
    const { run, whenIdle } = await newRun('not-asked')
    run.collect(null)
    await whenIdle()
    run.export(choice)
    await whenIdle()
    run.retry('dump', 0)
    await whenIdle()
    expect(run.state().files.map(({ name }) => name)).toContain('memory.bin')
    expect(packed(run)).not.toContain('memory.bin')
    expect(must(run.state().package, 'a package').redactionText).toContain('memory.bin')
    run.export(choice)
    await whenIdle()
    expect(packed(run)).toContain('memory.bin')
  })

  test('is not taken again once there is one', async () => {
    const { run, whenIdle } = await newRun('once')
    run.collect(null)
    await whenIdle()
    run.retry('dump', 0)
    await whenIdle()
    expect(run.retry('dump', 0)).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
    expect(tries).toBe(2)
  })
})

const isDamaged = ({ name }: { readonly name: string }): boolean => name === 'memory.core'

async function readPackageOf(run: CaseRun) {
  const watch = { signal: new AbortController().signal, onBytes: () => undefined }
  const read = await readCase(must(run.state().package, 'a package').paths, null, watch)
  if (!read.ok) throw new Error(read.error.kind)
  return read.value
}

test('a file that nothing can open is packed with a word about it, and does not keep the package from being made', async () => {
  const { run, whenIdle } = await newRun('damaged')
  dumpName = 'memory.core'
  run.collect(choice)
  await whenIdle()
  run.retry('dump', 0)
  await whenIdle()
  const reason = 'It was damaged before it was packed: not a dump.'
  const { document, summary, isVerified, files } = await readPackageOf(run)
  expect(document?.files.find(isDamaged)).toMatchObject({ verdict: 'unverified', reasons: [reason] })
  expect(document?.steps.find(({ kind }) => kind === 'dump')).toMatchObject({ state: 'partial', reason })
  expect(summary).toContain(reason)
  expect(isVerified).toBe(true)
  expect(files.find(isDamaged)).toMatchObject({ fault: null, knownFault: 'not a dump', opens: false })
})

test('nobody is sent to a file that was cut off so early that it can’t be opened', async () => {
  const { run, whenIdle } = await newRun('cut')
  dumpName = 'memory.core'
  dumpVerdict = 'partial'
  run.collect(choice)
  await whenIdle()
  run.retry('dump', 0)
  await whenIdle()
  const { document, summary, isVerified } = await readPackageOf(run)
  expect(isVerified).toBe(true)
  expect(document?.files.find(isDamaged)).toMatchObject({ verdict: 'unverified' })
  expect(document?.steps.find(({ kind }) => kind === 'dump')).toMatchObject({
    state: 'partial',
    reason: 'The dump is incomplete. It was damaged before it was packed: not a dump.',
  })
  expect(summary).toContain('memory.core is damaged and can’t be opened.')
  expect(summary).not.toContain('Start with memory.core')
})
