import fs from 'node:fs'
import { typeRowsSoFar } from '../../main/heap/tables/type-rows.ts'
import { typeGroups } from '../../main/heap/tables/type-groups.ts'
import { smallTrace } from '../../main/nettrace/testing/small-stream.ts'
import { NettraceWriter } from '../../main/nettrace/writer/nettrace-writer.ts'
import { openHeapFile } from '../../main/workers/heap/heap-file.ts'
import { ByteBuilder } from '../../shared/base/byte-builder.ts'
import { runtimeProvider } from '../../shared/model/runtime-providers.ts'
import { report } from '../harness.ts'
import { withGeneratedFile } from './generated-file.ts'

/**
 * `npm run -s bench -- heap/stream [MILLIONS]`: the stream of a heap walk with so many objects (a list, each refers to the next), as a capture spools it, read until
 * the table of types is there. Thirty million objects are 1.3 GB. The file is made by a process of its own, so that its memory is not counted.
 */
const objectCount = Number(process.argv[2] ?? 30) * 1e6
const firstAddress = 0x7000_0000_0000
const objectBytes = 24
const typeId = 0x10n
const objectsInChunk = 1900
const kinds = { collectionStart: 1, collectionEnd: 2, types: 15, roots: 16, nodes: 18, edges: 19 } as const

await withGeneratedFile({ name: 'generated.nettrace', millions: objectCount / 1e6, write, read })

async function read(file: string): Promise<void> {
  const start = performance.now()
  const begun = process.cpuUsage()
  const opened = await openHeapFile(file)
  if (!opened.ok) throw new Error(opened.error.kind)
  const { graph, facts } = opened.value
  const rows = typeRowsSoFar(graph, typeGroups(graph, 'type'))
  const { user, system } = process.cpuUsage(begun)
  if (facts.objectCount !== objectCount || facts.referenceCount !== objectCount - 1 || rows[0]?.count !== objectCount)
    throw new Error(`${String(facts.objectCount)} objects, ${String(facts.referenceCount)} references`)
  const figures = {
    fileBytes: fs.statSync(file).size,
    objects: facts.objectCount,
    completeness: facts.completeness.kind,
    'table of types, seconds': (performance.now() - start) / 1000,
    'table of types, processor seconds': (user + system) / 1e6,
    'most megabytes': process.resourceUsage().maxRSS / 1000,
  }
  report({ name: 'heap/stream', figures })
}

function write(file: string): void {
  const fd = fs.openSync(file, 'w')
  const writer = new NettraceWriter({
    ...smallTrace,
    write: (bytes) => fs.writeSync(fd, bytes),
  })
  const types = new Map<number, number>()
  let ticks = 0
  const event = (eventId: number, payload: Uint8Array): void => {
    const metadataId =
      types.get(eventId) ?? writer.defineType({ provider: runtimeProvider, eventId, name: '', fields: [] })
    types.set(eventId, metadataId)
    writer.addEvent({ metadataId, timestamp: ++ticks, thread: 1, payload })
  }
  const bytes = new ByteBuilder()
  event(kinds.collectionStart, bytes.u32(1).u32(2).u32(1).u32(0).u16(0).i64(0n).take())
  bytes.u32(1).u16(0).i64(typeId).i64(0n).u32(0).u32(0).u8(0).text('Shop.Node').u32(0)
  event(kinds.types, bytes.take())
  bytes.u32(0).u32(1).u16(0).i64(BigInt(firstAddress)).u8(2).u32(0).i64(0n)
  event(kinds.roots, bytes.take())
  for (let first = 0, chunk = 0; first < objectCount; first += objectsInChunk, chunk++) {
    const end = Math.min(objectCount, first + objectsInChunk)
    bytes
      .u32(chunk)
      .u32(end - first)
      .u16(0)
    for (let object = first; object < end; object++) {
      address(bytes, object).u32(objectBytes).u32(0).i64(typeId)
      bytes.u32(object + 1 < objectCount ? 1 : 0).u32(0)
    }
    event(kinds.nodes, bytes.take())
  }
  for (let first = 0, chunk = 0; first < objectCount - 1; first += objectsInChunk, chunk++) {
    const end = Math.min(objectCount - 1, first + objectsInChunk)
    bytes
      .u32(chunk)
      .u32(end - first)
      .u16(0)
    for (let object = first; object < end; object++) address(bytes, object + 1).u32(0)
    event(kinds.edges, bytes.take())
  }
  event(kinds.collectionEnd, bytes.u32(1).u32(2).u16(0).take())
  writer.end(ticks)
  fs.closeSync(fd)
}

function address(bytes: ByteBuilder, object: number): ByteBuilder {
  const at = firstAddress + object * objectBytes
  return bytes.u32(at >>> 0).u32(Math.floor(at / 2 ** 32))
}
