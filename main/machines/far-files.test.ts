import { spawn, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { farBlockBytes } from './far-file-script.ts'
import { FarFiles, type FarFile } from './far-files.ts'
import { FarShell } from './far-shell.ts'

/** The shell of this machine stands for that of the other one. */
describe.skipIf(process.platform !== 'linux')('files of another machine', () => {
  let folder = ''
  let shell: ChildProcess | null = null
  let files: FarFiles
  const nobody = 2 ** 22 + 1

  function openShell(script: string): FarShell {
    const child = spawn('sh', ['-s'], { stdio: ['pipe', 'pipe', 'ignore'] })
    shell = child
    return new FarShell(child.stdin, child.stdout, () => child.kill(), script)
  }

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'far-files-'))
    const opened = FarFiles.open({ isOpen: true, openShell }, 'far')
    if (!opened.ok) throw new Error(opened.error.kind)
    files = opened.value
  })
  afterEach(() => {
    files.dispose()
    fs.rmSync(folder, { recursive: true, force: true })
  })

  function make(name: string, bytes: Uint8Array): string {
    const file = path.join(folder, name)
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, bytes, { mode: 0o640 })
    return file
  }

  async function lookAt(file: string): Promise<FarFile> {
    const looked = await files.look(nobody, file)
    if (!looked.ok || looked.value === null || looked.value === 'unreadable') throw new Error('not a file')
    return looked.value
  }

  it('a file is identified by its inode, owner, mode and size, whatever its name is', async () => {
    const file = make(`it's a "dump" $(touch ${folder}/made) ;.dmp`, Buffer.from('12345'))
    const { ino, uid } = fs.statSync(file)
    const facts = {
      inode: `${ino}`,
      ownerId: uid,
      mode: 0o640,
      linkCount: 1,
      sizeBytes: 5,
      modified: expect.stringMatching(/^\w{3} +\d+ +\d\d:\d\d$/),
    }
    expect(await lookAt(file)).toMatchObject(facts)
    expect(fs.readdirSync(folder)).toHaveLength(1)
    expect(await files.restrict()).toMatchObject({ ok: true, value: { mode: 0o600 } })
  })

  it('links, folders and what is not there are not opened, and a line break in a path is refused', async () => {
    fs.symlinkSync(make('a.dmp', Buffer.from('1')), path.join(folder, 'link'))
    expect(await files.look(nobody, path.join(folder, 'link'))).toEqual({ ok: true, value: 'unreadable' })
    expect(await files.look(nobody, folder)).toEqual({ ok: true, value: 'unreadable' })
    expect(await files.look(nobody, path.join(folder, 'none'))).toEqual({ ok: true, value: null })
    expect(await files.look(nobody, 'a\nb')).toMatchObject({ ok: false, error: { kind: 'invalid-request' } })
  })

  it('blocks are those of the opened file, and its checksum is of so many bytes as were asked for', async () => {
    const bytes = Buffer.alloc(farBlockBytes * 2 + 77, 'block\n\0')
    const file = make('a.dmp', bytes)
    await lookAt(file)
    fs.appendFileSync(file, 'grown')
    const read = await files.read(2, 1)
    expect(read.ok && read.value.toString()).toBe(`${bytes.subarray(farBlockBytes * 2).toString()}grown`)
    const value = createHash('sha256').update(bytes).digest('hex')
    expect(await files.sum(bytes.length)).toEqual({ ok: true, value: { kind: 'sha256', value } })
  })

  it('only the very file is removed, with the folder that was made for it', async () => {
    const made = await files.makeFolder(nobody, folder)
    if (!made.ok) throw new Error(made.error.kind)
    expect(fs.statSync(path.join(folder, made.value)).mode & 0o777).toBe(0o700)
    const file = make(`${made.value}/a.dmp`, Buffer.from('12345'))
    const before = await lookAt(file)
    expect(await files.remove(nobody, file, { ...before, sizeBytes: 4 })).toEqual({ ok: true, value: 'other' })
    expect(await files.remove(nobody, file, before)).toEqual({ ok: true, value: 'gone' })
    expect(fs.readdirSync(folder)).toEqual([])
    expect(await files.remove(nobody, file, before)).toEqual({ ok: true, value: 'missing' })
  })

  it('a folder that was made for a dump is removed while it is empty, and no other folder ever', async () => {
    const made = await files.makeFolder(nobody, folder)
    if (!made.ok) throw new Error(made.error.kind)
    const own = path.join(folder, made.value)
    const file = make(`${made.value}/a.dmp`, Buffer.from('1'))
    expect(await files.removeFolder(nobody, own)).toEqual({ ok: true, value: false })
    fs.rmSync(file)
    expect(await files.removeFolder(nobody, own)).toEqual({ ok: true, value: true })
    fs.mkdirSync(path.join(folder, 'empty'))
    expect(await files.removeFolder(nobody, path.join(folder, 'empty'))).toEqual({ ok: true, value: false })
    expect(fs.readdirSync(folder)).toEqual(['empty'])
  })

  it('a shell that ends is distinguished from a link that is lost', async () => {
    await files.look(nobody, folder)
    shell?.kill('SIGKILL')
    expect(await files.look(nobody, folder)).toMatchObject({ ok: false, error: { feature: 'second-ssh-session' } })
  })
})
