import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openApplicationKey } from './application-key.ts'

const application = 'Shop.Web\ndotnet Shop.Web.dll --password hunter2'
let folder = ''
beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'key-'))))
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const file = () => path.join(folder, 'installation.key')

describe('the name of an application on disk', () => {
  it('is the same in every run of an installation, and says nothing', () => {
    const name = openApplicationKey(folder)(application)
    expect(openApplicationKey(folder)(application)).toBe(name)
    expect(name).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(openApplicationKey(folder)(`${application} `)).not.toBe(name)
    expect(openApplicationKey(folder)(name)).toBe(name)
  })

  it('differs between installations', () => {
    const name = openApplicationKey(folder)(application)
    fs.rmSync(file())
    expect(openApplicationKey(folder)(application)).not.toBe(name)
  })

  it.skipIf(process.platform === 'win32')('comes from a key that is for this user alone', () => {
    const name = openApplicationKey(folder)(application)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
    fs.chmodSync(file(), 0o644)
    expect(openApplicationKey(folder)(application)).toBe(name)
    expect(fs.statSync(file()).mode & 0o777).toBe(0o600)
  })

  it('comes from a new key when the old one is damaged, and the old one is kept', () => {
    fs.writeFileSync(file(), 'short')
    const name = openApplicationKey(folder)(application)
    expect(openApplicationKey(folder)(application)).toBe(name)
    expect(fs.readFileSync(`${file()}.unusable`, 'utf8')).toBe('short')
  })

  it('works for one run where nothing can be written', () => {
    fs.writeFileSync(path.join(folder, 'in-the-way'), '')
    const name = openApplicationKey(path.join(folder, 'in-the-way'))
    expect(name(application)).toBe(name(application))
  })
})
