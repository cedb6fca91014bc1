import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { ByteBuilder } from '../../../shared/base/byte-builder.ts'
import { HeapStream } from '../../heap/testing/heap-stream.ts'
import { holdsOnlyHeapWalk } from './only-heap-walk.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'pipescope-only-heap-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

function walk(): HeapStream {
  const stream = new HeapStream().collectionStart()
  // Several blocks of events between the descriptions.
  for (let index = 0; index < 40; index++) stream.event(10, new ByteBuilder().bytes(new Uint8Array(20_000)))
  return stream.objects({ address: 0x1000, type: 7, bytes: 24, references: [0x1000] }).collectionEnd()
}

test('tells a file with nothing but a heap walk from other recordings', () => {
  expect(holdsOnlyHeapWalk(written('walk.nettrace', walk().end()))).toBe(true)
  const recording = walk().event(1, new ByteBuilder(), 'Shop').end()
  expect(holdsOnlyHeapWalk(written('recording.nettrace', recording))).toBe(false)
})

test('knows nothing of a file that is none, or not there', () => {
  for (const bytes of [new Uint8Array(0), new Uint8Array(500), walk().end().subarray(0, 70)])
    expect(holdsOnlyHeapWalk(written('none.nettrace', bytes))).toBe(false)
  expect(holdsOnlyHeapWalk(path.join(folder, 'missing.nettrace'))).toBe(false)
  expect(holdsOnlyHeapWalk(folder)).toBe(false)
})

test('gives up on a slow disk', () => {
  const file = written('slow.nettrace', walk().end())
  let ms = 0
  expect(holdsOnlyHeapWalk(file, () => (ms += 100))).toBe(true)
  expect(holdsOnlyHeapWalk(file, () => (ms += 1000))).toBe(false)
})
