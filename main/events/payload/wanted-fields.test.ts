import { describe, expect, it } from 'vitest'
import type { EventType } from '../../nettrace/event-type.ts'
import { type Field, plainType, typeCodes } from '../../nettrace/payload/field-type.ts'
import { writePayload } from '../../nettrace/writer/payload-writer.ts'
import { WantedFields } from './wanted-fields.ts'

const field = (name: string, code: number): Field => ({ name, type: plainType(code) })
const typeOf = (fields: readonly Field[], eventId = 1, provider = 'Acme') =>
  ({ provider, eventId, name: '', fields, isOpaque: false }) as unknown as EventType

function read<Name extends string>(wanted: WantedFields<Name>, bytes: Uint8Array) {
  const buffer = Uint8Array.from([0xee, 0xee, ...bytes, 0xee, 0xee])
  wanted.read(buffer, new DataView(buffer.buffer), 2, 2 + bytes.length)
}

describe('the fields that a handler wants', () => {
  const fields = [field('a', typeCodes.int32), field('text', typeCodes.string), field('b', typeCodes.double)]

  it('are read by name, in any order', () => {
    const wanted = new WantedFields(typeOf(fields), ['b', 'text', 'gone'], 8)
    read(wanted, writePayload(fields, [7, 'hi', 2.5]))
    expect([wanted.has('b'), wanted.number('b'), wanted.text('text')]).toEqual([true, 2.5, 'hi'])
    expect([wanted.textStart('text'), wanted.textEnd('text')]).toEqual([6, 10])
    expect([wanted.has('gone'), wanted.number('gone'), wanted.text('gone')]).toEqual([false, 0, ''])
    expect([wanted.textStart('gone'), wanted.textEnd('gone')]).toEqual([0, 0])
  })

  it('are missing where the payload ends before them, whatever the one before had', () => {
    const wanted = new WantedFields(typeOf(fields), ['a', 'text', 'b'], 8)
    read(wanted, writePayload(fields, [7, 'hi', 2.5]))
    read(wanted, writePayload(fields.slice(0, 1), [8]))
    expect([wanted.number('a'), wanted.has('text'), wanted.text('text'), wanted.number('b')]).toEqual([8, false, '', 0])
    expect([wanted.textStart('text'), wanted.textEnd('text')]).toEqual([0, 0])
  })

  it('of a native event come from our table, pointers as wide as the process has them', () => {
    const runtime = 'Microsoft-Windows-DotNETRuntime'
    const narrow = new WantedFields(typeOf([], 10, runtime), ['AllocationAmount', 'AllocationKind', 'ClrInstanceID'], 8)
    read(narrow, Uint8Array.of(1, 0, 0, 0, 2, 0, 0, 0, 3, 0))
    expect([
      narrow.number('AllocationAmount'),
      narrow.number('AllocationKind'),
      narrow.number('ClrInstanceID'),
    ]).toEqual([1, 2, 3])
    const typeId = (pointerBytes: number) => {
      const wanted = new WantedFields(typeOf([], 10, runtime), ['TypeID', 'TypeName'], pointerBytes)
      const head = [1, 0, 0, 0, 2, 0, 0, 0, 3, 0, ...Array(8).fill(0)]
      read(wanted, Uint8Array.from([...head, 9, 0, 0, 0, ...Array(pointerBytes - 4).fill(0), 0x41, 0, 0, 0]))
      return [wanted.number('TypeID'), wanted.text('TypeName')]
    }
    expect([typeId(4), typeId(8)]).toEqual([
      [9, 'A'],
      [9, 'A'],
    ])
  })
})
