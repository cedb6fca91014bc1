import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  canBuildSamples,
  type PlantedType,
  type SampleVariant,
  startTarget,
  tryBuild,
  wantedVariants,
} from '../../../samples/start-target.ts'
import { askGcDumpOracle, tryBuildGcDumpOracle } from '../../../samples/run-gcdump-oracle.ts'
import { must } from '../../../shared/base/assert.ts'
import { type HeapGraph, sizeOfNode } from '../../heap/graph/heap-graph.ts'
import { type PlainGcDump, readPlainGcDump } from '../../heap/testing/plain-gcdump.ts'
import { type HeapReport, readHeap } from '../../inspect/inspect-heap.ts'
import { openHeapFile } from '../../workers/heap/heap-file.ts'
import { bundleWorker } from '../../workers/testing/bundle-worker.ts'
import { SessionRegistry } from '../session-registry.ts'
import { endpointOf } from '../testing/endpoint-of.ts'
import { captureHeap } from './capture-heap.ts'

const versions: Partial<Record<SampleVariant, string>> = {
  net10: '10.0.0',
  net9: '9.0.22',
  net8: '8.0.33',
  net31: '3.1.3',
}

let folder: string
let recorderPath: string
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-planted-'))
  recorderPath = await bundleWorker('recorder', folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

const variants = canBuildSamples()
  ? wantedVariants().filter((variant) => versions[variant] !== undefined && tryBuild(variant) !== null)
  : []

async function capture(variant: SampleVariant, file: string): Promise<readonly PlantedType[]> {
  const target = await startTarget({ variant, args: ['heap'] })
  try {
    const ended = await captureHeap(new SessionRegistry({ journalPath: null }), {
      endpoint: endpointOf(target.pid),
      runtimeVersion: must(versions[variant], 'a version'),
      path: file,
      recorderPath,
    })
    expect(ended).toMatchObject({ ok: true, value: { isComplete: true } })
    return must(target.facts.heap, 'what is planted')
  } finally {
    await target.dispose()
  }
}

function report(file: string, saveTo: string | null = null): HeapReport {
  const answer = readHeap(file, { max: null, saveTo, wantsFindings: false })
  if ('failure' in answer) throw new Error(answer.failure.message)
  return answer.report
}

/** Rows of the planted types, none for those that have no objects. */
function foundOf(planted: readonly PlantedType[], { types }: HeapReport) {
  return planted.map(({ name }) => {
    const rows = types.filter((row) => row.name === name)
    const [first = { count: 0, shallowBytes: 0, retainedBytes: 0 }] = rows
    const { count, shallowBytes, retainedBytes } = first
    return { name, rows: rows.length, count, shallowBytes, retainedBytes }
  })
}

function expectedOf(planted: readonly PlantedType[]) {
  return planted.map(({ name, count, shallowBytes, retainedBytes }) => {
    return { name, rows: Math.min(1, count), count, shallowBytes, retainedBytes }
  })
}

/** Where the bytes of the types are that are planted in one generation; without those in which there are none. */
function generationsOf(planted: readonly PlantedType[], { types }: HeapReport) {
  return planted
    .filter(({ generation }) => generation !== '')
    .map(({ name }) => {
      const found = types.find((row) => row.name === name)?.generations
      return [name, Object.fromEntries(Object.entries(found ?? {}).filter(([, bytes]) => bytes > 0))]
    })
}

/** Types that a pseudo node refers to: `s_orders System.Collections.Generic...`, `strong-handle Pipescope.Samples.Strong`. */
function heldTypes({ edgeStarts, edgeTargets, types, typeOf, rootGroups }: HeapGraph): ReadonlySet<string> {
  const held = new Set<string>()
  const nameOf = (node: number): string => types[typeOf[node]!]!.name
  for (const group of rootGroups.nodes) {
    const kind = rootGroups.kindOf(group)!
    const pending = [group]
    for (const node of pending)
      for (const target of edgeTargets.subarray(edgeStarts[node], edgeStarts[node + 1]))
        if (types[typeOf[target]!]!.rawName.startsWith('[')) pending.push(target)
        else held.add(`${/^\[static var (.*)\]$/.exec(nameOf(node))?.[1] ?? kind} ${nameOf(target)}`)
  }
  return held
}

type Totals = Readonly<Record<string, readonly [count: number, bytes: number]>>

/** Count and bytes by what a file calls a type, size classes and pseudo nodes included; the rest of a name says nothing about totals. */
function totalsOf(nodes: Iterable<readonly [name: string, bytes: number]>): Totals {
  const totals: Record<string, [number, number]> = {}
  for (const [name, bytes] of nodes) {
    const total = (totals[name] ??= [0, 0])
    total[0]++
    total[1] += bytes
  }
  return totals
}

function* nodesOf(graph: HeapGraph) {
  for (let node = 0; node < graph.nodeCount; node++)
    yield [graph.types[graph.typeOf[node]!]!.rawName, sizeOfNode(graph, node)] as const
}

function* plainNodes({ nodes, types }: PlainGcDump) {
  for (const { type, bytes } of nodes) yield [types[type]!.name ?? '', bytes] as const
}

async function graphOf(file: string): Promise<HeapGraph> {
  const heap = await openHeapFile(file)
  if (!heap.ok) throw new Error(heap.error.kind)
  return heap.value.graph
}

const oracle = variants.length === 0 ? null : tryBuildGcDumpOracle()

describe.each(variants)('the planted heap of %s', (variant) => {
  it('has every number that it was built with, as a recording and as a .gcdump', async () => {
    const file = path.join(folder, `${variant}.nettrace`)
    const planted = await capture(variant, file)
    const saved = path.join(folder, `${variant}.gcdump`)
    const recorded = report(file, saved)
    expect(recorded).toMatchObject({ complete: true, gaps: [] })
    expect(foundOf(planted, recorded)).toEqual(expectedOf(planted))

    expect(generationsOf(planted, recorded)).toEqual(
      planted
        .filter(({ generation }) => generation !== '')
        .map(({ name, generation, shallowBytes }) => [name, { [generation]: shallowBytes }]),
    )

    const again = report(saved)
    // The format has no generations.
    expect(again.types).toEqual(recorded.types.map((type) => ({ ...type, generations: undefined })))
    expect(again.roots).toEqual(recorded.roots)
    expect([again.objects, again.bytes, again.references]).toEqual([
      recorded.objects,
      recorded.bytes,
      recorded.references,
    ])

    const graph = await graphOf(file)
    const held = heldTypes(graph)
    const wanted = planted.filter(({ heldBy }) => heldBy !== '').map(({ heldBy, name }) => `${heldBy} ${name}`)
    expect([...held]).toEqual(expect.arrayContaining(wanted))
  })
  it('is what another reader finds in the .gcdump', async () => {
    const file = path.join(folder, `${variant}.gcdump`)
    const graph = await graphOf(file)
    const totals = totalsOf(nodesOf(graph))
    const plain = readPlainGcDump(fs.readFileSync(file))
    expect([plain.nodes.length, plain.rest, plain.is64]).toEqual([graph.nodeCount, 0, true])
    expect(totalsOf(plainNodes(plain))).toEqual(totals)
    expect(plain.nodes.reduce((sum, { children }) => sum + children.length, 0)).toBe(graph.edgeTargets.length)
  })

  it.skipIf(oracle === null)("is what Microsoft's library finds in the .gcdump", async () => {
    const file = path.join(folder, `${variant}.gcdump`)
    const graph = await graphOf(file)
    const { types, nodes, edges, totalBytes, root, is64, tool } = await askGcDumpOracle(
      must(oracle, 'the oracle'),
      file,
    )
    const totals = totalsOf(nodesOf(graph))
    expect(types).toEqual(totals)
    expect({ nodes, edges, totalBytes, root, is64, tool }).toEqual({
      nodes: graph.nodeCount,
      edges: graph.edgeTargets.length,
      totalBytes: Object.values(totals).reduce((sum, [, bytes]) => sum + bytes, 0),
      root: 0,
      is64: true,
      tool: 'Pipescope',
    })
  })
})
