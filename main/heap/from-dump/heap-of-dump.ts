import { AddressIndex, noNode } from '../events/address-index.ts'
import { PseudoNodes, writePseudoEdges } from '../events/pseudo-nodes.ts'
import type { Heap } from '../events/read-heap-events.ts'
import type { HeapFacts, HeapGap } from '../graph/heap-facts.ts'
import { frozenObjects, type HeapGraph, sizeOfNode, unknownGeneration } from '../graph/heap-graph.ts'
import { HeapTypeTable } from '../graph/heap-type-table.ts'
import { largeSizesOf } from '../graph/large-sizes.ts'
import type { HeapRootKind } from '../graph/root-groups.ts'
import type { DumpHeapReader } from './dump-heap-reader.ts'
import { dumpTypeName } from './dump-type-name.ts'

/** In the order of the stream's numbers. */
const rootKinds: readonly HeapRootKind[] = [
  'static',
  'thread-static',
  'stack',
  'finalizer-queue',
  'strong-handle',
  'pinned-handle',
  'ref-counted-handle',
  'dependent-handle',
  'other-handle',
  'other',
]

/** The graph of a dump that was read to its end. The reader's columns are given back meanwhile: once only. */
export function heapOfDump(reader: DumpHeapReader): Heap {
  const { objectCount } = reader
  const table = new HeapTypeTable()
  const addressWords = reader.addresses.take()
  const index = new AddressIndex(addressWords)
  const pseudo = new PseudoNodes()
  const lostRootCount = addRoots(reader, index, pseudo)
  const built = pseudo.build(table)
  const firstObject = built.types.length
  const edges = edgeColumns(reader, index, firstObject, built.edgeCount)
  writePseudoEdges(built, edges.starts, edges.targets)
  const rows = reader.types.map(({ rawName, module }) => table.row(rawName, module, dumpTypeName(rawName)))
  const typeOf = reader.typeOf.take(firstObject)
  let unnamedCount = 0
  for (let node = firstObject; node < typeOf.length; node++) {
    if (reader.types[typeOf[node]!]!.rawName === '') unnamedCount++
    typeOf[node] = rows[typeOf[node]!]!
  }
  typeOf.set(built.types)
  const graph: HeapGraph = {
    nodeCount: firstObject + objectCount,
    typeOf,
    sizes: reader.sizes.take(firstObject),
    largeSizes: largeSizesOf(reader.largeSizes.take(), firstObject),
    addresses: addressColumn(addressWords, firstObject),
    edgeStarts: edges.starts,
    edgeTargets: edges.targets,
    edgeFields: edges.fields,
    fieldNames: reader.names,
    generations: generationColumn(reader, firstObject),
    types: table.types,
    rootGroups: built.rootGroups,
  }
  return { graph, facts: factsOf(reader, graph, firstObject, edges.danglingCount + lostRootCount, unnamedCount) }
}

/** How many roots point to no object of the heap. */
function addRoots(reader: DumpHeapReader, index: AddressIndex, pseudo: PseudoNodes): number {
  const words = reader.roots.take()
  let lostCount = 0
  for (let at = 0; at < words.length; at += 4) {
    const object = index.find(words[at + 1]!, words[at + 2]!)
    if (object === noNode) lostCount++
    else {
      const kind = rootKinds[words[at]!] ?? 'other'
      pseudo.add(kind, object, holderName(kind, reader.names[words[at + 3]!]!))
    }
  }
  return lostCount
}

function holderName(kind: HeapRootKind, name: string): string | null {
  if (name === '') return null
  if (kind === 'static') return `[static var ${name}]`
  if (kind === 'thread-static') return `[thread static var ${name}]`
  return kind === 'stack' ? `[local vars of ${name}]` : `[${name}]`
}

interface EdgeColumns {
  readonly starts: Uint32Array
  readonly targets: Uint32Array
  readonly fields: Uint32Array
  readonly danglingCount: number
}

/** The objects take the flat list of references by their counts, which were compared with it at the end of the stream. */
function edgeColumns(reader: DumpHeapReader, index: AddressIndex, firstNode: number, room: number): EdgeColumns {
  const counts = reader.edgeCounts.take()
  const words = reader.targets.take()
  const names = reader.fields.take()
  const starts = new Uint32Array(firstNode + counts.length + 1)
  const targets = new Uint32Array(room + names.length)
  const fields = new Uint32Array(room + names.length)
  let read = 0
  let written = room
  for (let node = 0; node < counts.length; node++) {
    starts[firstNode + node] = written
    for (const end = read + counts[node]!; read < end; read++) {
      const target = index.find(words[read * 2]!, words[read * 2 + 1]!)
      if (target === noNode) continue
      fields[written] = names[read]!
      targets[written++] = target + firstNode
    }
  }
  starts[firstNode + counts.length] = written
  const danglingCount = names.length - (written - room)
  return { starts, targets: targets.subarray(0, written), fields: fields.subarray(0, written), danglingCount }
}

function addressColumn(words: Uint32Array, firstObject: number): BigUint64Array {
  const column = new BigUint64Array(firstObject + words.length / 2)
  new Uint32Array(column.buffer).set(words, firstObject * 2)
  return column
}

function generationColumn(reader: DumpHeapReader, firstObject: number): Uint8Array {
  const generations = new Uint8Array(firstObject + reader.generations.length).fill(unknownGeneration)
  reader.generations.drain((page, start) => {
    for (const [at, generation] of page.entries())
      if (generation <= frozenObjects) generations[firstObject + start + at] = generation
  })
  return generations
}

function factsOf(
  reader: DumpHeapReader,
  graph: HeapGraph,
  firstObject: number,
  danglingReferenceCount: number,
  unnamedObjectCount: number,
): HeapFacts {
  const { info, end } = reader
  let objectBytes = 0
  for (let node = firstObject; node < graph.nodeCount; node++) objectBytes += sizeOfNode(graph, node)
  const reasons = gapsOf(reader)
  return {
    source: 'dump',
    completeness: reasons.length === 0 ? { kind: 'complete' } : { kind: 'partial', share: null, reasons },
    processId: info?.processId ?? null,
    processName: null,
    machineName: null,
    takenUtc: null,
    tool: null,
    runtimeVersion: info?.runtimeVersion ?? null,
    pointerSize: info?.pointerSize ?? 8,
    objectCount: graph.nodeCount - firstObject,
    objectBytes,
    referenceCount: reader.announcedEdges,
    pauseMs: null,
    danglingReferenceCount,
    unnamedObjectCount,
    ...(end === null ? {} : { free: { count: end.freeCount, bytes: end.freeBytes } }),
    ...(end?.strings ? { strings: end.strings } : {}),
  }
}

function gapsOf({ info, end }: DumpHeapReader): readonly HeapGap[] {
  const missingBytes = info?.missingBytes ?? 0
  const unreadCount = end?.unreadCount ?? 0
  const gaps: HeapGap[] = []
  if (missingBytes > 0)
    gaps.push({ kind: 'damage', offset: 0, message: `the last ${missingBytes} bytes of the dump are missing` })
  if (unreadCount > 0) gaps.push({ kind: 'unknown-types', objectCount: unreadCount })
  return gaps
}
