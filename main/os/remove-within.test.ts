import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { removeWithin } from './remove-within.ts'

let folder: string
beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'remove-within-'))))
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

test('a file and a folder with what is in it are gone, and what was never there is no error', async () => {
  const file = path.join(folder, 'heap.nettrace')
  const inner = path.join(folder, 'inner')
  fs.writeFileSync(file, 'x')
  fs.mkdirSync(inner)
  fs.writeFileSync(path.join(inner, 'a'), 'x')
  await Promise.all([file, inner, path.join(folder, 'never')].map((one) => removeWithin(one)))
  expect(fs.readdirSync(folder)).toEqual([])
})

test('a disk that hangs and one that refuses keep nobody', async () => {
  const rm = vi.spyOn(fs.promises, 'rm')
  rm.mockReturnValueOnce(new Promise<never>(() => undefined))
  await removeWithin(folder, 5)
  rm.mockRejectedValueOnce(Object.assign(new Error('refused'), { code: 'EACCES' }))
  await removeWithin(folder)
  expect(rm).toHaveBeenCalledTimes(2)
  expect(fs.existsSync(folder)).toBe(true)
})
