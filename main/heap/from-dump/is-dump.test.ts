import { expect, it } from 'vitest'
import { dumpHeadBytes, isDumpHead } from './is-dump.ts'

function head(first: readonly number[], ...set: readonly (readonly [number, number])[]): Uint8Array {
  const bytes = new Uint8Array(dumpHeadBytes)
  bytes.set(first)
  for (const [at, value] of set) bytes[at] = value
  return bytes
}
const elf = [0x7f, 0x45, 0x4c, 0x46, 2, 1]

it('recognizes core files and minidumps by their first bytes, and not programs', () => {
  expect(isDumpHead(head(elf, [16, 4]))).toBe(true)
  expect(isDumpHead(head([0x7f, 0x45, 0x4c, 0x46, 2, 2], [17, 4]))).toBe(true)
  expect(isDumpHead(head([0x4d, 0x44, 0x4d, 0x50]))).toBe(true)
  expect(isDumpHead(head([0xcf, 0xfa, 0xed, 0xfe], [12, 4]))).toBe(true)
  expect(isDumpHead(head(elf, [16, 3]))).toBe(false)
  expect(isDumpHead(head([0xcf, 0xfa, 0xed, 0xfe], [12, 2]))).toBe(false)
  expect(isDumpHead(head([0x4e, 0x65, 0x74, 0x74]))).toBe(false)
  expect(isDumpHead(new Uint8Array(elf))).toBe(false)
})
