import { expect, it } from 'vitest'
import { onPlatform } from '../os/testing/on-platform.ts'
import { demoEndpointPath } from './demo-endpoint.ts'
import { demoSystem } from './demo-system.ts'

it('the demo target listens where a runtime of that system would', async () => {
  expect(await onPlatform('win32', () => demoEndpointPath())).toBe(`\\\\.\\pipe\\dotnet-diagnostic-${process.pid}`)
  const startedSeconds = Math.floor(Date.now() / 1000 - process.uptime())
  const socket = await onPlatform('darwin', () => demoEndpointPath('/var/folders/x'))
  const key = Number(/^\/var\/folders\/x\/dotnet-diagnostic-\d+-(\d+)-socket$/.exec(socket)?.[1])
  expect(Math.abs(key - startedSeconds)).toBeLessThan(2)
})

it('the demo target names its system as runtimes do', () => {
  expect(demoSystem('win32', 'x64')).toEqual({
    operatingSystem: 'Windows',
    architecture: 'x64',
    runtimeIdentifier: 'win-x64',
  })
  expect(demoSystem('darwin', 'arm64').runtimeIdentifier).toBe('osx-arm64')
  expect(demoSystem('linux', 'arm')).toMatchObject({ operatingSystem: 'Linux', architecture: 'arm32' })
})
