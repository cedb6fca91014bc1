import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { tryBuildDumpReader } from '../../../samples/dump-reader.ts'
import { askDumpOracle, tryBuildDumpOracle } from '../../../samples/run-dump-oracle.ts'
import {
  canBuildSamples,
  startTarget,
  tryBuild,
  variants,
  type SampleTarget,
  type SampleVariant,
} from '../../../samples/start-target.ts'
import type { ObjectValues } from '../../../shared/model/heap/object-values.ts'
import type { HeapFindings } from '../../../shared/model/heap/heap-findings.ts'
import type { DumpType } from '../../../shared/model/dump.ts'
import { checkDump } from '../../diagnostics/dumps/preflight.ts'
import { takeDump } from '../../diagnostics/dumps/take-dump.ts'
import { endpointOf, factsOfSample } from '../../diagnostics/testing/live-target.ts'
import { must } from '../../../shared/base/assert.ts'
import { dominatorTree } from '../../heap/dominators/dominator-tree.ts'
import { retainedSizes } from '../../heap/dominators/retained-sizes.ts'
import type { Heap } from '../../heap/events/read-heap-events.ts'
import { HeapFindingFacts } from '../../heap/findings/heap-finding-facts.ts'
import { judgeHeap } from '../../heap/findings/judge-heap.ts'
import { sizeOfNode, type HeapGraph } from '../../heap/graph/heap-graph.ts'
import { typeGroups } from '../../heap/tables/type-groups.ts'
import { readTargetView } from '../../os/target-view.ts'
import { openHeapFile } from '../heap/heap-file.ts'
import { findDotnet } from './dotnet-installs.ts'
import { readDumpThreads, readDumpValues, readProcessDump } from './read-dump.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dump-reader-'))
const targets: SampleTarget[] = []
afterEach(async () => {
  for (const target of targets.splice(0)) await target.dispose()
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const readerFolder = tryBuildDumpReader()
const oracle = tryBuildDumpOracle()

async function start(variant: SampleVariant, ...args: string[]): Promise<SampleTarget> {
  const target = await startTarget({ variant, args })
  targets.push(target)
  return target
}

async function dumpOf(target: SampleTarget, variant: SampleVariant, type: DumpType): Promise<string> {
  const file = path.join(folder, `${variant}-${type}-${target.pid}.dmp`)
  const facts = factsOfSample(variants[variant])
  const preflight = await checkDump(
    { type, mayOverwrite: false, isReportOnly: false, path: file },
    { facts, view: readTargetView(target.pid), isStopped: false, isSameUser: true, userName: null },
  )
  const options = { type, operatingSystem: 'Linux', mayOverwrite: false } as const
  const taken = await takeDump({ endpoint: endpointOf(target.pid), facts }, preflight, options).whenEnded
  expect(taken).toMatchObject({ ok: true })
  return file
}

/** Count and bytes of each raw type. */
function totals(graph: HeapGraph): Record<string, [number, number]> {
  const found: Record<string, [number, number]> = {}
  for (let node = 0; node < graph.nodeCount; node++) {
    if (graph.addresses[node] === 0n) continue
    const entry = (found[graph.types[graph.typeOf[node]!]!.rawName] ??= [0, 0])
    entry[0]++
    entry[1] += sizeOfNode(graph, node)
  }
  return found
}

/** Names of what refers to the only object of a type. */
function holdersOf(graph: HeapGraph, type: string): string[] {
  const name = (node: number) => graph.types[graph.typeOf[node]!]!.name
  const held = graph.typeOf.findIndex((_type, node) => name(node) === type)
  const holders: string[] = []
  for (let node = 0; node < graph.nodeCount; node++)
    if (graph.edgeTargets.subarray(graph.edgeStarts[node], graph.edgeStarts[node + 1]).includes(held))
      holders.push(name(node))
  return holders
}

function heapFindings(heap: Heap): HeapFindings {
  const { graph } = heap
  const tree = dominatorTree(graph)
  const groups = typeGroups(graph, 'type')
  return judgeHeap(new HeapFindingFacts({ heap, tree, retained: retainedSizes(graph, tree), groups }))
}

/** The program's own types. */
function own(graph: HeapGraph): [string, [number, number]][] {
  return Object.entries(totals(graph)).filter(([name]) => name.startsWith('Pipescope.'))
}

function holderNames(graph: HeapGraph): string[] {
  return Array.from(graph.rootGroups.nodes).flatMap((node) =>
    [...graph.edgeTargets.subarray(graph.edgeStarts[node], graph.edgeStarts[node + 1])].map(
      (target) => graph.types[graph.typeOf[target]!]!.name,
    ),
  )
}

const isReady = readerFolder !== null && canBuildSamples()

describe.skipIf(!isReady)('the heap of a dump that was taken', () => {
  const managed: readonly SampleVariant[] = ['net10', 'net9', 'net8', 'net31']

  it.each(managed)('has the objects that ClrMD counts: %s', async (variant) => {
    if (tryBuild(variant) === null || oracle === null) return
    // Dumps of .NET Core 3.1 leave out what describes the types of the program, unless they are full.
    const dump = await dumpOf(await start(variant, 'leak'), variant, variant === 'net31' ? 'full' : 'heap')
    const expected = await askDumpOracle(oracle, dump)
    const opened = await readProcessDump(dump, { readerFolder: readerFolder! })
    expect(opened).toMatchObject({ ok: true, value: { facts: { source: 'dump', completeness: { kind: 'complete' } } } })
    if (!opened.ok) return
    const { graph, facts } = opened.value
    const { Free: free = [0, 0], ...types } = expected.all
    // The other side leaves out types without a name.
    const { '': unnamed = [0, 0] as const, ...named } = totals(graph)
    expect(named).toEqual(types)
    expect(facts.unnamedObjectCount).toBe(unnamed[0])
    expect(facts.objectCount - unnamed[0]).toBe(expected.objectCount - free[0])
    expect(facts.objectBytes - unnamed[1]).toBe(expected.objectBytes - free[1])
    expect(facts.danglingReferenceCount).toBe(0)
    // The class that declares a static variable is known, and what holds what by the name of the field.
    expect(holderNames(graph)).toContain('[static var Pipescope.Samples.Work.Kept]')
    expect(graph.fieldNames).toContain('_items')
    // The array in which the runtime keeps the variable does not hold the object besides.
    const holders = holdersOf(graph, 'System.Collections.Generic.List<byte[]>')
    expect(holders).toContain('[static var Pipescope.Samples.Work.Kept]')
    expect(holders).not.toContain('object[]')
    expect(graph.rootGroups.kindsPresent()).toEqual(expect.arrayContaining(['static', 'stack']))
  })

  it('is there in a full dump too, and absent from small ones that still have threads', async () => {
    const target = await start('net10', 'idle')
    const heap = await readProcessDump(await dumpOf(target, 'net10', 'heap'), { readerFolder: readerFolder! })
    const full = await readProcessDump(await dumpOf(target, 'net10', 'full'), { readerFolder: readerFolder! })
    if (!heap.ok || !full.ok) throw new Error('not opened')
    // A few objects come and go between the two.
    expect(own(full.value.graph)).toEqual(own(heap.value.graph))
    expect(own(heap.value.graph).length).toBeGreaterThan(0)
    for (const type of ['mini', 'triage'] as const) {
      const dump = await dumpOf(target, 'net10', type)
      const opened = await readProcessDump(dump, { readerFolder: readerFolder! })
      expect(opened).toMatchObject({ ok: false, error: { kind: 'dump-unreadable', reason: 'no-heap' } })
      const threads = await readDumpThreads(dump, { readerFolder: readerFolder! })
      if (!threads.ok) throw new Error('no threads')
      const frames = threads.value.threads.flatMap((thread) => thread.frames.map(({ name }) => name))
      expect(frames).toContain('Pipescope.Samples.Program.Main')
      expect(threads.value.threads.filter(({ role }) => role === 'finalizer')).toHaveLength(1)
    }
  })

  it('says which text many strings have, and how much of the heap is free', async () => {
    const dump = await dumpOf(await start('net10', 'cache', '--orders=40000'), 'net10', 'heap')
    const opened = await readProcessDump(dump, { readerFolder: readerFolder! })
    if (!opened.ok) throw new Error('not opened')
    const { graph, facts } = opened.value
    const strings = must(facts.strings, 'what strings hold')
    expect(strings.count).toBe(totals(graph)['System.String']?.[0])
    // A hundred customers, each of them four hundred times: `customer 17` takes 22 + 2 * 11 bytes, and padding.
    expect(strings.repeated.filter(({ text }) => /^customer \d\d$/.test(text))).toHaveLength(50)
    expect(strings.repeated[0]).toMatchObject({ count: 400, bytes: 400 * 44 })
    expect(facts.free?.bytes).toBeGreaterThan(0)
    const { findings, notJudged } = heapFindings(opened.value)
    expect(findings.map(({ id }) => id)).toEqual(expect.arrayContaining(['single-owner', 'duplicate-strings']))
    expect(notJudged).toEqual([])
  })

  it('has the exceptions that its threads threw', async () => {
    const dump = await dumpOf(await start('net10', 'throw', '--per-second=50'), 'net10', 'heap')
    const threads = await readDumpThreads(dump, { readerFolder: readerFolder! })
    if (!threads.ok) throw new Error('no threads')
    const { exceptions, exceptionCount } = threads.value
    expect(exceptionCount).toBeGreaterThanOrEqual(exceptions.length)
    expect(
      exceptions.filter(({ frames }) => frames.some(({ name }) => name.startsWith('Pipescope.Samples.'))),
    ).not.toEqual([])
  })

  it('gives the text of a string, the elements of an array and the fields of an object when asked', async () => {
    const dump = await dumpOf(await start('net10', 'cache', '--orders=100'), 'net10', 'heap')
    const opened = await readProcessDump(dump, { readerFolder: readerFolder! })
    if (!opened.ok) throw new Error('not opened')
    const { graph } = opened.value
    const valuesOf = async (node: number): Promise<ObjectValues> => {
      const read = await readDumpValues(dump, graph.addresses[node]!, { readerFolder: readerFolder! })
      return must(read.ok ? read.value : null, 'values')
    }
    const firstOf = (name: string): number => {
      const type = graph.types.findIndex(({ rawName }) => rawName === name)
      if (type < 0) throw new Error(`no ${name} in the dump`)
      return graph.typeOf.indexOf(type)
    }

    const strings = firstOf('System.String[]')
    const array = await valuesOf(strings)
    expect(array).toMatchObject({ kind: 'elements', text: '' })
    expect(array.rows).toHaveLength(Math.min(array.length!, 200))

    const text = await valuesOf(firstOf('System.String'))
    expect(text).toMatchObject({ kind: 'text', rows: [] })
    expect(text.text).toHaveLength(Math.min(text.length!, 4000))

    const order = await valuesOf(firstOf('Pipescope.Samples.CachedOrder'))
    expect(order).toMatchObject({ kind: 'fields', length: null })
    expect(order.rows.find(({ name }) => name === 'Customer')).toEqual({
      name: 'Customer',
      type: 'string',
      value: expect.stringMatching(/^"customer \d+"$/) as string,
    })

    expect(await readDumpValues(dump, 8n, { readerFolder: readerFolder! })).toEqual({
      ok: false,
      error: { kind: 'not-found', what: 'object' },
    })
  })
})

async function reasonOf(file: string): Promise<unknown> {
  const opened = await readProcessDump(file, { readerFolder: readerFolder! })
  if (opened.ok) return opened.value.facts.completeness
  return opened.error.kind === 'dump-unreadable' ? opened.error.reason : opened.error.kind
}

describe.skipIf(!isReady)('a dump that can’t be opened', () => {
  it('is refused with its reason when it is none, or was cut', async () => {
    const dump = await dumpOf(await start('net10', 'idle'), 'net10', 'heap')
    const bytes = fs.readFileSync(dump)
    const cut = path.join(folder, 'cut.dmp')
    fs.writeFileSync(cut, bytes.subarray(0, 100_000))
    expect(await reasonOf(cut)).toBe('damaged')
    fs.writeFileSync(cut, bytes.subarray(0, bytes.length - 4096))
    expect(await reasonOf(cut)).toMatchObject({ kind: 'partial', reasons: [{ kind: 'damage' }] })
    const other = path.join(folder, 'text.dmp')
    fs.writeFileSync(other, 'not a dump at all')
    expect(await reasonOf(other)).toBe('not-a-dump')
    // e_machine: AArch64
    const foreign = path.join(folder, 'foreign.dmp')
    bytes.writeUInt16LE(183, 18)
    fs.writeFileSync(foreign, bytes)
    expect(await reasonOf(foreign)).toBe(process.arch === 'x64' ? 'foreign-architecture' : 'damaged')
    expect(await reasonOf(folder)).toBe('io')
  })

  it('names the file and the version of a runtime that is not here', async () => {
    if (tryBuild('net10') === null) return
    const dump = await dumpOf(await start('net10', 'idle'), 'net10', 'heap')
    const { host } = await findDotnet(process.env)
    const { runDumpReader } = await import('./run-dump-reader.ts')
    const ran = await runDumpReader({
      host: host!,
      program: path.join(readerFolder!, 'pipescope-dump-reader.dll'),
      mode: 'heap',
      dump,
      runtimeFolders: [],
      use: () => {},
    })
    expect(ran).toMatchObject({
      ok: false,
      error: {
        reason: 'missing-dac',
        needed: 'libmscordaccore.so',
        actual: expect.stringMatching(/build id [\da-f]{40}/),
      },
    })
  })

  it('is opened with a chosen library, unless it is from another build', async () => {
    const program = tryBuild('net8')
    const other = tryBuild('net9')
    if (program === null || other === null) return
    const dump = await dumpOf(await start('net8', 'idle'), 'net8', 'heap')
    const withLibrary = (folderOf: string) =>
      readProcessDump(dump, {
        readerFolder: readerFolder!,
        library: path.join(path.dirname(folderOf), 'libmscordaccore.so'),
      })
    expect(await withLibrary(program)).toMatchObject({ ok: true })
    expect(await withLibrary(other)).toMatchObject({ ok: false, error: { reason: 'missing-dac' } })
  })

  it('is refused when it is of a process without .NET, or of one compiled ahead of time', async () => {
    const { runtimeFolders } = await findDotnet(process.env)
    const createdump = runtimeFolders.map((one) => path.join(one, 'createdump')).find((file) => fs.existsSync(file))
    if (createdump === undefined || tryBuild('aot9') === null) return
    const target = await start('aot9', 'idle')
    const dump = path.join(folder, 'aot.dmp')
    execFileSync(createdump, ['--full', '-f', dump, String(target.pid)], { stdio: 'ignore' })
    expect(await reasonOf(dump)).toMatch(/^no-runtime$|^native-aot$/)
  })

  it('is closed when cancelled, without leaving a process behind', async () => {
    const dump = await dumpOf(await start('net10', 'idle'), 'net10', 'heap')
    const cancelled = new AbortController()
    const reading = openHeapFile(dump, { signal: cancelled.signal })
    cancelled.abort()
    // The built app knows where its reader is; here nothing lies beside the sources.
    expect(await reading).toMatchObject({ ok: false })
    const direct = new AbortController()
    const asked = readProcessDump(dump, { signal: direct.signal, readerFolder: readerFolder! })
    setTimeout(() => direct.abort(), 60)
    expect(await asked).toEqual({ ok: false, error: { kind: 'cancelled' } })
    const left = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
    expect(left).not.toContain('pipescope-dump-reader.dll')
  })
})
