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
function running(program: string): OperatingSystem {
  const details = { arguments: ['/usr/bin/dotnet', program], executable: '/usr/bin/dotnet', workingFolder: '/' }
  const environment: ReadonlyMap<string, string> = new Map()
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
