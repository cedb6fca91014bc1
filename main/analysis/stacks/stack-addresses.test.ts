import { expect, test } from 'vitest'
import { stackAddresses } from './stack-addresses.ts'

test('addresses are read leaf first, by the pointer size of the process, and half a pointer at the end is left out', () => {
  const view = new DataView(new ArrayBuffer(24))
  view.setUint32(4, 0x1000, true)
  view.setUint32(8, 0x7f00, true)
  view.setUint32(12, 0x2000, true)
  expect([...stackAddresses(view, 4, 22, 8)]).toEqual([0x7f00_0000_1000, 0x2000])
  expect([...stackAddresses(view, 4, 16, 4)]).toEqual([0x1000, 0x7f00, 0x2000])
})
