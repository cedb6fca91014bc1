import fs from 'node:fs'
import { expect, it, vi } from 'vitest'
import { onPlatform } from '../os/testing/on-platform.ts'
import { watchdogSwitches } from './watchdog-process.ts'
import { closeInheritedDescriptors } from './inherited-descriptors.ts'

it('nothing is inherited on other systems, so nothing is closed and no folder is looked at', async () => {
  const read = vi.spyOn(fs, 'readdirSync')
  const close = vi.spyOn(fs, 'closeSync')
  await onPlatform('darwin', closeInheritedDescriptors)
  await onPlatform('win32', closeInheritedDescriptors)
  expect([read.mock.calls.length, close.mock.calls.length]).toEqual([0, 0])
  vi.restoreAllMocks()
})

it('the watchdog runs without a display where it would look for one', () => {
  expect(watchdogSwitches('linux')).toEqual(['--pipescope-watchdog', '--ozone-platform=headless'])
  expect(watchdogSwitches('darwin')).toEqual(['--pipescope-watchdog'])
})
