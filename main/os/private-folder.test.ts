import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeNewFolder, makePrivateFolder, privateFolderFault } from './private-folder.ts'

let parent = ''
beforeEach(() => (parent = fs.mkdtempSync(path.join(os.tmpdir(), 'private-'))))
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(parent, { recursive: true, force: true })
})

describe.skipIf(process.platform === 'win32')('a private folder', () => {
  test('has a name that cannot be guessed and is for this user alone', () => {
    const folders = [makePrivateFolder('pscope-watchdog-', parent), makePrivateFolder('pscope-watchdog-', parent)]
    expect(new Set(folders).size).toBe(2)
    for (const folder of folders) {
      expect(path.basename(folder)).toMatch(/^pscope-watchdog-[A-Za-z0-9]{6}$/)
      expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    }
  })

  test('is refused when others can look into it, when it is a link, and when it is not ours', () => {
    const folder = makePrivateFolder('a-', parent)
    const link = path.join(parent, 'link')
    fs.symlinkSync(folder, link)
    expect(privateFolderFault(link)).toBe('no folder')
    fs.chmodSync(folder, 0o750)
    expect(privateFolderFault(folder)).toBe('mode 750')
    fs.chmodSync(folder, 0o700)
    vi.spyOn(process as Required<typeof process>, 'geteuid').mockReturnValue(4711)
    expect(privateFolderFault(folder)).toMatch(/^owned by user \d+$/)
  })

  test('is not used when the file system gives it to others', () => {
    const { mkdtempSync } = fs
    vi.spyOn(fs, 'mkdtempSync').mockImplementation((prefix) => {
      const folder = mkdtempSync(prefix)
      fs.chmodSync(folder, 0o777)
      return folder
    })
    expect(() => makePrivateFolder('a-', parent)).toThrow('mode 777')
  })

  test('with a name of its own is made anew, and what was there is not taken for it', async () => {
    const folder = path.join(parent, 'cases', 'a.collecting')
    await makeNewFolder(folder)
    expect(fs.statSync(folder).mode & 0o777).toBe(0o700)
    await expect(makeNewFolder(folder)).rejects.toMatchObject({ code: 'EEXIST', path: folder })
  })
})
