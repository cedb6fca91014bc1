import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { ChunkFiles } from './chunk-files.ts'
import { isFullRun } from '../testing/fuzz-runs.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'chunk-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function chunk(fill: number): Uint8Array {
  return new Uint8Array(3 * 2 ** 20).fill(fill)
}

test('chunks are read back by place, the oldest file makes room, and nothing is left behind', () => {
  const directory = path.join(folder, 'a')
  const files = new ChunkFiles(directory, () => undefined)
  expect(existsSync(directory)).toBe(false)
  const places = [1, 2, 3].map((fill) => files.append(chunk(fill))!)
  expect(places.map((place) => place.file)).toEqual([0, 0, 1])
  expect([...files.read(places[1]!, 5, 3)]).toEqual([2, 2, 2])
  expect(files.usedBytes).toBe(9 * 2 ** 20)
  expect(files.dropOldest()).toBe(0)
  expect(files.usedBytes).toBe(3 * 2 ** 20)
  expect(() => files.read(places[0]!, 0, 1)).toThrow(RangeError)
  expect(readdirSync(directory)).toEqual(['samples-1.bin'])
  files.dispose()
  expect(existsSync(directory)).toBe(false)
})

test('a folder that cannot be created is reported once, and then nothing is stored', () => {
  const blocker = path.join(folder, 'file')
  writeFileSync(blocker, '')
  const codes: string[] = []
  const files = new ChunkFiles(path.join(blocker, 'sub'), (code) => codes.push(code))
  expect(files.append(Uint8Array.of(1))).toBeNull()
  expect(files.append(Uint8Array.of(1))).toBeNull()
  expect(codes).toEqual(['ENOTDIR'])
  files.dispose()
})

test('samples at full speed are kept without loss in 150 MB of memory and 300 MB of disk', async () => {
  // The goal is a day at 1 s of 500 series; that takes minutes and belongs to `npm run test:full`.
  const size = isFullRun ? ['500', '24'] : ['100', '1']
  const root = path.join(import.meta.dirname, '..', '..', '..')
  const bench = ['scripts/bench.mjs', 'retention', ...size]
  const { stdout } = await promisify(execFile)(process.execPath, bench, { cwd: root })
  const { figures } = JSON.parse(stdout)
  expect(figures).toMatchObject({ isLossless: true, droppedSamples: 0 })
  expect(figures.samples).toBe(Number(size[0]) * Number(size[1]) * 3600)
  expect(figures.processGrowthPeakMB).toBeLessThan(150)
  expect(figures.diskMB).toBeLessThan(300)
}, 1_800_000)
