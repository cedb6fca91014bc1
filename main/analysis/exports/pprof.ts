import { ByteBuilder, utf8 } from '../../../shared/base/byte-builder.ts'
import type { WeightUnit } from '../../../shared/model/trace/trace-import.ts'
import { type CallTree, walk } from '../stacks/trees/call-tree.ts'
import { ExportTooLarge } from './limited-text.ts'

/** Larger ones are opened by no program. */
const mostProfileBytes = 2 ** 30
const pieceBytes = 2 ** 18

export interface PprofFacts {
  readonly startUnixMs: number
  readonly durationMs: number
  /** Between two samples of a thread; null: the file does not state it, and samples are counted only. */
  readonly intervalNs: number | null
  /** What weights are where another tool made the samples; left out: every sample counts once. */
  readonly unit?: WeightUnit
}

interface ValueType {
  readonly type: string
  readonly unit: string
  /** Of a weight. */
  readonly factor: number
}

/** pprof shows the last one first. */
function valueTypes({ intervalNs, unit = 'samples' }: PprofFacts): readonly ValueType[] {
  const wall = { type: 'wall', unit: 'nanoseconds' }
  if (unit === 'ms') return [{ ...wall, factor: 1e6 }]
  if (unit === 'bytes') return [{ type: 'space', unit: 'bytes', factor: 1 }]
  if (unit !== 'samples') return [{ type: 'weight', unit: 'count', factor: 1 }]
  const samples = { type: 'samples', unit: 'count', factor: 1 }
  return intervalNs === null ? [samples] : [samples, { ...wall, factor: intervalNs }]
}

/*
 * profile.proto of google/pprof, not compressed. Fields of Profile:
 *   1 sample_type | 2 sample | 4 location | 5 function | 6 string_table | 9 time_nanos | 10 duration_nanos | 11 period_type | 12 period
 * A location is a function: traces name methods, not lines.
 */
/**
 * The samples of a call tree as a pprof profile, piece by piece: counts, and wall-clock time where the interval is known. Throws
 * `ExportTooLarge` before it would be larger than any program opens.
 */
export function writePprof(calls: CallTree, facts: PprofFacts, write: (piece: Uint8Array) => void): void {
  const strings = new Strings()
  const { intervalNs } = facts
  const out = new Pieces(write)
  const types = valueTypes(facts)
  for (const { type, unit } of types) out.message(1, valueType(strings, type, unit))
  writeSamples(calls, types, out)
  writeFunctions(calls, strings, out)
  out.number(9, int64(facts.startUnixMs) * 1_000_000n)
  out.number(10, int64(facts.durationMs * 1e6))
  if (intervalNs !== null) {
    out.message(11, valueType(strings, 'wall', 'nanoseconds'))
    out.number(12, int64(intervalNs))
  }
  for (const text of strings.all) out.bytes(6, utf8(text))
  out.flush()
}

function writeSamples(calls: CallTree, types: readonly ValueType[], out: Pieces): void {
  const { tree, self } = calls
  const path: number[] = []
  walk(calls, {
    enter(node) {
      path.push(tree.functionOf(node))
      const count = self[node]!
      if (!(count > 0)) return
      const locations = new ByteBuilder()
      // The leaf first.
      for (let at = path.length - 1; at >= 0; at--) locations.varint(BigInt(path[at]!))
      const values = new ByteBuilder()
      for (const { factor } of types) values.varint(int64(count * factor))
      const sample = new ByteBuilder()
      addBytes(sample, 1, locations.take())
      addBytes(sample, 2, values.take())
      out.bytes(2, sample.take())
    },
    leave: () => void path.pop(),
  })
}

/** The nearest number that the format has: a file may state an interval with a fraction, or weights whose sum is beyond it. */
function int64(value: number): bigint {
  if (Number.isNaN(value)) return 0n
  return BigInt(Math.round(Math.min(Math.max(value, -largestInt64), largestInt64)))
}

/** The largest number below 2^63 that a `number` is. */
const largestInt64 = 2 ** 63 - 1024

function writeFunctions({ tree, total }: CallTree, strings: Strings, out: Pieces): void {
  const used = new Set<number>()
  for (let node = 1; node < total.length; node++) if (total[node]! > 0) used.add(tree.functionOf(node))
  for (const of of used) {
    const { name, displayName, module } = tree.functions.get(of)
    const id = BigInt(of)
    const line = new ByteBuilder()
    addNumber(line, 1, id)
    const location = new ByteBuilder()
    addNumber(location, 1, id)
    addBytes(location, 4, line.take())
    out.bytes(4, location.take())
    const method = new ByteBuilder()
    addNumber(method, 1, id)
    addNumber(method, 2, strings.of(displayName))
    addNumber(method, 3, strings.of(name))
    addNumber(method, 4, strings.of(module))
    out.bytes(5, method.take())
  }
}

function valueType(strings: Strings, type: string, unit: string): ByteBuilder {
  const made = new ByteBuilder()
  addNumber(made, 1, strings.of(type))
  addNumber(made, 2, strings.of(unit))
  return made
}

class Strings {
  readonly all: string[] = ['']
  readonly #numbers = new Map<string, number>([['', 0]])

  of(text: string): bigint {
    let number = this.#numbers.get(text)
    if (number === undefined) {
      number = this.all.length
      this.all.push(text)
      this.#numbers.set(text, number)
    }
    return BigInt(number)
  }
}

/** Fields of the outermost message, handed on in pieces. */
class Pieces {
  readonly #write: (piece: Uint8Array) => void
  readonly #builder = new ByteBuilder()
  #heldBytes = 0
  #byteCount = 0

  constructor(write: (piece: Uint8Array) => void) {
    this.#write = write
  }

  bytes(field: number, content: Uint8Array): void {
    addBytes(this.#builder, field, content)
    this.#heldBytes += content.length + 8
    this.#byteCount += content.length + 8
    if (this.#byteCount > mostProfileBytes) throw new ExportTooLarge(mostProfileBytes)
    if (this.#heldBytes >= pieceBytes) this.flush()
  }

  message(field: number, content: ByteBuilder): void {
    this.bytes(field, content.take())
  }

  number(field: number, value: bigint): void {
    addNumber(this.#builder, field, value)
  }

  flush(): void {
    this.#heldBytes = 0
    this.#write(this.#builder.take())
  }
}

function addBytes(builder: ByteBuilder, field: number, content: Uint8Array): void {
  builder
    .varint(BigInt(field * 8 + 2))
    .varint(BigInt(content.length))
    .bytes(content)
}

function addNumber(builder: ByteBuilder, field: number, value: bigint): void {
  builder.varint(BigInt(field * 8)).varint(value)
}
