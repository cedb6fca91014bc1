import { ImportDamage } from './import-damage.ts'
import type { ImportedProfile } from './imported-profile.ts'
import { numbersOf, pprofFields, PprofTables } from './pprof-tables.ts'
import { ProfileBuilder, unitOf } from './profile-builder.ts'
import { ProtobufReader, wireTypes } from './protobuf-reader.ts'

/** Frames that stacks may have for each byte of the file: a function inlined everywhere is written once and walked often. */
const framesPerByte = 8
const firstFrames = 2 ** 20

/**
 * A profile of pprof, unpacked. Of several values per sample the default one is read, or the last, as pprof does. Its samples have no
 * times; a label may name their thread.
 */
export function readPprof(bytes: Uint8Array): ImportedProfile {
  const builder = new ProfileBuilder()
  const tables = new PprofTables(bytes)
  const chosen = tables.chosenType()
  const { unit, factor } = unitOf(chosen.unit)
  for (const [index, { type, unit: other }] of tables.types.entries())
    if (index !== chosen.index)
      builder.note('other-weight', `sample_type[${index}]`, `${tables.text(type)} (${tables.text(other)})`)
  const samples = new PprofSamples(bytes, builder, tables, { index: chosen.index, factor })
  samples.read()
  const statedUnit = chosen.type === '' ? chosen.unit : `${chosen.type} (${chosen.unit})`
  const startUnixMs = tables.timeNanos > 0 ? tables.timeNanos / 1e6 : null
  // A count of samples is called so by its type.
  const isSamples = unit === 'count' && chosen.type.toLowerCase() === 'samples'
  const facts = {
    format: 'pprof',
    tool: '',
    name: '',
    unit: isSamples ? 'samples' : unit,
    statedUnit,
    startUnixMs,
  } as const
  return builder.build(facts, false)
}

/** Adds the samples of a profile whose tables are known. */
class PprofSamples {
  readonly #bytes: Uint8Array
  readonly #builder: ProfileBuilder
  readonly #tables: PprofTables
  readonly #valueIndex: number
  readonly #factor: number
  #leftFrames: number

  constructor(
    bytes: Uint8Array,
    builder: ProfileBuilder,
    tables: PprofTables,
    { index, factor }: { readonly index: number; readonly factor: number },
  ) {
    this.#bytes = bytes
    this.#builder = builder
    this.#tables = tables
    this.#valueIndex = index
    this.#factor = factor
    this.#leftFrames = firstFrames + framesPerByte * bytes.length
  }

  read(): void {
    const profile = new ProtobufReader(this.#bytes)
    while (profile.next())
      if (profile.field === pprofFields.sample && profile.wireType === wireTypes.bytes)
        this.#add(profile.message(), profile.start)
  }

  #add(message: ProtobufReader, offset: number): void {
    const locations: number[] = []
    let value = 0
    let valueCount = 0
    let thread: ThreadLabel = { id: null, name: '' }
    while (message.next()) {
      if (message.field === 1) message.numbers((id) => locations.push(id))
      else if (message.field === 2)
        message.numbers((found) => {
          if (valueCount++ === this.#valueIndex) value = found
        })
      else if (message.field === 3) thread = this.#labelOf(message.message(), thread)
    }
    if (value < 0) {
      this.#builder.note('negative-weight', `offset ${offset}`)
      return
    }
    if (value === 0) return
    const threadIndex = this.#builder.thread(`${thread.id ?? ''}:${thread.name}`, thread.id, thread.name)
    this.#builder.sample(threadIndex, 0, this.#nodeOf(locations, offset), value * this.#factor)
  }

  /** The leaf is first. */
  #nodeOf(locations: readonly number[], offset: number): number {
    let node = 0
    for (let at = locations.length - 1; at >= 0; at--) {
      const frames = this.#tables.framesOf(locations[at]!, this.#builder)
      this.#leftFrames -= frames.length
      if (this.#leftFrames < 0) throw new ImportDamage(offset, 'stacks in proportion to the file', 'far more frames')
      for (let frame = frames.length - 1; frame >= 0; frame--) node = this.#builder.child(node, frames[frame]!)
    }
    return node
  }

  #labelOf(message: ProtobufReader, before: ThreadLabel): ThreadLabel {
    const { 1: key = 0, 2: text = 0, 3: number = 0 } = numbersOf(message)
    const name = this.#tables.text(key).toLowerCase().replaceAll(/[ _]/g, '')
    if (name === 'thread' || name === 'threadname')
      return text > 0 ? { ...before, name: this.#tables.text(text) } : { ...before, id: knownId(number) }
    return name === 'threadid' || name === 'tid'
      ? { ...before, id: text > 0 ? idOf(this.#tables.text(text)) : knownId(number) }
      : before
  }
}

interface ThreadLabel {
  readonly id: number | null
  readonly name: string
}

/** Threads of an operating system have no other numbers. */
function knownId(id: number): number | null {
  return Number.isSafeInteger(id) && id >= 0 ? id : null
}

function idOf(text: string): number | null {
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}
