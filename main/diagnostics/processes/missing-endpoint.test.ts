import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OperatingSystem, OsProcessDetails } from '../../os/operating-system.ts'
import { readRuntimeConfig, whyNoEndpoint } from './missing-endpoint.ts'

let folder: string

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'runtime-config-'))
})

afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** A process of somebody else that says it runs this program. */
function running(program: string, variables: Readonly<Record<string, string>> | null = {}): OperatingSystem {
  const details = { arguments: ['/usr/bin/dotnet', program], executable: '/usr/bin/dotnet', workingFolder: '/' }
  const environment: ReadonlyMap<string, string> | null = variables && new Map(Object.entries(variables))
  const system: Partial<OperatingSystem> = {
    details: () => details as unknown as OsProcessDetails,
    environment: () => environment,
  }
  return system as OperatingSystem
}

const config = (name: string) => path.join(folder, `${name}.runtimeconfig.json`)
const read = (name: string) => readRuntimeConfig(running(path.join(folder, `${name}.dll`)), process.pid)

describe.skipIf(process.platform === 'win32')('the file beside a program of somebody else', () => {
  test('is read', async () => {
    const included = [{ name: 'Microsoft.NETCore.App', version: '9.0.1' }]
    fs.writeFileSync(config('good'), JSON.stringify({ runtimeOptions: { includedFrameworks: included } }))
    expect(await read('good')).toMatchObject({ includedVersion: '9.0.1' })
  })

  test('is not waited for when it is a pipe, a device, a folder or without end', async () => {
    execFileSync('mkfifo', [config('pipe')])
    fs.symlinkSync('/dev/zero', config('zero'))
    fs.mkdirSync(config('folder'))
    fs.writeFileSync(config('sparse'), '')
    fs.truncateSync(config('sparse'), 2 ** 40)
    for (const name of ['pipe', 'zero', 'folder', 'sparse', 'none']) expect(await read(name)).toBeNull()
    const why = await whyNoEndpoint(running(path.join(folder, 'pipe.dll')), process.pid)
    expect(why.kind).not.toBe('diagnostics-disabled')
  })

  test('is nothing when it holds something else', async () => {
    for (const text of ['null', '5', '{"runtimeOptions":{"includedFrameworks":5}}', '{', '']) {
      fs.writeFileSync(config('other'), text)
      expect(await read('other')).toBeNull()
    }
  })
})

const why = (variables: Record<string, string> | null) =>
  whyNoEndpoint(running(path.join(folder, 'silent.dll'), variables), process.pid)

describe.skipIf(process.platform === 'win32')('why a process has no endpoint', () => {
  test('for a reason that its environment would say, if that could be read', async () => {
    expect(await why(null)).toEqual({ kind: 'unreadable-environment' })
  })

  test.each(['0', ' 0 ', '00', '0x0', '0X00'])('because a variable is %j', async (value) => {
    for (const variable of ['DOTNET_EnableDiagnostics', 'COMPlus_EnableDiagnostics_IPC'])
      expect(await why({ [variable]: value })).toEqual({ kind: 'diagnostics-disabled', variable })
  })

  test.each(['1', '', '10', '0y', 'x0', '01'])('but not because a variable is %j', async (value) => {
    expect(await why({ DOTNET_EnableDiagnostics: value })).toEqual({ kind: 'socket-lost' })
  })

  test('because a setting beside its program is off, whichever way that is written', async () => {
    const write = (name: string, value: unknown) =>
      fs.writeFileSync(config('silent'), JSON.stringify({ runtimeOptions: { configProperties: { [name]: value } } }))
    for (const value of [false, 0, 'false', '0']) {
      write('System.Runtime.EnableDiagnostics.IPC', value)
      expect(await why({})).toEqual({
        kind: 'diagnostics-disabled',
        variable: 'runtimeconfig.json: System.Runtime.EnableDiagnostics.IPC',
      })
    }
    for (const value of [true, 1, 'true', null]) {
      write('System.Runtime.EnableDiagnostics', value)
      expect(await why({})).toEqual({ kind: 'socket-lost' })
    }
    write('System.Runtime.EnableDiagnostics.Debugger', false)
    expect(await why({})).toEqual({ kind: 'socket-lost' })
    fs.rmSync(config('silent'))
  })

  test('because it runs in an AppContainer, whatever else there is about it', async () => {
    const system = running(path.join(folder, 'silent.dll'), {})
    const details = system.details.bind(system)
    system.details = (pid) => ({ ...details(pid), isAppContainer: true })
    expect(await whyNoEndpoint(system, process.pid)).toEqual({ kind: 'app-container' })
  })

  test('because its folder for sockets is missing or its path too long', async () => {
    const missing = path.join(folder, 'missing')
    expect(await why({ TMPDIR: missing })).toEqual({ kind: 'temp-folder-missing', path: missing })
    // 107 bytes of a path, less a slash and the 46 of the longest name.
    const folderOf = (bytes: number): string => {
      const made = path.join(folder, 'x'.repeat(bytes - folder.length - 1))
      fs.mkdirSync(made)
      return made
    }
    expect(await why({ TMPDIR: folderOf(60) })).toEqual({ kind: 'socket-lost' })
    const long = folderOf(61)
    expect(await why({ TMPDIR: long })).toEqual({ kind: 'temp-path-too-long', path: long })
    expect(await why({ TMPDIR: '' })).toEqual({ kind: 'socket-lost' })
  })
})
