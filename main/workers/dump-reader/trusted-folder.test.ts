import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { findDotnet } from './dotnet-installs.ts'
import { isTrustedFolder } from './trusted-folder.ts'

const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'trusted-')))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

function made(name: string, mode = 0o755): string {
  const made = path.join(folder, name)
  fs.mkdirSync(made, { recursive: true })
  fs.chmodSync(made, mode)
  return made
}

describe.skipIf(process.platform === 'win32')('a folder whose code may be loaded', () => {
  it('belongs to root or the person, and so does everything above it', async () => {
    expect(await isTrustedFolder('/usr/lib')).toBe(true)
    expect(await isTrustedFolder(made('own'))).toBe(true)
    const uid = fs.statSync(folder).uid
    expect(await isTrustedFolder(made('own'), uid + 1)).toBe(uid === 0)
  })

  it('is not one where others can write, at any level', async () => {
    expect(await isTrustedFolder(made('group', 0o775))).toBe(false)
    expect(await isTrustedFolder(made('open', 0o777))).toBe(false)
    expect(await isTrustedFolder(made('open/below'))).toBe(false)
    expect(await isTrustedFolder(made('open-sticky', 0o1777))).toBe(false)
    expect(await isTrustedFolder(path.join(folder, 'missing'))).toBe(false)
  })

  it('is judged by where a link leads', async () => {
    fs.symlinkSync(made('open-target', 0o777), path.join(folder, 'link'))
    expect(await isTrustedFolder(path.join(folder, 'link'))).toBe(false)
  })
})

describe.skipIf(process.platform === 'win32')('installed runtimes', () => {
  it('are taken from the folders named by the environment, and only where others cannot write', async () => {
    const root = made('dotnet')
    made('dotnet/shared/Microsoft.NETCore.App/9.0.1')
    fs.writeFileSync(path.join(root, 'dotnet'), '')
    const packs = made('packages')
    const native = made('packages/microsoft.netcore.app.runtime.linux-x64/8.0.33/runtimes/linux-x64/native')
    const environment = { DOTNET_ROOT: root, NUGET_PACKAGES: packs, PATH: 'relative:/nowhere' }
    const found = await findDotnet(environment)
    expect(found.host).toBe(path.join(root, 'dotnet'))
    expect(found.runtimeFolders).toContain(path.join(root, 'shared/Microsoft.NETCore.App/9.0.1'))
    expect(found.runtimeFolders).toContain(native)
    fs.chmodSync(root, 0o777)
    fs.chmodSync(native, 0o777)
    const open = await findDotnet(environment)
    expect(open.host).not.toBe(path.join(root, 'dotnet'))
    expect(open.runtimeFolders.filter((one) => one.startsWith(folder))).toEqual([])
  })
})
