import type { HeapStrings } from '../graph/heap-facts.ts'
import { StreamError } from './dump-stream.ts'

export interface DumpInfo {
  readonly processId: number
  readonly pointerSize: 4 | 8
  readonly architecture: string
  readonly runtimeVersion: string
  readonly isServerCollection: boolean
  /** At the end of the file, by its own tables. */
  readonly missingBytes: number
  readonly canWalkHeap: boolean
}

export interface HeapEnd {
  readonly objectCount: number
  readonly referenceCount: number
  readonly rootCount: number
  readonly freeCount: number
  readonly freeBytes: number
  /** Places on the heap whose type can't be read. */
  readonly unreadCount: number
  /** Null: they were not looked at. */
  readonly strings: HeapStrings | null
}

/** What the reader itself says is wrong with the dump. */
export interface DumpProblem {
  readonly code: string
  readonly message: string
  readonly needed: string | null
  readonly actual: string | null
}

export type Fields = Readonly<Record<string, unknown>>

/** Arguments that one call takes without using up the stack. */
const chunkBytes = 8192

export function parseJson(payload: DataView, offset: number): unknown {
  try {
    return JSON.parse(asciiText(payload)) as unknown
  } catch {
    throw new StreamError(offset, 'JSON', 'other text')
  }
}

/** The writer escapes everything beyond ASCII. */
function asciiText(payload: DataView): string {
  const bytes = new Uint8Array(payload.buffer, payload.byteOffset, payload.byteLength)
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + chunkBytes))
  return text
}

export function asInfo(value: unknown, offset: number): DumpInfo {
  const fields = asFields(value, offset)
  return {
    processId: countOf(fields, 'processId', offset),
    pointerSize: fields['pointerSize'] === 4 ? 4 : 8,
    architecture: textOf(fields, 'architecture', offset),
    runtimeVersion: textOf(fields, 'runtimeVersion', offset),
    isServerCollection: fields['isServerCollection'] === true,
    missingBytes: countOf(fields, 'missingBytes', offset),
    canWalkHeap: fields['canWalkHeap'] === true,
  }
}

export function asEnd(value: unknown, offset: number): HeapEnd {
  const fields = asFields(value, offset)
  return {
    objectCount: countOf(fields, 'objectCount', offset),
    referenceCount: countOf(fields, 'referenceCount', offset),
    rootCount: countOf(fields, 'rootCount', offset),
    freeCount: countOf(fields, 'freeCount', offset),
    freeBytes: countOf(fields, 'freeBytes', offset),
    unreadCount: countOf(fields, 'unreadCount', offset),
    strings: fields['strings'] === undefined ? null : asStrings(fields['strings'], offset),
  }
}

function asStrings(value: unknown, offset: number): HeapStrings {
  const fields = asFields(value, offset)
  const { repeated } = fields
  if (!Array.isArray(repeated)) throw new StreamError(offset, 'repeated texts', typeof repeated)
  return {
    count: countOf(fields, 'count', offset),
    distinctCount: countOf(fields, 'distinctCount', offset),
    duplicateBytes: countOf(fields, 'duplicateBytes', offset),
    repeated: repeated.map((one: unknown) => {
      const row = asFields(one, offset)
      return {
        text: textOf(row, 'text', offset),
        count: countOf(row, 'count', offset),
        bytes: countOf(row, 'bytes', offset),
      }
    }),
  }
}

export function asProblem(value: unknown, offset: number): DumpProblem {
  const fields = asFields(value, offset)
  const { needed, actual } = fields
  return {
    code: textOf(fields, 'code', offset),
    message: textOf(fields, 'message', offset),
    needed: typeof needed === 'string' && needed !== '' ? needed : null,
    actual: typeof actual === 'string' && actual !== '' ? actual : null,
  }
}

export function asTexts(value: unknown, offset: number): readonly string[] {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string'))
    throw new StreamError(offset, 'texts', 'something else')
  return value
}

export function asTypeRows(value: unknown, offset: number): readonly (readonly [string, string])[] {
  if (!Array.isArray(value)) throw new StreamError(offset, 'rows of types', 'something else')
  return value.map((row: unknown) => {
    const [name, module] = asTexts(row, offset)
    if (name === undefined || module === undefined) throw new StreamError(offset, 'name and module', 'fewer texts')
    return [name, module]
  })
}

export function asFields(value: unknown, offset: number): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new StreamError(offset, 'an object of JSON', 'something else')
  return value as Fields
}

export function textOf(fields: Fields, name: string, offset: number): string {
  const value = fields[name]
  if (typeof value !== 'string') throw new StreamError(offset, `${name} as text`, typeof value)
  return value
}

export function countOf(fields: Fields, name: string, offset: number): number {
  const value = fields[name]
  if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
    throw new StreamError(offset, `${name} as a count`, JSON.stringify(value) ?? 'nothing')
  return value
}
