import { expect, test } from 'vitest'
import { arrayOf, type Field, plainType, typeCodes } from '../nettrace/payload/field-type.ts'
import { compilePayload, PayloadSlots } from '../nettrace/payload/compile-payload.ts'
import { writePayload } from '../nettrace/writer/payload-writer.ts'
import { payloadFit } from './payload-fit.ts'

const field = (name: string, code: number): Field => ({ name, type: plainType(code) })
const fields = [
  field('name', typeCodes.string),
  field('count', typeCodes.int32),
  field('unit', typeCodes.string),
  field('sum', typeCodes.double),
  field('flag', typeCodes.byte),
]

function fits(of: readonly Field[], wanted: readonly string[], bytes: Uint8Array) {
  const slots = new PayloadSlots(wanted.length)
  compilePayload(of, wanted)(bytes, new DataView(bytes.buffer), 0, bytes.length, slots)
  return payloadFit(of, wanted)?.(slots, 0, bytes.length)
}

test('a payload fits when its last text and what follows end where the payload ends', () => {
  const bytes = writePayload(fields, ['a', 1, 'ms', 2, 3])
  expect(fits(fields, ['unit'], bytes)).toBe(true)
  expect(fits(fields, ['unit'], Uint8Array.from([...bytes, 0]))).toBe(false)
  expect(fits(fields, ['unit'], bytes.slice(0, -1))).toBe(false)
  expect(fits(fields, ['name', 'unit'], bytes.slice(0, 6))).toBe(false)
})

test('a payload of fixed size fits when it has that size', () => {
  const fixed = [field('a', typeCodes.int32), field('b', typeCodes.double)]
  expect(fits(fixed, ['a'], writePayload(fixed, [1, 2]))).toBe(true)
  expect(fits(fixed, ['a'], new Uint8Array(13))).toBe(false)
  expect(fits([], [], new Uint8Array(0))).toBe(true)
  const inTheMiddle = payloadFit(fixed, ['a'])
  expect([inTheMiddle?.(new PayloadSlots(1), 100, 112), inTheMiddle?.(new PayloadSlots(1), 4, 8)]).toEqual([
    true,
    false,
  ])
})

test('nothing can be said when the last text is not read, or something of any size follows it', () => {
  expect(payloadFit(fields, ['name'])).toBeNull()
  expect(payloadFit([...fields, { name: 'list', type: arrayOf(plainType(typeCodes.int32)) }], ['unit'])).toBeNull()
})
