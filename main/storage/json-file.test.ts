import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { JsonFile } from './json-file.ts'

let folder = ''
let filePath = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'json-'))
  filePath = path.join(folder, 'sub', 'thing.json')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const numberFile = () =>
  new JsonFile<number>({
    path: filePath,
    defaults: 0,
    parse: (read) =>
      typeof read === 'number'
        ? { ok: true, value: read, problem: null }
        : { ok: false, reason: 'not-understood', detail: 'no number' },
    now: () => 0,
  })
const put = (text: string) => {
  mkdirSync(path.dirname(filePath), { recursive: true })
  writeFileSync(filePath, text)
}

describe('one of Pipescope’s files', () => {
  test('that doesn’t exist yet gives the defaults silently', () => {
    expect(numberFile().read()).toEqual({ value: 0, setAside: null })
  })

  test('gives back what was written, after another start too', async () => {
    await numberFile().write(42)
    expect(numberFile().read()).toEqual({ value: 42, setAside: null })
  })

  test.each([
    ['{ half', 'not-json'],
    ['"text"', 'not-understood'],
  ])('that holds %s is kept under another name', (text, reason) => {
    put(text)
    const { value, setAside } = numberFile().read()
    expect(value).toBe(0)
    expect(setAside).toMatchObject({ reason })
    expect(readFileSync(setAside?.keptAs ?? '', 'utf8')).toBe(text)
    expect(readdirSync(path.dirname(filePath))).toHaveLength(1)
  })

  test('that cannot be read stays where it is', () => {
    mkdirSync(filePath, { recursive: true })
    expect(numberFile().read()).toEqual({
      value: 0,
      setAside: { keptAs: null, reason: 'unreadable', detail: 'EISDIR' },
    })
  })

  test('of many values given at once the last one is on disk in the end', async () => {
    const file = numberFile()
    await Promise.all([1, 2, 3, 4, 5].map((value) => file.write(value)))
    expect(numberFile().read().value).toBe(5)
  })

  test('reports when it couldn’t be written, and writes again later', async () => {
    writeFileSync(path.join(folder, 'sub'), 'in the way')
    const file = numberFile()
    await file.write(1)
    expect(file.lastError).not.toBeNull()
    rmSync(path.join(folder, 'sub'))
    await file.write(2)
    expect(file.lastError).toBeNull()
    expect(numberFile().read().value).toBe(2)
  })

  test.skipIf(process.platform === 'win32')(
    'is readable for its owner only, and leaves no temporary file',
    async () => {
      await numberFile().write(1)
      expect(statSync(filePath).mode & 0o077).toBe(0)
      expect(readdirSync(path.dirname(filePath))).toEqual(['thing.json'])
    },
  )
})
