import { expect, test } from 'vitest'
import { readBlockHeader } from './block-header.ts'

function viewOf(headerBytes: number, flags: number, byteCount = 24): DataView {
  const view = new DataView(new ArrayBuffer(byteCount))
  view.setUint16(0, headerBytes, true)
  view.setUint16(2, flags, true)
  return view
}

test('a header says how long it is, and whether the events behind it are compressed', () => {
  expect(readBlockHeader(viewOf(20, 0), 0, 24)).toEqual({ bytes: 20, isCompressed: false })
  expect(readBlockHeader(viewOf(24, 1), 0, 24)).toEqual({ bytes: 24, isCompressed: true })
  expect(readBlockHeader(viewOf(20, 2), 0, 24)).toEqual({ bytes: 20, isCompressed: false })
  expect(readBlockHeader(viewOf(20, 3), 0, 20)).toEqual({ bytes: 20, isCompressed: true })
})

test('a header that is shorter than any, or longer than its block, is none', () => {
  expect(readBlockHeader(viewOf(19, 0), 0, 24)).toBeNull()
  expect(readBlockHeader(viewOf(25, 0), 0, 24)).toBeNull()
  expect(readBlockHeader(viewOf(20, 0), 0, 19)).toBeNull()
  // The last byte of a piece: there is no length to be read.
  expect(readBlockHeader(viewOf(20, 0), 23, 24)).toBeNull()
})
