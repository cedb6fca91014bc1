import { expect, test } from 'vitest'
import { type PayloadField, PayloadRecord } from '../../events/payload/payload-value.ts'
import { type NamedShape, scalar, type ValueShape } from '../../events/payload/value-shape.ts'
import { nestedFields, nestedNames } from './nested-fields.ts'

const number = scalar('i32')
const field = (name: string, value: PayloadField['value'], shape: ValueShape = number): PayloadField => ({
  name,
  value,
  shape,
})
const shape = (name: string, inner?: readonly NamedShape[]): NamedShape => ({
  name,
  shape: inner === undefined ? number : { kind: 'object', fields: inner },
  since: 0,
})

/** Fields within each other, the outermost first. */
const within = (names: readonly string[]): PayloadField => {
  const [name = '', ...inner] = names
  return inner.length === 0 ? field(name, 1) : field(name, new PayloadRecord([within(inner)]))
}
const shapeWithin = (names: readonly string[]): NamedShape => {
  const [name = '', ...inner] = names
  return inner.length === 0 ? shape(name) : shape(name, [shapeWithin(inner)])
}

test('fields in a field come behind it, and so do their names', () => {
  const payload = new PayloadRecord([field('Mean', 1), field('Count', 2)])
  const fields = nestedFields([field('Before', 0), field('Payload', payload), field('After', 3)])
  expect(fields.map(({ name }) => name)).toEqual(['Before', 'Payload', 'Mean', 'Count', 'After'])
  const names = nestedNames([shape('Before'), shape('Payload', [shape('Mean'), shape('Count')]), shape('After')])
  expect(names).toEqual(['Before', 'Payload', 'Mean', 'Count', 'After'])
})

test('fields deeper than four others are not looked at one by one', () => {
  const names = ['A', 'B', 'C', 'D', 'E', 'F']
  expect(nestedFields([within(names)]).map(({ name }) => name)).toEqual(['A', 'B', 'C', 'D', 'E'])
  expect(nestedNames([shapeWithin(names)])).toEqual(['A', 'B', 'C', 'D', 'E'])
})
