import fs from 'node:fs'
import { writeGcDump } from '../../main/heap/gcdump/write-gcdump.ts'
import type { HeapGraph } from '../../main/heap/graph/heap-graph.ts'
import { plainFacts } from '../../main/heap/testing/plain-facts.ts'
import { generatedHeap } from './generated.ts'

const typeCount = 1000

/** A heap of so many nodes and 999 types, as a file. */
export function writeGeneratedGcDump(file: string, nodeCount: number): void {
  const types = Array.from({ length: typeCount }, (_, index) => {
    const name = index === 0 ? '[.NET Roots]' : `Shop.Parts.Part${String(index)}`
    return { rawName: name, name, module: index === 0 ? '' : '/app/Shop.dll' }
  })
  // A number of its own for each of fifty million is slow: by their halves.
  const addresses = new BigUint64Array(nodeCount)
  const words = new Uint32Array(addresses.buffer)
  for (let node = 1; node < nodeCount; node++) {
    words[node * 2] = (node * 32) >>> 0
    words[node * 2 + 1] = 0x7000 + Math.floor(node / 2 ** 27)
  }
  const graph: HeapGraph = {
    ...generatedHeap(nodeCount),
    types,
    typeOf: Uint32Array.from({ length: nodeCount }, (_, node) => (node === 0 ? 0 : 1 + (node % (typeCount - 1)))),
    addresses,
  }
  const fd = fs.openSync(file, 'w')
  const written = writeGcDump({ graph, facts: plainFacts }, 'bench', (bytes) => fs.writeSync(fd, bytes))
  fs.closeSync(fd)
  if (!written.ok) throw new Error(written.error.kind)
}
