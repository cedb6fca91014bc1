import { describe, expect, it } from 'vitest'
import { DumpStreamWriter } from '../testing/dump-stream-writer.ts'
import { blockKinds, StreamError } from './dump-stream.ts'
import { DumpValuesReader } from './dump-values-reader.ts'
import { StreamBlocks } from './stream-blocks.ts'

function read(value: unknown) {
  const reader = new DumpValuesReader()
  const stream = new DumpStreamWriter().info().json(blockKinds.values, value).json(blockKinds.end, { valueCount: 1 })
  new StreamBlocks((kind, payload, offset) => reader.block(kind, payload, offset)).push(stream.bytes())
  return reader.values
}

describe('values of an object in a dump stream', () => {
  it('are the text of a string, with its whole length', () => {
    const text = { address: '7f00', type: 'System.String', length: 9000, text: 'a'.repeat(4000) }
    expect(read(text)).toEqual({ kind: 'text', length: 9000, text: text.text, rows: [] })
    expect(read({ ...text, length: -1, text: null })).toMatchObject({ length: null, text: '' })
  })

  it('are the first elements of an array', () => {
    expect(read({ address: '7f00', type: 'System.Int32[]', length: 3, elements: ['1', '2'] })).toEqual({
      kind: 'elements',
      length: 3,
      text: '',
      rows: [
        { name: '[0]', type: '', value: '1' },
        { name: '[1]', type: '', value: '2' },
      ],
    })
  })

  it('are fields by the names that C# has for them', () => {
    const fields = [
      ['_orders', 'System.Collections.Generic.List<Shop.Order>', 'null'],
      ['<Total>k__BackingField', 'System.Int32', '-4'],
    ]
    expect(read({ address: '7f00', type: 'Shop.Cart', fields })?.rows).toEqual([
      { name: '_orders', type: 'System.Collections.Generic.List<Shop.Order>', value: 'null' },
      { name: 'Total', type: 'int', value: '-4' },
    ])
  })

  it('are none where there is no object', () => {
    expect(read({ address: '7f00', type: '' })).toBeNull()
  })

  it.each([
    ['a text that is none', { length: 1, text: 7 }],
    ['a longer text than is sent', { length: 1, text: 'a'.repeat(4001) }],
    ['a length that is none', { length: -2, text: '' }],
    ['elements that are none', { length: 1, elements: 'many' }],
    ['an element that is none', { length: 1, elements: [1] }],
    ['more elements than are sent', { length: 1, elements: Array.from({ length: 201 }, () => '0') }],
    ['fields that are none', { fields: {} }],
    ['a field without a value', { fields: [['name', 'type']] }],
  ])('are refused with %s', (_name, wrong) => {
    expect(() => read(wrong)).toThrow(StreamError)
  })

  it('are refused among other blocks', () => {
    const reader = new DumpValuesReader()
    expect(() => reader.block(blockKinds.types, new DataView(new ArrayBuffer(0)), 8)).toThrow(StreamError)
  })
})
