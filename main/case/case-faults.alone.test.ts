import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { canMountSmallDisk, mountSmallDisk } from '../../e2e/fixture/small-disk.ts'
import { must } from '../../shared/base/assert.ts'
import { type CaseDocument, type CaseStep, type StepKind, stepKinds } from '../../shared/case/case-document.ts'
import { plainCase } from '../diagnostics/cases/testing/plain-case.ts'
import { reasons } from '../diagnostics/cases/case-words.ts'
import { CaseCollector, packingSteps } from '../diagnostics/cases/collect/case-collector.ts'
import { createCollection } from '../diagnostics/cases/collect/create-collection.ts'
import type { CollectorParts, StepContext, StepOutcome } from '../diagnostics/cases/collect/step-context.ts'
import { elfCore } from '../diagnostics/dumps/testing/elf-core.ts'
import { testRow } from '../diagnostics/live/testing/fake-directory.ts'
import { gcDumpBytes } from '../heap/testing/gcdump-bytes.ts'
import { plainFacts } from '../heap/testing/plain-facts.ts'
import { PlantedHeap } from '../heap/testing/planted-heap.ts'
import { CaseHost } from '../workers/case/case-host.ts'
import { bundleWorker } from '../workers/testing/bundle-worker.ts'
import type { CaseProgram } from './case-program.ts'
import { finish } from './finish-command.ts'
import { documentOf } from './testing/case-package.ts'

type Fault = 'kill' | 'disk' | 'gone'

/** What each step makes, of bytes as it makes them; of a table that is made of a raw file no half is worth anything here. */
const makes: Readonly<Partial<Record<StepKind, { readonly name: string; readonly isKeptHalf: boolean }>>> = {
  process: { name: 'process.json', isKeptHalf: true },
  environment: { name: 'environment.json', isKeptHalf: true },
  machine: { name: 'machine.json', isKeptHalf: true },
  modules: { name: 'modules.json', isKeptHalf: true },
  flight: { name: 'flight.nettrace', isKeptHalf: false },
  counters: { name: 'counters.csv', isKeptHalf: false },
  stacks: { name: 'stacks.txt', isKeptHalf: true },
  trace: { name: 'trace.nettrace', isKeptHalf: true },
  'heap-graph': { name: 'heap.gcdump', isKeptHalf: false },
  dump: { name: 'dump_mini.core', isKeptHalf: true },
}
const collected = stepKinds.filter((kind) => !packingSteps.includes(kind))
/** Every step under every fault takes most of a minute on a busy machine: some of each are always tested, all in the full test. */
const isFull = process.env['PIPESCOPE_FULL'] !== undefined
const tested = (...always: readonly StepKind[]): readonly StepKind[] => (isFull ? collected : always)
const nameOf = (kind: StepKind): string => must(makes[kind], `what ${kind} makes`).name
const before = (kind: StepKind): readonly string[] => collected.slice(0, collected.indexOf(kind)).map(nameOf)

const trace = fs.readFileSync(path.join(import.meta.dirname, '../../fixtures/traces/net10-fields.nettrace'))
let plan: { readonly kind: StepKind; readonly fault: Fault; readonly onReached: () => void } | null = null

vi.mock('../diagnostics/cases/collect/collect-steps.ts', async (original) => {
  const { steps: real } = await original<typeof import('../diagnostics/cases/collect/collect-steps.ts')>()
  return { steps: Object.fromEntries(stepKinds.map((kind) => [kind, fakeOf(kind, real[kind])])) }
})

/** The step itself where its process is gone; else one that writes what such a step writes, and in its turn comes to grief. */
function fakeOf(kind: StepKind, real: (context: StepContext) => Promise<StepOutcome>) {
  return (context: StepContext): Promise<StepOutcome> => {
    const fault = plan?.kind === kind ? plan.fault : null
    if (fault === 'gone' && ['process', 'environment', 'counters', 'stacks', 'trace', 'heap-graph'].includes(kind))
      return real({ ...context, collection: { ...context.collection, wantsHeap: true } })
    if (fault === 'gone') return Promise.resolve({ state: 'failed', reason: `The process ended during ${kind}.` })
    if (fault === 'disk') fs.writeFileSync(path.join(context.work, 'fills-it'), Buffer.alloc(8 * 1024 * 1024))
    const name = nameOf(kind)
    const form = /\.(\w+)$/.exec(name)?.[1]
    fs.writeFileSync(path.join(context.work, name), contents[form ?? ''] ?? `what ${kind} captured\n`)
    if (fault === 'kill') {
      plan?.onReached()
      return new Promise(() => undefined)
    }
    const about = { title: kind, redaction: 'masked', verdict: 'complete', reasons: [] } as const
    const maskedAs = form === 'nettrace' ? 'trace' : form === 'json' ? 'json' : 'none'
    return Promise.resolve({ state: 'done', files: [context.fileOf({ ...about, name, path: name, form: maskedAs })] })
  }
}

function heapGraph(): Uint8Array {
  const heap = new PlantedHeap()
  heap.root('static', heap.object('Shop.Cache', 40))
  const facts = { ...plainFacts, processId: 4121, objectCount: 1, objectBytes: 40 }
  return gcDumpBytes({ graph: heap.graph(), facts })
}

const contents: Readonly<Record<string, string | Uint8Array>> = {
  json: '{}\n',
  nettrace: trace,
  gcdump: heapGraph(),
  // Of its memory nothing is there yet.
  core: elfCore(0x1000).subarray(0, 0x1000),
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-case-faults-'))
let host: CaseHost
beforeAll(async () => void (host = new CaseHost(await bundleWorker('case-files', path.join(folder, 'program')))))
afterAll(async () => {
  await host.close()
  fs.rmSync(folder, { recursive: true, force: true })
})

/** What the run itself said of the step. */
let told: readonly CaseStep[] = []
const toldOf = (kind: StepKind): CaseStep | undefined => told.find((step) => step.kind === kind)

/** Collects with this fault in this step. What a kill leaves is what the disk has at that moment: nothing tidies up. */
async function collectWith(kind: StepKind, fault: Fault, place: string): Promise<string> {
  const created = await createCollection(path.join(place, 'case.zip'), {
    ...plainCase,
    wantsLogs: true,
    wantsHeap: true,
    dump: 'mini',
    rows: [testRow(4121)],
  })
  if (!created.ok) throw new Error(JSON.stringify(created.error))
  const parts = {
    directory: { rowOf: () => null, detailsOf: () => null },
    host,
    now: Date.now,
    reportBug: (where: string, cause: unknown) => `${where}: ${String(cause)}`,
  } as unknown as CollectorParts
  const watch = { signal: new AbortController().signal, onSteps: (steps: readonly CaseStep[]) => (told = steps) }
  const reached = new Promise<void>((resolve) => (plan = { kind, fault, onReached: resolve }))
  const run = new CaseCollector(parts, created.value, watch).run()
  await (fault === 'kill' ? reached : run)
  return created.value.path
}

/** `--finish`, as whoever finds the folder does it. */
async function finished(collecting: string, out: string): Promise<CaseDocument> {
  let stdout = ''
  let stderr = ''
  const program = {
    host,
    now: Date.now,
    tool: { name: 'Pipescope', version: '0', node: '', platform: '' },
    ownLog: () => '',
    io: { stdout: (text: string) => (stdout += text), stderr: (text: string) => (stderr += text) },
  } as unknown as CaseProgram
  const choice = { privacy: [], passwordFile: null, partBytes: null } as const
  const code = await finish({ kind: 'finish', folder: collecting, out, ...choice }, program)
  expect(stderr).toContain('verified')
  expect(code).toBe(2)
  return documentOf(must(stdout.trimEnd().split('\n').at(-1), 'a path'))
}

const namesIn = (document: CaseDocument): readonly string[] => document.files.map(({ name }) => name)
const stepIn = (document: CaseDocument, kind: StepKind) =>
  must(
    document.steps.find((step) => step.kind === kind),
    kind,
  )

describe('what earlier steps captured is in a verified package', () => {
  test.each(tested('machine', 'stacks', 'dump'))(
    'after a kill during the step %s, with what that step had written',
    async (kind) => {
      const place = path.join(folder, `kill-${kind}`)
      const collecting = await collectWith(kind, 'kill', place)
      const document = await finished(collecting, place)
      expect(namesIn(document)).toEqual(expect.arrayContaining([...before(kind)]))
      expect(stepIn(document, kind)).toMatchObject({ state: 'interrupted', reason: reasons.interrupted })
      expect(namesIn(document).includes(nameOf(kind))).toBe(makes[kind]?.isKeptHalf)
    },
  )

  test.each(tested('trace'))('after the process was gone at the step %s', async (kind) => {
    const place = path.join(folder, `gone-${kind}`)
    const document = await finished(await collectWith(kind, 'gone', place), place)
    expect(namesIn(document)).toEqual(expect.arrayContaining([...before(kind)]))
    expect(stepIn(document, kind).state).toBe('failed')
    expect(stepIn(document, kind).reason).toMatch(/ended|exited|gone/)
    expect(namesIn(document)).not.toContain(nameOf(kind))
  })

  describe.skipIf(!canMountSmallDisk())('packed onto another disk', () => {
    test.each(tested('counters'))('after the disk was full during the step %s', async (kind) => {
      const disk = must(mountSmallDisk(4), 'a small disk')
      try {
        const collecting = await collectWith(kind, 'disk', disk.folder)
        const document = await finished(collecting, path.join(folder, `disk-${kind}`))
        expect(namesIn(document)).toEqual(expect.arrayContaining([...before(kind)]))
        expect(toldOf(kind)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/no space|disk is full/i) })
        // The full disk may not have taken the note of it.
        expect(['failed', 'interrupted']).toContain(stepIn(document, kind).state)
        expect(stepIn(document, kind).reason).not.toBeNull()
      } finally {
        disk.dispose()
      }
    })
  })
})
