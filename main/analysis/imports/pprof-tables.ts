import { utf8Text } from '../../nettrace/byte-cursor.ts'
import { NumberColumn } from '../grown-column.ts'
import { ImportDamage } from './import-damage.ts'
import type { ProfileBuilder } from './profile-builder.ts'
import { ProtobufReader, wireTypes } from './protobuf-reader.ts'

/** profile.proto of google/pprof. */
export const pprofFields = {
  sampleType: 1,
  sample: 2,
  location: 4,
  function: 5,
  string: 6,
  timeNanos: 9,
  defaultType: 14,
} as const
interface SampleType {
  readonly type: number
  readonly unit: number
}

interface PprofFunction {
  readonly name: number
  readonly systemName: number
  readonly file: number
}

interface PprofLine {
  readonly functionId: number
  readonly line: number
}

/** Everything that samples refer to; it may stand behind them in the file. */
export class PprofTables {
  readonly #bytes: Uint8Array
  /** Start and end of each text. */
  readonly #texts = new NumberColumn()
  readonly #functions = new Map<number, PprofFunction>()
  readonly #locations = new Map<number, readonly PprofLine[]>()
  readonly #framesOf = new Map<number, readonly number[]>()
  readonly types: SampleType[] = []
  timeNanos = 0
  #defaultType = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    const profile = new ProtobufReader(bytes)
    while (profile.next()) this.#addField(profile)
    if (this.types.length === 0) throw new ImportDamage(0, 'the types of samples', 'none')
  }

  text(index: number): string {
    if (index < 0 || index * 2 >= this.#texts.count) return ''
    return utf8Text(this.#bytes, this.#texts.at(index * 2), this.#texts.at(index * 2 + 1))
  }

  /** The value of samples that counts. */
  chosenType(): { readonly index: number; readonly type: string; readonly unit: string } {
    const wanted = this.text(this.#defaultType)
    const found = wanted === '' ? -1 : this.types.findIndex(({ type }) => this.text(type) === wanted)
    const index = found < 0 ? this.types.length - 1 : found
    const { type, unit } = this.types[index]!
    return { index, type: this.text(type), unit: this.text(unit) }
  }

  /** Frames of a location from the innermost on: what was inlined, then the function with its code. */
  framesOf(location: number, builder: ProfileBuilder): readonly number[] {
    const known = this.#framesOf.get(location)
    if (known !== undefined) return known
    const lines = this.#locations.get(location) ?? []
    const frames = lines.map(({ functionId, line }) => {
      const found = this.#functions.get(functionId)
      const name = found === undefined ? '' : this.#nameOf(found)
      return builder.frame(name === '' ? '?!?' : name, found === undefined ? '' : this.text(found.file), line)
    })
    if (frames.length === 0) frames.push(builder.frame('?!?'))
    this.#framesOf.set(location, frames)
    return frames
  }

  #addField(profile: ProtobufReader): void {
    if (profile.wireType === wireTypes.bytes) {
      if (profile.field === pprofFields.sampleType) this.types.push(typeOf(profile.message()))
      else if (profile.field === pprofFields.location) this.#addLocation(profile.message())
      else if (profile.field === pprofFields.function) this.#addFunction(profile.message())
      else if (profile.field === pprofFields.string) {
        this.#texts.push(profile.start)
        this.#texts.push(profile.end)
      }
    } else if (profile.field === pprofFields.timeNanos) this.timeNanos = profile.number
    else if (profile.field === pprofFields.defaultType) this.#defaultType = profile.number
  }

  #addLocation(message: ProtobufReader): void {
    let id = 0
    const lines: PprofLine[] = []
    while (message.next()) {
      if (message.field === 1) id = message.number
      else if (message.field === 4) {
        const { 1: functionId = 0, 2: line = 0 } = numbersOf(message.message())
        lines.push({ functionId, line })
      }
    }
    this.#locations.set(id, lines)
  }

  #addFunction(message: ProtobufReader): void {
    const { 1: id = 0, 2: name = 0, 3: systemName = 0, 4: file = 0 } = numbersOf(message)
    this.#functions.set(id, { name, systemName, file })
  }

  /** Where linkers have their name we and others have the full one, of which the name is a part. */
  #nameOf({ name, systemName }: PprofFunction): string {
    const short = this.text(name)
    const full = this.text(systemName)
    return short === '' || full.includes(short) ? full : short
  }
}

function typeOf(message: ProtobufReader): SampleType {
  const { 1: type = 0, 2: unit = 0 } = numbersOf(message)
  return { type, unit }
}

/** Numbers of a message by their field; the last of each counts. */
export function numbersOf(message: ProtobufReader): Readonly<Record<number, number>> {
  const found: Record<number, number> = {}
  while (message.next())
    if (message.wireType === wireTypes.varint && message.field < 16) found[message.field] = message.number
  return found
}
