import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { isSameFile, madeFileAt, removeMadeFile, restrictToOwner } from './made-file.ts'

let folder = ''
let file = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'made-'))
  file = path.join(folder, 'a.dmp')
  fs.writeFileSync(file, 'memory')
  fs.chmodSync(file, 0o644)
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true, force: true })
})

const modeOf = (name: string): number => fs.statSync(name).mode & 0o777
const restrict = () => restrictToOwner(file, () => 'anna')

describe.skipIf(process.platform === 'win32')('who can read a dump', () => {
  it('is its owner alone afterwards, and that is read back', () => {
    expect(restrict()).toEqual({
      mode: 0o600,
      ownerId: process.geteuid?.(),
      ownerName: 'anna',
      change: 'restricted',
      code: null,
    })
    expect(modeOf(file)).toBe(0o600)
    expect(restrict()).toMatchObject({ mode: 0o600, change: 'none-needed' })
  })

  it('is not changed through a link, on a file with two names, or on anything but a file', () => {
    const target = path.join(folder, 'target')
    fs.renameSync(file, target)
    fs.symlinkSync(target, file)
    expect(restrict()).toMatchObject({ change: 'refused', code: 'ELOOP', mode: 0o644 })
    fs.rmSync(file)
    fs.linkSync(target, file)
    expect(restrict()).toMatchObject({ change: 'refused', code: 'EMLINK' })
    expect(modeOf(target)).toBe(0o644)
    fs.rmSync(file)
    execFileSync('mkfifo', [file])
    expect(restrict()).toBeNull()
    fs.rmSync(file)
    expect(restrict()).toBeNull()
  })

  it('is reported when the system refuses the change, or pretends to have made it', () => {
    vi.spyOn(fs, 'fchmodSync').mockImplementation(() => undefined)
    expect(restrict()).toMatchObject({ change: 'refused', code: 'ENOTSUP', mode: 0o644 })
    vi.spyOn(fs, 'fchmodSync').mockImplementation(() => {
      throw Object.assign(new Error('not ours'), { code: 'EPERM' })
    })
    expect(restrict()).toMatchObject({ change: 'refused', code: 'EPERM', mode: 0o644 })
  })
})

describe('the file that a job has made', () => {
  it('is removed, also under another name', () => {
    const made = madeFileAt(file)
    const renamed = `${file}.partial`
    fs.renameSync(file, renamed)
    expect(isSameFile(made, madeFileAt(renamed))).toBe(true)
    expect(made !== null && removeMadeFile({ ...made, path: renamed })).toBe(true)
    expect(fs.readdirSync(folder)).toEqual([])
  })

  it('is not the one that somebody has put in its place, nor a link to it', () => {
    const made = madeFileAt(file)
    if (made === null) throw new Error('no file')
    const kept = path.join(folder, 'kept')
    fs.renameSync(file, kept)
    fs.symlinkSync(kept, file)
    expect(removeMadeFile(made)).toBe(false)
    fs.rmSync(file)
    fs.writeFileSync(file, 'of somebody else')
    expect(removeMadeFile(made)).toBe(false)
    expect(fs.readdirSync(folder).toSorted()).toEqual(['a.dmp', 'kept'])
  })
})
