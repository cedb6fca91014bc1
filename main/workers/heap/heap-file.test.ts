import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { HeapStream } from '../../heap/testing/heap-stream.ts'
import { kindOfHeapFile, openHeapFile } from './heap-file.ts'
import { NestedTypes } from './nested-types.ts'
import { writeGcDumpFile } from './write-gcdump-file.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function save(name: string, bytes: Uint8Array): string {
  const file = path.join(folder, name)
  writeFileSync(file, bytes)
  return file
}

const walk = (): HeapStream =>
  new HeapStream()
    .collectionStart()
    .roots({ to: 0x1000, kind: 2 })
    .objects(
      { address: 0x1000, type: 1, bytes: 24, references: [0x2000] },
      { address: 0x2000, type: 1, bytes: 30, references: [] },
    )
    .types({ id: 1, name: 'Order', module: 9, token: 0x2000002 })
    .collectionEnd()
    .module(9, path.join(folder, 'no.dll'))

test('a trace and the .gcdump made of it hold the same heap', async () => {
  const trace = save('walk.nettrace', walk().end())
  const opened = await openHeapFile(trace)
  if (!opened.ok) throw new Error(opened.error.kind)
  const file = path.join(folder, 'walk.gcdump')
  expect(writeGcDumpFile(file, opened.value)).toEqual({ ok: true, value: { sizeBytes: expect.any(Number) } })
  expect([kindOfHeapFile(trace), kindOfHeapFile(file)]).toEqual([
    { ok: true, value: 'trace' },
    { ok: true, value: 'gcdump' },
  ])
  const again = await openHeapFile(file)
  if (!again.ok) throw new Error(again.error.kind)
  const { graph } = again.value
  expect([graph.edgeStarts, graph.edgeTargets, graph.sizes]).toEqual([
    opened.value.graph.edgeStarts,
    opened.value.graph.edgeTargets,
    opened.value.graph.sizes,
  ])
  expect(again.value.facts).toMatchObject({ objectCount: 2, objectBytes: 54, referenceCount: 1, tool: 'Pipescope' })
  // What is there already stays as it is.
  const before = readFileSync(file)
  expect(writeGcDumpFile(file, opened.value)).toMatchObject({ ok: false, error: { kind: 'io', code: 'EEXIST' } })
  expect(readFileSync(file).equals(before)).toBe(true)
})

test.each([
  [
    'a trace without a walk',
    new HeapStream().collectionStart().collectionEnd().end(),
    { kind: 'not-found', what: 'heap' },
  ],
  ['a file of another kind', new Uint8Array(100).fill(65), { kind: 'malformed', offset: 0 }],
  ['an empty file', new Uint8Array(0), { kind: 'malformed', offset: 0 }],
])('%s is an error', async (_, bytes, error) => {
  expect(await openHeapFile(save('other', bytes))).toMatchObject({ ok: false, error })
})

test('a missing file, or one that isn’t a regular file, is an I/O error', async () => {
  expect(await openHeapFile(path.join(folder, 'none'))).toMatchObject({
    ok: false,
    error: { kind: 'io', code: 'ENOENT' },
  })
  expect(await openHeapFile(folder)).toMatchObject({ ok: false, error: { kind: 'io' } })
})

test('opening can be cancelled', async () => {
  const signal = AbortSignal.abort()
  expect(await openHeapFile(save('cancel.nettrace', walk().end()), { signal })).toEqual({
    ok: false,
    error: { kind: 'cancelled' },
  })
})

test('types are told at the end of the objects where reading took longer, and never of a file that is read in a moment', async () => {
  const file = save('parts.nettrace', walk().end())
  const told: unknown[] = []
  const onTypes = (types: unknown) => told.push(types)
  const plain = await openHeapFile(file)
  expect(await openHeapFile(file, { onTypes, typesAfterMs: Number.POSITIVE_INFINITY })).toEqual(plain)
  expect(told).toEqual([])
  expect(await openHeapFile(file, { onTypes, typesAfterMs: 0 })).toEqual(plain)
  expect(told.at(-1)).toMatchObject({
    readShare: 1,
    objectCount: 2,
    rows: [{ name: 'Order', module: 'no.dll', count: 2, shallowBytes: 54 }],
  })
})

test('nothing is told of a trace whose reading is cancelled', async () => {
  const told: unknown[] = []
  const onTypes = (types: unknown) => told.push(types)
  const signal = AbortSignal.abort()
  const opened = await openHeapFile(save('none.nettrace', walk().end()), { signal, onTypes, typesAfterMs: 0 })
  expect(opened).toMatchObject({ error: { kind: 'cancelled' } })
  expect(told).toEqual([])
})

test.each(['', 'relative.dll', '//server/share/a.dll', String.raw`\\server\share\a.dll`])(
  'the module %j is not looked for',
  (module) => {
    expect(new NestedTypes().outerName(module, 0x2000002, 'Node')).toBe('')
  },
)

test('a module that isn’t an assembly names nothing', () => {
  const head = Buffer.alloc(300)
  head.write('MZ')
  for (const bytes of [new Uint8Array(0), new Uint8Array(100).fill(77), head])
    expect(new NestedTypes().outerName(save('module.dll', bytes), 0x2000002, 'Node')).toBe('')
})
