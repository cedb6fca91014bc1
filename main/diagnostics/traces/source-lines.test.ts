import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { CodeOrigin } from '../../analysis/stacks/frames/il-places.ts'
import { madeModule, madePdb } from '../../foreign/testing/made-pdb.ts'
import { SourceLines } from './source-lines.ts'

const pdbId = '00112233445566778899aabbccddeeff'
const otherId = 'ff112233445566778899aabbccddeeff'
/** Line 30 from IL 0 on, 31 from 6 on, hidden from 9 on, 29 from 18 on. */
const points = [0, 0, 0, 4, 30, 9, 6, 0, 5, 2, 4, 3, 0, 0, 9, 0, 7, 0x7d, 0]

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-lines-'))
const modulePath = path.join(folder, 'Shop.dll')
const pdbPath = path.join(folder, 'Shop.pdb')
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))
beforeEach(() => {
  for (const name of fs.readdirSync(folder)) fs.rmSync(path.join(folder, name), { recursive: true })
})

const pdbOf = (id: string): Buffer =>
  madePdb({
    id,
    documents: ['/src/Shop/Orders.cs'],
    methods: [
      { document: 0, points: [] },
      { document: 1, points },
    ],
  })

const origin: CodeOrigin = {
  modulePath,
  pdbId,
  token: 0x0600_0002,
  isManaged: true,
  isDynamic: false,
  places: [
    { token: 0x0600_0002, ilOffset: 7, samples: 40 },
    { token: 0x0600_0002, ilOffset: 0, samples: 2 },
    { token: 0x0600_0002, ilOffset: 3, samples: 3 },
    { token: 0x0600_0002, ilOffset: 12, samples: 9 },
  ],
  precompiledCount: 1,
  unmappedCount: 4,
  hiddenCount: 1,
}
const sourceOf = (changes: Partial<CodeOrigin> = {}) => new SourceLines().sourceOf({ ...origin, ...changes })
const gapOf = async (changes: Partial<CodeOrigin> = {}) => (await sourceOf(changes)).gap

test('lines come from the PDB beside the module, the one with the most samples first', async () => {
  fs.writeFileSync(pdbPath, pdbOf(pdbId))
  expect(await sourceOf()).toEqual({
    start: { path: '/src/Shop/Orders.cs', line: 30 },
    gap: null,
    lines: [
      { path: '/src/Shop/Orders.cs', line: 31, samples: 40 },
      { path: '/src/Shop/Orders.cs', line: 30, samples: 5 },
    ],
    lineCount: 2,
    precompiledCount: 1,
    unmappedCount: 4,
    hiddenCount: 10,
  })
})

test('lines come from the PDB in the module', async () => {
  fs.writeFileSync(modulePath, madeModule(pdbOf(pdbId)))
  expect((await sourceOf()).start).toEqual({ path: '/src/Shop/Orders.cs', line: 30 })
  // One of another build may lie beside it.
  fs.writeFileSync(pdbPath, pdbOf(otherId))
  expect((await sourceOf()).start?.line).toBe(30)
})

test('a PDB of another build gives no lines', async () => {
  fs.writeFileSync(pdbPath, pdbOf(otherId))
  expect(await gapOf()).toBe('other-build')
  fs.writeFileSync(modulePath, madeModule(null))
  expect(await gapOf()).toBe('other-build')
  fs.rmSync(pdbPath)
  fs.writeFileSync(modulePath, madeModule(pdbOf(otherId)))
  expect(await gapOf()).toBe('other-build')
})

test('what is missing is named', async () => {
  expect(await gapOf()).toBe('module-missing')
  fs.writeFileSync(modulePath, madeModule(null))
  expect(await gapOf()).toBe('no-pdb')
  fs.writeFileSync(pdbPath, 'Microsoft C/C++ MSF 7.00\r\n')
  expect(await gapOf()).toBe('windows-pdb')
  fs.writeFileSync(pdbPath, pdbOf(pdbId))
  expect(await gapOf({ token: 0x0600_0001 })).toBe('no-lines')
})

test('a file is looked for only where the recording names one on this machine', async () => {
  fs.writeFileSync(pdbPath, pdbOf(pdbId))
  expect(await gapOf({ isManaged: false })).toBe('not-managed')
  expect(await gapOf({ isDynamic: true })).toBe('dynamic')
  for (const unknown of [{ modulePath: '' }, { pdbId: '' }, { token: 0 }])
    expect(await gapOf(unknown)).toBe('module-unknown')
  for (const elsewhere of ['//far/share/Shop.dll', String.raw`\\far\share\Shop.dll`, 'Shop.dll'])
    expect(await gapOf({ modulePath: elsewhere })).toBe('module-missing')
})

test('damaged files, folders and bytes that unpack to more than they say give no lines', async () => {
  fs.writeFileSync(pdbPath, pdbOf(pdbId).subarray(0, 90))
  expect(await gapOf()).toBe('unreadable')
  fs.rmSync(pdbPath)
  fs.mkdirSync(pdbPath)
  fs.writeFileSync(modulePath, 'MZ and nothing else')
  expect(await gapOf()).toBe('unreadable')
  fs.rmSync(pdbPath, { recursive: true })
  fs.writeFileSync(modulePath, madeModule(pdbOf(pdbId), 10))
  expect(await gapOf()).toBe('unreadable')
  fs.writeFileSync(modulePath, madeModule(pdbOf(pdbId), 2 ** 31))
  expect(await gapOf()).toBe('unreadable')
})

test('a PDB that is copied there later is found, and one that was read is kept', async () => {
  const lines = new SourceLines()
  fs.writeFileSync(modulePath, madeModule(null))
  expect((await lines.sourceOf(origin)).gap).toBe('no-pdb')
  fs.writeFileSync(pdbPath, pdbOf(pdbId))
  expect((await lines.sourceOf(origin)).gap).toBeNull()
  fs.rmSync(pdbPath)
  expect((await lines.sourceOf(origin)).gap).toBeNull()
})
