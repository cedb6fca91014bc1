import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { onPlatform } from '../../os/testing/on-platform.ts'

const programs = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-programs-'))
afterAll(() => fs.rmSync(programs, { recursive: true, force: true }))

it('.NET is found among the programs of Windows, under the name that it has there', async () => {
  const dotnet = path.join(programs, 'dotnet')
  fs.mkdirSync(path.join(dotnet, 'shared', 'Microsoft.NETCore.App', '9.0.22'), { recursive: true })
  fs.writeFileSync(path.join(dotnet, 'dotnet.exe'), '')
  vi.resetModules()
  const { host, runtimeFolders } = await onPlatform('win32', async () => {
    const { findDotnet } = await import('./dotnet-installs.ts')
    return findDotnet({ ProgramFiles: programs, NUGET_PACKAGES: programs })
  })
  expect(host).toBe(path.join(dotnet, 'dotnet.exe'))
  expect(runtimeFolders).toContain(path.join(dotnet, 'shared', 'Microsoft.NETCore.App', '9.0.22'))
})
