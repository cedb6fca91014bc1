import { expect, test } from 'vitest'
import { drawInSoftwareWithoutDevice } from './graphics.ts'

function softwareOf(platform: NodeJS.Platform, devices: readonly string[], switches: readonly string[] = []): boolean {
  let isSoftware = false
  const app = {
    commandLine: { hasSwitch: (name: string) => switches.includes(name) },
    disableHardwareAcceleration: () => {
      isSoftware = true
    },
  }
  drawInSoftwareWithoutDevice(app as never, platform, (path) => devices.includes(path))
  return isSoftware
}

test('Linux without a graphics device draws in software from the start', () => {
  expect(softwareOf('linux', [])).toBe(true)
})

test('any graphics device is left to Chromium', () => {
  for (const device of ['/dev/dri', '/dev/nvidiactl', '/dev/dxg']) expect(softwareOf('linux', [device])).toBe(false)
})

test('other systems are left to Chromium', () => {
  for (const platform of ['darwin', 'win32'] as const) expect(softwareOf(platform, [])).toBe(false)
})

test('a choice made on the command line is respected', () => {
  expect(softwareOf('linux', [], ['use-gl'])).toBe(false)
})
