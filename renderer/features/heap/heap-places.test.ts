import { expect, test } from 'vitest'
import { type HeapPlaces, type HeapStep, placesAt, stepped } from './heap-places.ts'

const order = { group: 7, name: 'Order', module: 'Shop' }
const line = { group: 8, name: 'Line', module: 'Shop' }
const back: HeapStep = { kind: 'back' }
const go = (to: (HeapStep & { kind: 'go' })['to']): HeapStep => ({ kind: 'go', to })

test('Back leads from the objects of a type to the types, though keys have picked the first object', () => {
  const places = after([
    go({ type: order }),
    go({ tab: 'objects', type: order, object: null }),
    go({ object: { node: 1, name: 'Order' } }),
  ])
  expect(places.present).toMatchObject({ tab: 'objects', object: { node: 1 } })
  expect(stepped(places, back).present).toMatchObject({ tab: 'types', type: order, object: null })
})

test('Back leads from one object to the one before', () => {
  const places = after([
    go({ tab: 'objects', object: null }),
    go({ object: { node: 1, name: 'Order' } }),
    go({ object: { node: 2, name: 'Line' } }),
  ])
  expect(stepped(places, back).present.object).toEqual({ node: 1, name: 'Order' })
})

test('Back leads from one type to the one before, and not to types of which none is picked', () => {
  const places = after([go({ type: order, object: null }), go({ type: line, object: null })])
  expect(stepped(places, back).present.type).toBe(order)
  expect(stepped(stepped(places, back), back).present.type).toBe(order)
})

test('what was ahead is forgotten when an object is picked after going back', () => {
  const places = after([go({ tab: 'objects' }), go({ tab: 'info' }), back, go({ object: { node: 1, name: 'Order' } })])
  expect(places.ahead).toEqual([])
})

function after(steps: readonly HeapStep[]): HeapPlaces {
  return steps.reduce(stepped, placesAt())
}
