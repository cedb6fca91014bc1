import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, expect, test, vi } from 'vitest'
import type { HeapTypesQuestion, HeapTypesSoFar } from '../../../shared/model/heap/heap-document.ts'
import { HeapStream } from '../../heap/testing/heap-stream.ts'
import { HeapDocumentEngine } from './heap-document-engine.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'ps-heap-engine-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const byRetained: HeapTypesQuestion = { grouping: 'type', search: '', sortBy: 'retained', isDescending: true }

/** An owner of 24 bytes keeps an item of 30 alive; 40 bytes are not reached. */
const file = path.join(folder, 'walk.nettrace')
writeFileSync(
  file,
  new HeapStream()
    .collectionStart()
    .roots({ to: 0x1000, kind: 2 })
    .objects(
      { address: 0x1000, type: 1, bytes: 24, references: [0x2000] },
      { address: 0x2000, type: 2, bytes: 30, references: [] },
      { address: 0x3000, type: 2, bytes: 40, references: [] },
    )
    .types({ id: 1, name: 'Owner', module: 9, token: 0x2000002 }, { id: 2, name: 'Item', module: 9, token: 0x2000003 })
    .collectionEnd()
    .module(9, path.join(folder, 'no.dll'))
    .end(),
)

async function figures(engine: HeapDocumentEngine): Promise<unknown> {
  const types = await engine.types(byRetained, 0, 10)
  return types.ok
    ? types.value.rows.map(({ name, shallowBytes, retainedBytes }) => [name, shallowBytes, retainedBytes])
    : types
}

test('types are there before retained sizes are, by shallow size until then', async () => {
  const phases: string[] = []
  const engine = new HeapDocumentEngine(file, ({ phase }) => phases.push(phase))
  expect(await figures(engine)).toEqual([
    ['Item', 70, null],
    ['Owner', 24, null],
  ])
  expect(await engine.summary(false)).toMatchObject({ value: { typeCount: 2, objectCount: 3, unreached: null } })
  expect(phases).not.toContain('ready')
  expect(await engine.summary(true)).toMatchObject({ value: { unreached: { count: 1, bytes: 40 } } })
  expect(phases.at(-1)).toBe('ready')
  expect(await engine.summary(false)).toMatchObject({ value: { unreached: { count: 1, bytes: 40 } } })
  expect(await figures(engine)).toEqual([
    ['Item', 70, 70],
    ['Owner', 24, 54],
  ])
})

test('the table of types comes before the first step towards retained sizes, which takes seconds of a large heap', async () => {
  const phases: string[] = []
  const engine = new HeapDocumentEngine(file, ({ phase }) => phases.push(phase))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    await engine.summary(false)
    const whole = engine.summary(true)
    // The page takes its time to ask.
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    expect(phases).not.toContain('dominators')
    await figures(engine)
    expect(await whole).toMatchObject({ ok: true })
    expect(phases.at(-1)).toBe('ready')

    // Who asks for no table is not waited for.
    const other = new HeapDocumentEngine(file, () => undefined)
    await other.summary(false)
    const found = other.findings()
    await vi.runAllTimersAsync()
    expect(await found).toMatchObject({ ok: true })
    const direct = new HeapDocumentEngine(file, () => undefined)
    expect(await direct.summary(true)).toMatchObject({ ok: true })
  } finally {
    vi.useRealTimers()
  }
})

test('types so far are told while a graph is read that takes long, and end as those of the whole', async () => {
  let nowMs = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 300))
  const told: HeapTypesSoFar[] = []
  const read = (isClosed: boolean) => {
    const engine = new HeapDocumentEngine(
      file,
      () => undefined,
      null,
      (types) => told.push(types),
    )
    if (isClosed) engine.close()
    return figures(engine)
  }
  try {
    expect(await read(true)).toEqual({ ok: false, error: { kind: 'cancelled' } })
    expect(told).toEqual([])
    const whole = await read(false)
    expect(told.at(-1)).toMatchObject({ readShare: 1, objectCount: 3, objectBytes: 94, typeCount: 2 })
    expect(told.at(-1)?.rows.map(({ name, shallowBytes }) => [name, shallowBytes, null])).toEqual(whole)
  } finally {
    clock.mockRestore()
  }
})

test('what waits for retained sizes is cancelled when the document is closed', async () => {
  const engine = new HeapDocumentEngine(file, () => undefined)
  const summary = engine.summary(true)
  await engine.summary(false)
  engine.close()
  expect(await summary).toEqual({ ok: false, error: { kind: 'cancelled' } })
})

test('a type has its figures at once, and the way that most of its objects have when it is asked for', async () => {
  const engine = new HeapDocumentEngine(file, () => undefined)
  const types = await engine.types(byRetained, 0, 10)
  const item = types.ok ? types.value.rows.find(({ name }) => name === 'Item') : undefined
  const group = item?.group ?? -1
  expect(await engine.type(group, true)).toMatchObject({
    value: { row: { name: 'Item', retainedBytes: null }, way: null },
  })
  await engine.summary(true)
  expect(await engine.type(group, false)).toMatchObject({ value: { row: { retainedBytes: 70 }, way: null } })
  expect(await engine.type(group, true)).toMatchObject({
    value: {
      way: [
        { rootKind: 'strong-handle', count: 1 },
        { name: 'Owner', rootKind: null, count: 1 },
        { name: 'Item', rootKind: null, count: 1 },
      ],
    },
  })
  expect(await engine.type(9999, true)).toMatchObject({ error: { kind: 'not-found' } })
})

test('a .gcdump is saved without waiting for retained sizes', async () => {
  const engine = new HeapDocumentEngine(file, () => undefined)
  const target = path.join(folder, 'early.gcdump')
  const question = { kind: 'gcdump', types: byRetained, type: null } as const
  expect(await engine.export(question, target)).toMatchObject({ ok: true, value: { path: target } })
  const saved = new HeapDocumentEngine(target, () => undefined)
  expect(await saved.summary(false)).toMatchObject({ value: { objectCount: 3, objectBytes: 94 } })
})
