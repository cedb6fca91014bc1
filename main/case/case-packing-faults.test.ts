import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canMountSmallDisk, mountSmallDisk } from '../../e2e/fixture/small-disk.ts'
import { must } from '../../shared/base/assert.ts'
import type { StepKind } from '../../shared/case/case-document.ts'
import { quickChecklist } from '../../shared/case/testing/quick-checklist.ts'
import { CaseFolder } from '../diagnostics/cases/case-folder.ts'
import { createCollection } from '../diagnostics/cases/collect/create-collection.ts'
import { exportCase, type ExportOrder, type ExportParts } from '../diagnostics/cases/export-case.ts'
import { testRow } from '../diagnostics/live/testing/fake-directory.ts'
import { CaseHost } from '../workers/case/case-host.ts'
import { bundleWorker } from '../workers/testing/bundle-worker.ts'
import type { CaseProgram } from './case-program.ts'
import { finish } from './finish-command.ts'
import { documentOf } from './testing/case-package.ts'
import { loggedTrace } from './testing/logged-trace.ts'

/* Log messages and findings are made of the masked recording while the package is written; each comes to grief in its turn. */

const kinds = ['logs', 'findings'] as const satisfies readonly StepKind[]
type PackedStep = (typeof kinds)[number]

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-packing-faults-'))
let workerPath: string
beforeAll(async () => void (workerPath = await bundleWorker('case-files', path.join(folder, 'program'))))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** With a recording, of a process that is gone by now: nothing can be asked of it any more. */
async function collected(place: string, isWhole = true): Promise<CaseFolder> {
  const created = await createCollection(path.join(place, 'case.zip'), {
    createdMs: Date.now(),
    ticket: null,
    notes: null,
    checklist: quickChecklist,
    wantsLogs: true,
    wantsHeap: false,
    resumes: false,
    dump: null,
    rows: [testRow(4121)],
    added: [],
    words: { homeFolder: '/home/orders', userName: 'orders', hostName: 'web1' },
  })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  const bytes = loggedTrace(['first', 'second', 'third'])
  const name = 'trace.nettrace'
  fs.writeFileSync(path.join(created.value.path, name), isWhole ? bytes : bytes.subarray(0, bytes.length - 1))
  const file = { name, path: name, title: 'Recording', form: 'trace', process: 0, step: 'trace' } as const
  const verdict = isWhole ? 'complete' : 'partial'
  const reason = isWhole ? null : 'The process ended.'
  created.value.change(({ steps }) => ({
    finishedMs: Date.now(),
    steps: steps.map((step) => {
      if (step.kind === 'trace') return { ...step, state: isWhole ? 'done' : 'partial', reason }
      return step.state === 'waiting' && !kinds.some((kind) => kind === step.kind)
        ? { ...step, state: 'failed', reason: 'The process has exited.' }
        : step
    }),
    files: [{ ...file, redaction: 'masked', verdict, reasons: isWhole ? [] : ['The process ended.'] }],
  }))
  await created.value.settled()
  return created.value
}

const partsOf = (host: CaseHost): ExportParts => ({
  host,
  tool: { name: 'Pipescope', version: '0', node: '', platform: '' },
  now: Date.now,
  ownLog: () => '',
})
const orderOf = (place: string): ExportOrder => {
  return { zipPath: path.join(place, 'case.zip'), privacy: [], password: null, partBytes: null }
}

/** A host whose look at the recording is disturbed: by then `logs` are half written, for `findings` they are there. */
function disturbed(host: CaseHost, kind: PackedStep, disturb: () => Promise<void>): CaseHost {
  const ask: CaseHost['ask'] = async (name, request, options) => {
    if (name !== 'look') return host.ask(name, request, options)
    if (kind === 'logs') await disturb()
    const answer = await host.ask(name, request, options)
    if (kind === 'findings') await disturb()
    return answer
  }
  return { ask } as CaseHost
}

/** `--finish`, as whoever finds the folder does it. */
async function finished(collecting: string, out: string) {
  const host = new CaseHost(workerPath)
  let stdout = ''
  const io = { stdout: (text: string) => (stdout += text), stderr: () => undefined }
  const choice = { privacy: [], passwordFile: null, partBytes: null } as const
  try {
    const program = { ...partsOf(host), io } as unknown as CaseProgram
    expect(await finish({ kind: 'finish', folder: collecting, out, ...choice }, program)).toBe(2)
  } finally {
    await host.close()
  }
  return documentOf(must(stdout.trimEnd().split('\n').at(-1), 'a path'))
}

type Finished = Awaited<ReturnType<typeof finished>>
const stateOf = (document: Finished, kind: StepKind) => document.steps.find((step) => step.kind === kind)?.state
function expectWhole(document: Finished): void {
  const names = document.files.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['trace.nettrace', 'logs.ndjson', 'findings.json']))
  expect([stateOf(document, 'logs'), stateOf(document, 'findings')]).toEqual(['done', 'done'])
}

describe.each(kinds)('the step %s', (kind) => {
  test('is made anew when the run that made it was killed', async () => {
    const place = path.join(folder, `kill-${kind}`)
    const { path: collecting } = await collected(place)
    const host = new CaseHost(workerPath)
    await new Promise<void>((reached) => {
      const never = disturbed(host, kind, () => {
        reached()
        return new Promise(() => undefined)
      })
      void collectedAgain(collecting).then((again) => exportCase(partsOf(never), again, orderOf(place)))
    })
    await host.close()
    // Halves that a kill leaves.
    fs.writeFileSync(path.join(place, 'case.masking', '0.logs.ndjson'), '{"time":')
    fs.writeFileSync(path.join(place, 'case.zip.0123456789ab.part'), 'half')
    const document = await finished(collecting, place)
    expectWhole(document)
    expect(fs.readdirSync(place).filter((name) => /masking|part$/.test(name))).toEqual([])
  })

  test('needs nothing of a process that is gone', async () => {
    const place = path.join(folder, `gone-${kind}`)
    const { path: collecting } = await collected(place, false)
    const document = await finished(collecting, place)
    expect(stateOf(document, 'trace')).toBe('partial')
    expectWhole(document)
  })

  test.skipIf(!canMountSmallDisk())('on a full disk costs nothing that was collected', async () => {
    const disk = must(mountSmallDisk(8), 'a small disk')
    const host = new CaseHost(workerPath)
    try {
      const place = path.join(folder, `disk-${kind}`)
      const caseFolder = await collected(place)
      const full = disturbed(host, kind, () => Promise.resolve(fill(disk.folder)))
      const exported = await exportCase(partsOf(full), caseFolder, orderOf(disk.folder))
      expect(exported).toMatchObject({ ok: false, error: { kind: 'io', code: 'ENOSPC' } })
      expect(fs.readdirSync(disk.folder)).toEqual(['fills-it'])
      expectWhole(await finished(caseFolder.path, place))
    } finally {
      await host.close()
      disk.dispose()
    }
  })
})

async function collectedAgain(collecting: string): Promise<CaseFolder> {
  const opened = await CaseFolder.open(collecting)
  if (!opened.ok) throw new Error(JSON.stringify(opened.error))
  return opened.value
}

function fill(place: string): void {
  const fd = fs.openSync(path.join(place, 'fills-it'), 'w')
  try {
    for (;;) fs.writeSync(fd, Buffer.alloc(4096))
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
  } finally {
    fs.closeSync(fd)
  }
}
