import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FileShelf } from './file-shelf.ts'

let folder: string
let shelf: FileShelf

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'shelf-'))
  shelf = open()
})
afterEach(async () => {
  await shelf.flush()
  shelf.dispose()
  fs.rmSync(folder, { recursive: true, force: true })
})

const open = () => new FileShelf({ path: path.join(folder, 'files.json'), now: Date.now })

function add(name: string, content = 'abc') {
  const file = path.join(folder, name)
  fs.writeFileSync(file, content)
  return shelf.add({
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

describe('the shelf', () => {
  it('remembers what was made, with tags and notes, over a restart; the newest first', async () => {
    const first = add('a.nettrace')
    add('b.nettrace')
    expect(shelf.describe(first.id, { tags: ['slow', 'slow'], notes: 'before the fix' }).ok).toBe(true)
    await shelf.flush()
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
    expect((await shelf.list()).files).toMatchObject([{ isThere: false }])
  })

  it('computes the checksum of the content and keeps it', async () => {
    const { id } = add('a.nettrace')
    const sha256 = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'
    expect(await shelf.checksum(id)).toEqual({ ok: true, value: sha256 })
    expect(shelf.get(id)?.sha256).toBe(sha256)
    expect(await shelf.checksum('nothing')).toMatchObject({ ok: false })
  })

  it('keeps what is noted on a file while its checksum is computed', async () => {
    const { id } = add('a.nettrace')
    const computing = shelf.checksum(id)
    shelf.describe(id, { notes: 'of the slow morning', tags: ['shop'] })
    await computing
    expect(shelf.get(id)).toMatchObject({ notes: 'of the slow morning', tags: ['shop'], sha256: expect.any(String) })
  })

  it('takes files away at once and brings them back', async () => {
    const { id, path: file } = add('a.nettrace')
    await shelf.remove([id])
    expect(fs.existsSync(file)).toBe(false)
    expect((await shelf.list()).files).toEqual([])
    expect((await shelf.list()).removed).toHaveLength(1)
    await shelf.undoRemove([id])
    expect(fs.readFileSync(file, 'utf8')).toBe('abc')
    expect((await shelf.list()).files).toHaveLength(1)
  })

  it('deletes for good what was not brought back when the app ends', async () => {
    const { id } = add('a.nettrace')
    await shelf.remove([id])
    await shelf.flush()
    expect(fs.readdirSync(folder)).toEqual(['files.json'])
    await shelf.undoRemove([id])
    expect((await shelf.list()).files).toEqual([])
  })

  it('takes an entry off whose file is gone already', async () => {
    const { id, path: file } = add('a.nettrace')
    fs.rmSync(file)
    expect(await shelf.remove([id])).toEqual({ ok: true, value: null })
    expect((await shelf.list()).files).toEqual([])
  })

  it('knows its own paths and replaces an entry whose file is written anew', () => {
    const first = add('a.nettrace')
    const second = add('a.nettrace', 'longer')
    expect(second.id).toBe(first.id)
    expect(shelf.hasPath(first.path)).toBe(true)
    expect(shelf.hasPath('/etc/passwd')).toBe(false)
  })
})
