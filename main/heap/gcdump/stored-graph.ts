import { knownGraphReader, objectNames, tags } from './gcdump-format.ts'
import type { ObjectCursor } from './object-cursor.ts'

/** More than any program has; each costs an object or two. */
const mostTypes = 4_000_000
const mostModules = 1_000_000

export interface StoredType {
  readonly name: string
  readonly module: string
  /** Of its nodes that have no size of their own. */
  readonly bytes: number
}

/** A `Graphs.MemoryGraph` as it lies in the file. */
export interface StoredGraph {
  readonly rootIndex: number
  readonly types: readonly StoredType[]
  readonly nodeCount: number
  /** Where the u32 offset of each node's record begins, in the file. */
  readonly offsetsAt: number
  readonly blobAt: number
  readonly blobBytes: number
  /** Where the u64 addresses begin, and how many there are. */
  readonly addressesAt: number
  readonly addressCount: number
}

/**
 *   i64 total size | i32 root | i32 types, each: name, i32 size, module | i32 nodes, u32 offset each | i32 length, blob
 *   | least reader 1: i32 forward, i32 n, each: i32 type, module object, suffix; tagged fields, 06
 *   | i32 addresses, u64 each | 08 u8 is64 | 06
 */
export function readStoredGraph(cursor: ObjectCursor): StoredGraph {
  const { leastReader } = cursor.beginOwn(objectNames.graph)
  if (leastReader > knownGraphReader) cursor.fault(`a graph for readers up to ${knownGraphReader}`, String(leastReader))
  cursor.i64()
  const rootIndex = cursor.i32()
  const typeCount = cursor.count(12, 'types', mostTypes)
  const types: StoredType[] = []
  for (let index = 0; index < typeCount; index++) {
    const name = cursor.text() ?? ''
    const bytes = Math.max(0, cursor.i32())
    types.push({ name, bytes, module: cursor.text() ?? '' })
  }
  const nodeCount = cursor.count(4, 'nodes')
  const offsetsAt = cursor.take(nodeCount * 4)
  const blobBytes = cursor.count(1, 'bytes of nodes')
  const blobAt = cursor.take(blobBytes)
  if (leastReader >= 1) readDeferredNames(cursor, types)
  const addressCount = cursor.count(8, 'addresses')
  const addressesAt = cursor.take(addressCount * 8)
  skipTagged(cursor)
  return { rootIndex, types, nodeCount, offsetsAt, blobAt, blobBytes, addressesAt, addressCount }
}

/** Types whose names the writer could not look up: only where they lie in their module is told. */
function readDeferredNames(cursor: ObjectCursor, types: StoredType[]): void {
  cursor.i32()
  const count = cursor.count(9, 'names')
  const modules = new Map<number, string>()
  for (let index = 0; index < count; index++) {
    const place = cursor.i32()
    const path = readModule(cursor, modules)
    const suffix = cursor.text() ?? ''
    const type = types[index]
    if (type === undefined || type.name !== '') continue
    types[index] = {
      ...type,
      name: `Native type 0x${(place >>> 0).toString(16)}${suffix}`,
      module: type.module || path,
    }
  }
  skipTagged(cursor)
}

function readModule(cursor: ObjectCursor, modules: Map<number, string>): string {
  const offset = cursor.position
  const begun = cursor.begin(objectNames.module)
  if (begun === null) return ''
  if ('label' in begun) return modules.get(begun.label) ?? ''
  const path = cursor.text() ?? ''
  cursor.take(8 + 4 + 8)
  cursor.text()
  cursor.take(16 + 4)
  skipTagged(cursor)
  if (modules.size === mostModules) cursor.fault(`at most ${mostModules} modules`, 'more', offset)
  modules.set(offset, path)
  return path
}

/** Fields that newer writers add, up to and with the end of the object. */
export function skipTagged(cursor: ObjectCursor, onText?: (text: string | null) => void): void {
  for (;;) {
    const offset = cursor.position
    const tag = cursor.u8()
    switch (tag) {
      case tags.endObject:
        return
      case tags.byte:
        cursor.take(1)
        break
      case tags.int16:
        cursor.take(2)
        break
      case tags.int32:
        cursor.take(4)
        break
      case tags.int64:
        cursor.take(8)
        break
      case tags.text:
        if (onText === undefined) cursor.text()
        else onText(cursor.text())
        break
      case tags.blob:
        cursor.take(cursor.count(1, 'bytes'))
        break
      default:
        cursor.fault('a field or the end of an object', `tag ${tag}`, offset)
    }
  }
}
