import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { partNameOf, removePartsOf, syncFolderOf, writeAtomically, writeFileAtomically } from './atomic-file.ts'

let folder = ''
let file = ''
let steps: string[] = []
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atomic-'))
  file = path.join(folder, 'thing.json')
  steps = []
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const writers = [
  ['at once', (content: string) => Promise.resolve().then(() => writeFileAtomically(file, content))],
  ['in the background', (content: string) => writeAtomically(file, content)],
] as const

const kindOf = (fd: number) => (fs.fstatSync(fd).isDirectory() ? 'folder' : 'file')

function noteSyncs(): void {
  const { fsyncSync, renameSync } = fs
  const { open, rename } = fs.promises
  vi.spyOn(fs, 'fsyncSync').mockImplementation((fd) => {
    steps.push(`sync ${kindOf(fd)}`)
    fsyncSync(fd)
  })
  vi.spyOn(fs, 'renameSync').mockImplementation((from, to) => {
    steps.push('rename')
    renameSync(from, to)
  })
  vi.spyOn(fs.promises, 'open').mockImplementation(async (...words) => {
    const handle = await open(...words)
    const sync = handle.sync.bind(handle)
    handle.sync = () => {
      steps.push(`sync ${kindOf(handle.fd)}`)
      return sync()
    }
    return handle
  })
  vi.spyOn(fs.promises, 'rename').mockImplementation((from, to) => {
    steps.push('rename')
    return rename(from, to)
  })
}

describe.each(writers)('a small file that is written %s', (_name, write) => {
  test.skipIf(process.platform === 'win32')('is on disk before its name is, and its name before the end', async () => {
    noteSyncs()
    await write('new')
    expect(steps).toEqual(['sync file', 'rename', 'sync folder'])
    expect(fs.readFileSync(file, 'utf8')).toBe('new')
    expect(fs.statSync(file).mode & 0o777).toBe(0o600)
    expect(fs.readdirSync(folder)).toEqual(['thing.json'])
  })

  test('leaves the old content and no temporary file when it cannot be written', async () => {
    fs.mkdirSync(file)
    await expect(write('new')).rejects.toThrow(/EISDIR|EPERM|EEXIST/)
    expect(fs.readdirSync(folder)).toEqual(['thing.json'])
  })
})

test('parts that a writer left go, and nothing else of that name', async () => {
  const [one, other] = [partNameOf(file), partNameOf(file)]
  const others = [`${file}.part`, `${file}.notes.part`, partNameOf(`${file}.old`), file]
  for (const name of [one, other, ...others]) fs.writeFileSync(name, '')
  expect(one).not.toBe(other)
  await removePartsOf(file)
  expect(fs.readdirSync(folder).toSorted()).toEqual(others.map((name) => path.basename(name)).toSorted())
  await removePartsOf(path.join(folder, 'gone', 'thing.json'))
})

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code })
}

test('a folder that cannot be synced is no failure, a failing disk is one', () => {
  vi.spyOn(fs, 'fsyncSync').mockImplementation(failing('EINVAL'))
  expect(() => syncFolderOf(file)).not.toThrow()
  vi.spyOn(fs, 'fsyncSync').mockImplementation(failing('EIO'))
  expect(() => syncFolderOf(file)).toThrow('EIO')
})
