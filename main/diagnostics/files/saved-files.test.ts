import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { SavedFiles } from './saved-files.ts'

let folder: string
let savedFiles: SavedFiles

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'saved-files-'))
  nowMs = 1_000_000
  failure = null
  trashed.length = 0
  trashFailures.length = 0
  savedFiles = open()
})
afterEach(async () => {
  vi.restoreAllMocks()
  await savedFiles.flush()
  savedFiles.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

let nowMs: number
let failure: string | null
const trashed: string[] = []
const trashFailures: string[] = []

/** A folder in place of the system's trash. */
async function trash(file: string): Promise<void> {
  if (failure !== null) throw new Error(failure)
  trashed.push(path.basename(file))
  await fs.promises.rm(file)
}

const open = () =>
  new SavedFiles({
    path: path.join(folder, 'files.json'),
    now: () => nowMs,
    trash,
    onTrashFailed: (file) => trashFailures.push(file.path),
  })

/** The next run after a crash: nothing of the last one was brought to its end. */
async function openAgain(): Promise<SavedFiles> {
  savedFiles.dispose()
  savedFiles = open()
  await savedFiles.recover()
  return savedFiles
}

function add(name: string, content = 'abc') {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return savedFiles.add({
    kind: 'trace',
    path: file,
    sizeBytes: content.length,
    createdMs: 1,
    processName: 'orders',
    pid: 7,
    runtimeVersion: '10.0.0',
    origin: 'time',
    verdict: 'complete',
    reasons: [],
    facts: {},
  })
}

describe('the list of files', () => {
  it('remembers what was made, with tags and notes, over a restart; the newest first', async () => {
    const first = add('a.nettrace')
    add('b.nettrace')
    expect(savedFiles.describe(first.id, { tags: ['slow', 'slow'], notes: 'before the fix' }).ok).toBe(true)
    await savedFiles.flush()
    const again = await open().list()
    expect(again.files.map((file) => [path.basename(file.path), file.tags, file.notes, file.isThere])).toEqual([
      ['b.nettrace', [], '', true],
      ['a.nettrace', ['slow'], 'before the fix', true],
    ])
    expect(again.totalBytes).toBe(6)
    expect(again.diskBytes).toBeGreaterThan(0)
  })

  it('says when a file is gone instead of forgetting it', async () => {
    const file = add('a.nettrace')
    fs.rmSync(file.path)
    expect((await savedFiles.list()).files).toMatchObject([{ isThere: false }])
  })

  it('computes the checksum of the content and keeps it', async () => {
    const { id } = add('a.nettrace')
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(await savedFiles.checksum(id)).toEqual({ ok: true, value: sha256 })
    expect(savedFiles.get(id)?.sha256).toBe(sha256)
    expect(await savedFiles.checksum('nothing')).toMatchObject({ ok: false })
  })

  it('keeps what is noted on a file while its checksum is computed', async () => {
    const { id } = add('a.nettrace')
    const computing = savedFiles.checksum(id)
    savedFiles.describe(id, { notes: 'of the slow morning', tags: ['shop'] })
    await computing
    expect(savedFiles.get(id)).toMatchObject({
      notes: 'of the slow morning',
      tags: ['shop'],
      sha256: expect.any(String),
    })
  })

  it('removes files at once and restores them', async () => {
    const { id, path: file } = add('a.nettrace')
    await savedFiles.remove([id])
    expect(fs.existsSync(file)).toBe(false)
    expect((await savedFiles.list()).files).toEqual([])
    expect((await savedFiles.list()).removed).toHaveLength(1)
    await savedFiles.undoRemove([id])
    expect(fs.readFileSync(file, 'utf8')).toBe('abc')
    expect((await savedFiles.list()).files).toHaveLength(1)
  })

  it('removes marks and symbols with their recording, and restores them with it', async () => {
    const { id, path: file } = add('a.nettrace')
    const beside = [`${file}.marks.json`, `${file}.symbols.nettrace`]
    for (const path of beside) fs.writeFileSync(path, path)
    await savedFiles.remove([id])
    expect(fs.readdirSync(folder).filter((name) => !name.startsWith('.'))).toEqual(['files.json'])
    await openAgain()
    await savedFiles.undoRemove([id])
    for (const path of beside) expect(fs.readFileSync(path, 'utf8')).toBe(path)
    await savedFiles.remove([id])
    // Somebody else's by now, with marks of its own.
    fs.writeFileSync(file, 'another')
    fs.writeFileSync(`${file}.marks.json`, 'of another')
    await savedFiles.flush()
    expect(trashed.map((name) => name.replace(/^\.a\.nettrace\.[^.]+\.removed/, 'hidden'))).toEqual([
      'hidden',
      'hidden.marks.json',
      'hidden.symbols.nettrace',
    ])
    expect(fs.readFileSync(`${file}.marks.json`, 'utf8')).toBe('of another')
  })

  it('moves removed files to the trash when the app quits, under their own names', async () => {
    const { id } = add('a.nettrace')
    await savedFiles.remove([id])
    await savedFiles.flush()
    expect(fs.readdirSync(folder)).toEqual(['files.json'])
    expect(trashed).toEqual(['a.nettrace'])
    await savedFiles.undoRemove([id])
    expect((await savedFiles.list()).files).toEqual([])
  })

  it('has a removal in its journal before the file is moved', async () => {
    const { id, path: file } = add('a.nettrace')
    const { rename } = fs.promises
    const journals: unknown[] = []
    vi.spyOn(fs.promises, 'rename').mockImplementation(async (from, to) => {
      if (from === file) journals.push(JSON.parse(fs.readFileSync(path.join(folder, 'files.json'), 'utf8')))
      return rename(from, to)
    })
    await savedFiles.remove([id])
    expect(journals).toMatchObject([{ files: [], removed: [{ file: { id, path: file } }] }])
  })

  it('can still restore a file after a crash', async () => {
    const { id, path: file } = add('a.nettrace')
    await savedFiles.remove([id])
    const again = await openAgain()
    expect((await again.list()).removed).toMatchObject([{ id, path: file }])
    expect(await again.undoRemove([id])).toEqual({ ok: true, value: null })
    expect(fs.readFileSync(file, 'utf8')).toBe('abc')
    expect((await again.list()).files).toMatchObject([{ id, isThere: true }])
    expect((await again.list()).removed).toEqual([])
  })

  it('keeps a file that a crash has left where it was', async () => {
    const { id, path: file } = add('a.nettrace')
    await savedFiles.remove([id])
    const hidden = fs.readdirSync(folder).find((name) => name.endsWith('.removed')) ?? ''
    fs.renameSync(path.join(folder, hidden), file)
    const again = await openAgain()
    expect(await again.list()).toMatchObject({ files: [{ id, isThere: true }], removed: [] })
  })

  it('moves to the trash after a crash what has been removed for long enough, and forgets what is gone', async () => {
    const old = add('old.nettrace')
    await savedFiles.remove([old.id])
    nowMs += 11 * 60_000
    const gone = add('gone.nettrace')
    await savedFiles.remove([gone.id])
    for (const name of fs.readdirSync(folder)) if (name.startsWith('.gone')) fs.rmSync(path.join(folder, name))
    const again = await openAgain()
    await expect.poll(() => trashed).toEqual(['old.nettrace'])
    await expect.poll(async () => (await again.list()).removed).toEqual([])
    expect((await again.list()).files).toEqual([])
  })

  it('restores a file that the trash rejects, and says so', async () => {
    const { id, path: file } = add('a.nettrace')
    fs.writeFileSync(`${file}.marks.json`, '{}')
    failure = 'no trash here'
    await savedFiles.remove([id])
    await savedFiles.flush()
    expect(trashFailures).toEqual([file])
    expect(fs.readFileSync(file, 'utf8')).toBe('abc')
    expect((await savedFiles.list()).files).toMatchObject([{ id, isThere: true }])
    failure = null
    await savedFiles.remove([id])
    await savedFiles.flush()
    expect(trashed).toEqual(['a.nettrace', 'a.nettrace.marks.json'])
  })

  it('never overwrites a file that has taken the name', async () => {
    const { id, path: file } = add('a.nettrace')
    await savedFiles.remove([id])
    fs.writeFileSync(file, 'of somebody else')
    expect(await savedFiles.undoRemove([id])).toMatchObject({ ok: false, error: { kind: 'io', code: 'EEXIST' } })
    await savedFiles.flush()
    expect(fs.readFileSync(file, 'utf8')).toBe('of somebody else')
    expect(trashed).toEqual([expect.stringMatching(/^\.a\.nettrace\..*\.removed$/)])
  })

  it('removes nothing when the journal cannot be written', async () => {
    const { id, path: file } = add('a.nettrace')
    await savedFiles.flush()
    vi.spyOn(fs.promises, 'open').mockImplementation(() =>
      Promise.reject(Object.assign(new Error('full'), { code: 'ENOSPC' })),
    )
    expect(await savedFiles.remove([id])).toMatchObject({ ok: false, error: { kind: 'io', code: 'ENOSPC' } })
    expect(fs.existsSync(file)).toBe(true)
    expect((await savedFiles.list()).files).toMatchObject([{ id }])
  })

  it('removes an entry whose file is already gone', async () => {
    const { id, path: file } = add('a.nettrace')
    fs.rmSync(file)
    expect(await savedFiles.remove([id])).toEqual({ ok: true, value: null })
    expect((await savedFiles.list()).files).toEqual([])
  })

  it('knows its own paths and replaces an entry whose file is written anew', () => {
    const first = add('a.nettrace')
    const second = add('a.nettrace', 'longer')
    expect(second.id).toBe(first.id)
    expect(savedFiles.hasPath(first.path)).toBe(true)
    expect(savedFiles.hasPath('/etc/passwd')).toBe(false)
    expect(savedFiles.at(first.path)?.origin).toBe('time')
    expect(savedFiles.at('/etc/passwd')).toBeNull()
  })
})
