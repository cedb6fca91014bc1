import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tryBuildDumpReader } from '../../../samples/dump-reader.ts'
import { askDumpOracle, tryBuildDumpOracle } from '../../../samples/run-dump-oracle.ts'
import { canBuildSamples, startTarget, variants } from '../../../samples/start-target.ts'
import { must } from '../../../shared/base/assert.ts'
import { dumpTypeName } from '../../heap/from-dump/dump-type-name.ts'
import { type HeapGraph, sizeOfNode } from '../../heap/graph/heap-graph.ts'
import { readTargetView } from '../../os/target-view.ts'
import { openHeapFile } from '../../workers/heap/heap-file.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { checkDump } from '../dumps/preflight.ts'
import { takeDump } from '../dumps/take-dump.ts'
import { SessionRegistry } from '../session-registry.ts'
import { endpointOf, factsOfSample } from '../testing/live-target.ts'
import { captureHeap } from './capture-heap.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-totals-'))
let recorderPath: string
beforeAll(async () => (recorderPath = await bundleWorker('recorder', folder)))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

type Totals = Record<string, readonly [count: number, bytes: number]>

function add(totals: Totals, name: string, count: number, bytes: number): void {
  const [before, bytesBefore] = totals[name] ?? [0, 0]
  totals[name] = [before + count, bytesBefore + bytes]
}

/** Without type arguments: of types nested in generic ones ClrMD writes them elsewhere. */
function flat(name: string): string {
  let depth = 0
  let path = ''
  for (const letter of name) {
    if (letter === '<') depth++
    if (depth === 0) path += letter
    if (letter === '>') depth--
  }
  return path
}

function totalsOf(graph: HeapGraph): Totals {
  const totals: Totals = {}
  for (let node = 0; node < graph.nodeCount; node++)
    if (graph.addresses[node] !== 0n)
      add(totals, flat(graph.types[graph.typeOf[node]!]!.name), 1, sizeOfNode(graph, node))
  return totals
}

const oracle = tryBuildDumpOracle()

describe.skipIf(oracle === null || tryBuildDumpReader() === null || !canBuildSamples())('a heap graph', () => {
  it('has the objects and bytes of each type that ClrMD counts in a dump of the same quiet process', async () => {
    const target = await startTarget({ variant: 'net10', args: ['heap'] })
    try {
      const planted = must(target.facts.heap, 'what is planted')
      const endpoint = endpointOf(target.pid)
      const file = path.join(folder, 'heap.nettrace')
      const registry = new SessionRegistry({ journalPath: null })
      const captured = await captureHeap(registry, { endpoint, runtimeVersion: '10.0.0', path: file, recorderPath })
      expect(captured).toMatchObject({ ok: true, value: { isComplete: true } })

      const dump = path.join(folder, 'heap.dmp')
      const facts = factsOfSample(variants.net10)
      const preflight = await checkDump(
        { type: 'heap', mayOverwrite: false, isReportOnly: false, path: dump },
        { facts, view: readTargetView(target.pid), isStopped: false, isSameUser: true, userName: null },
      )
      const options = { type: 'heap', operatingSystem: 'Linux', mayOverwrite: false } as const
      expect(await takeDump({ endpoint, facts }, preflight, options).whenEnded).toMatchObject({ ok: true })

      const opened = await openHeapFile(file)
      if (!opened.ok) throw new Error('not opened')
      const ours = totalsOf(opened.value.graph)
      const theirs: Totals = {}
      const { all: counted } = await askDumpOracle(must(oracle, 'the oracle'), dump)
      for (const [name, [count, bytes]] of Object.entries(counted)) add(theirs, flat(dumpTypeName(name)), count, bytes)
      // What is planted, and every other type of the program: the runtime's own come and go with the work of taking both.
      const names = new Set(planted.filter(({ count }) => count > 0).map(({ name }) => flat(name)))
      for (const name of Object.keys(ours)) if (name.startsWith('Pipescope.')) names.add(name)
      const all = [...names].filter((name) => name.startsWith('Pipescope.'))
      // ClrMD has no name for a generic type nested in a generic one.
      expect(all.filter((name) => theirs[name] === undefined)).toEqual(['Pipescope.Samples.Outer.Inner'])
      const own = all.filter((name) => theirs[name] !== undefined)
      expect(own.length).toBeGreaterThan(20)
      expect(Object.fromEntries(own.map((name) => [name, ours[name]]))).toEqual(
        Object.fromEntries(own.map((name) => [name, theirs[name]])),
      )
    } finally {
      await target.dispose()
    }
  })
})
