import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { removeEarlierRuns, runFolder } from './run-folder.ts'

test('folders of earlier runs are removed; the current one and files that aren’t ours stay', async () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'runs-'))
  const own = runFolder(parent, 2000, 7)
  for (const folder of [own, runFolder(parent, 1000, 7), path.join(parent, 'other')]) mkdirSync(folder)
  writeFileSync(path.join(runFolder(parent, 1000, 7), 'samples'), 'x')
  expect(await removeEarlierRuns(parent, own)).toBe(1)
  expect(readdirSync(parent).toSorted()).toEqual(['other', 'run-2000-7'])
  rmSync(parent, { recursive: true })
  expect(await removeEarlierRuns(parent, own)).toBe(0)
})
