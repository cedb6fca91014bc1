import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { asPid } from '../../../shared/model/ids.ts'
import type { Endpoint } from '../../transport/endpoint.ts'
import { recogniseFlavour } from './flavour.ts'
import { FakeSystem } from './testing/fake-system.ts'

let folder: string
let system: FakeSystem

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'flavour-'))
  system = new FakeSystem()
  system.add(10, '1')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const endpoint = (): Endpoint => ({
  transport: 'unix',
  path: path.join(folder, 'dotnet-diagnostic-10-55-socket'),
  pid: asPid(10),
})
const flavour = async () => (await recogniseFlavour(system, endpoint())).flavour

describe('the kind of a runtime', () => {
  it('is that of the library it has loaded, with its version', async () => {
    system.loadedRuntime = () => ({ flavour: 'mono', version: '9.0.1' })
    expect(await recogniseFlavour(system, endpoint())).toEqual({ flavour: 'mono', version: '9.0.1' })
  })

  it('is NativeAOT where nothing is loaded and no debugger can attach', async () => {
    expect(await recogniseFlavour(system, endpoint())).toEqual({ flavour: 'nativeaot', version: null })
  })

  it('is CoreCLR where debugger pipes of the same process lie beside the socket', async () => {
    fs.writeFileSync(path.join(folder, 'clr-debug-pipe-10-56-in'), '')
    expect(await flavour()).toBe('nativeaot')
    fs.writeFileSync(path.join(folder, 'clr-debug-pipe-10-55-in'), '')
    expect(await flavour()).toBe('coreclr')
    system.loadedRuntime = () => 'unreadable'
    expect(await flavour()).toBe('coreclr')
  })

  it('is unknown where nothing can be read', async () => {
    system.loadedRuntime = () => 'unreadable'
    expect(await flavour()).toBe('unknown')
  })

  it.each([
    ['0', 'unknown'],
    ['00', 'unknown'],
    ['1', 'nativeaot'],
    ['10', 'nativeaot'],
    ['01', 'nativeaot'],
  ])('with the debugger switched to %s is %s', async (value, expected) => {
    system.environments.set(10, new Map([['DOTNET_EnableDiagnostics_Debugger', value]]))
    expect(await flavour()).toBe(expected)
  })

  it('is unknown where the environment cannot be read', async () => {
    system.environment = () => null as never
    expect(await flavour()).toBe('unknown')
  })

  it('is unknown at the end of a Windows pipe', async () => {
    const pipe = { ...endpoint(), transport: 'pipe' } as unknown as Endpoint
    expect((await recogniseFlavour(system, pipe)).flavour).toBe('unknown')
  })

  it('has the version of the file beside a program with the runtime inside', async () => {
    const program = path.join(folder, 'shop')
    const included = [{ name: 'Other', version: '1.0.0' }, { name: 'Microsoft.NETCore.App', version: '9.0.4' }] // prettier-ignore
    const options = { runtimeOptions: { includedFrameworks: included } }
    fs.writeFileSync(`${program}.runtimeconfig.json`, JSON.stringify(options))
    system.detailChanges.set(10, { executable: program, arguments: [program] })
    expect((await recogniseFlavour(system, endpoint())).version).toBe('9.0.4')
  })
})
