import type { ObjectValue, ObjectValues } from '../../../shared/model/heap/object-values.ts'
import { blockKinds, StreamError } from './dump-stream.ts'
import { dumpTypeName } from './dump-type-name.ts'
import { asFields, asTexts, countOf, type Fields, parseJson } from './stream-json.ts'

const mostRows = 200
const mostChars = 4000

/** Collects the answer to `values` about one object; throws `StreamError`. */
export class DumpValuesReader {
  /** Null: there is no object at the address. */
  values: ObjectValues | null = null

  block(kind: number, payload: DataView, offset: number): void {
    if (kind === blockKinds.info || kind === blockKinds.end) return
    if (kind !== blockKinds.values) throw new StreamError(offset, 'a block about values', `kind ${kind}`)
    this.values = valuesOf(asFields(parseJson(payload, offset), offset), offset)
  }
}

function valuesOf(fields: Fields, offset: number): ObjectValues | null {
  const { text, elements, fields: members } = fields
  // A string that cannot be read has none.
  if (text !== undefined)
    return { kind: 'text', length: lengthOf(fields, offset), text: textOf(text, offset), rows: [] }
  if (elements !== undefined) {
    const rows = asRows(elements, offset).map((value, index): ObjectValue => {
      if (typeof value !== 'string') throw new StreamError(offset, 'an element as text', typeof value)
      return { name: `[${String(index)}]`, type: '', value }
    })
    return { kind: 'elements', length: lengthOf(fields, offset), text: '', rows }
  }
  if (members === undefined) return null
  const rows = asRows(members, offset).map((member): ObjectValue => {
    const [name, type, value] = asTexts(member, offset)
    if (name === undefined || type === undefined || value === undefined)
      throw new StreamError(offset, 'name, type and value', 'fewer texts')
    return { name: fieldName(name), type: dumpTypeName(type), value }
  })
  return { kind: 'fields', length: null, text: '', rows }
}

function asRows(value: unknown, offset: number): readonly unknown[] {
  if (!Array.isArray(value) || value.length > mostRows)
    throw new StreamError(offset, `at most ${mostRows} values`, 'something else')
  return value
}

function textOf(value: unknown, offset: number): string {
  if (value === null) return ''
  if (typeof value !== 'string' || value.length > mostChars)
    throw new StreamError(offset, `at most ${mostChars} characters`, typeof value)
  return value
}

function lengthOf(fields: Fields, offset: number): number | null {
  return fields['length'] === -1 ? null : countOf(fields, 'length', offset)
}

/** The field behind a property is called like it: `<Total>k__BackingField`. */
function fieldName(name: string): string {
  return /^<(.+)>k__BackingField$/.exec(name)?.[1] ?? name
}
