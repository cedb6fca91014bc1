import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isTaken, reservePath, takeName, takePath } from './free-path.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'free-path-'))
afterAll(() => fs.rmSync(root, { recursive: true, force: true }))

test('a name gets a number when it is taken, and its folder is made', async () => {
  const folder = path.join(root, 'new', 'er')
  expect(await reservePath(folder, 'a.nettrace')).toEqual({ ok: true, value: path.join(folder, 'a.nettrace') })
  fs.writeFileSync(path.join(folder, 'a.nettrace'), '')
  fs.writeFileSync(path.join(folder, 'a-2.nettrace'), '')
  expect(await reservePath(folder, 'a.nettrace')).toEqual({ ok: true, value: path.join(folder, 'a-3.nettrace') })
})

test('a folder that can’t be made is an error of the system', async () => {
  const file = path.join(root, 'file')
  fs.writeFileSync(file, '')
  for (const folder of [file, path.join(file, 'below')])
    // oxlint-disable-next-line no-await-in-loop -- two cases
    expect(await reservePath(folder, 'a')).toMatchObject({ ok: false, error: { kind: 'io', operation: 'write' } })
})

test.skipIf(process.platform === 'win32')('a link that leads nowhere takes its name', async () => {
  const link = path.join(root, 'link')
  fs.symlinkSync(path.join(root, 'nowhere'), link)
  expect(await isTaken(link)).toEqual({ ok: true, value: true })
})

test('two files that take the same name at the same time get one each', async () => {
  const folder = path.join(root, 'same')
  const taken = await Promise.all(Array.from({ length: 8 }, () => takePath(folder, 'a.nettrace')))
  expect(new Set(taken.map((one) => (one.ok ? one.value : ''))).size).toBe(8)
  expect(fs.readdirSync(folder)).toHaveLength(8)
})

test('a file that is gone takes no name', async () => {
  const folder = path.join(root, 'gone')
  const part = { path: path.join(root, 'no-such-part'), done: () => expect.unreachable() }
  await expect(takeName(part, folder, 'a.nettrace')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(fs.readdirSync(folder)).toEqual([])
})
