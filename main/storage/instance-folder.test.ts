import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { instanceFolder, removeEarlierInstance } from './instance-folder.ts'

let top: string
let user: string
let earlier: string

beforeEach(() => {
  top = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-instance-'))
  user = path.join(top, 'user')
  fs.mkdirSync(user)
  earlier = socketFolder('scoped_dirAAAAAA')
  link(earlier)
})
afterEach(() => fs.rmSync(top, { recursive: true }))

function socketFolder(name: string): string {
  const folder = path.join(top, name)
  fs.mkdirSync(folder)
  fs.writeFileSync(path.join(folder, 'SingletonSocket'), '')
  fs.symlinkSync('4711', path.join(folder, 'SingletonCookie'))
  return folder
}

function link(folder: string): void {
  fs.rmSync(path.join(user, 'SingletonSocket'), { force: true })
  fs.symlinkSync(path.join(folder, 'SingletonSocket'), path.join(user, 'SingletonSocket'))
}

describe.skipIf(process.platform === 'win32')('the folder that a killed instance leaves', () => {
  it('is removed by the next one', async () => {
    const known = instanceFolder(user)
    expect(known).toBe(earlier)
    const own = socketFolder('scoped_dirBBBBBB')
    link(own)
    expect(await removeEarlierInstance(user, known)).toBe(true)
    expect(fs.existsSync(earlier)).toBe(false)
    expect(fs.readdirSync(own)).toHaveLength(2)
  })

  it('stays when it is this one’s, or has a file of somebody else', async () => {
    expect(await removeEarlierInstance(user, instanceFolder(user))).toBe(false)
    expect(fs.readdirSync(earlier)).toHaveLength(2)
    const known = instanceFolder(user)
    link(socketFolder('scoped_dirBBBBBB'))
    fs.writeFileSync(path.join(earlier, 'mine.txt'), '')
    expect(await removeEarlierInstance(user, known)).toBe(false)
    expect(fs.readdirSync(earlier)).toEqual(['mine.txt'])
  })

  it('is only ever one that Chromium named, and no link', async () => {
    link(socketFolder('documents'))
    expect(instanceFolder(user)).toBeNull()
    const linked = path.join(top, 'scoped_dirCCCCCC')
    fs.symlinkSync(earlier, linked)
    expect(await removeEarlierInstance(user, linked)).toBe(false)
    expect(fs.readdirSync(earlier)).toHaveLength(2)
  })
})
