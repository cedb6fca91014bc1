import { expect, it } from 'vitest'
import { onPlatform } from '../os/testing/on-platform.ts'
import { splitRoot } from './inside-root.ts'

it('a path below /proc is that of another process on Linux alone', async () => {
  expect(await onPlatform('linux', () => splitRoot('/proc/12/root/a'))).toEqual({ root: '/proc/12/root', inner: '/a' })
  expect(await onPlatform('darwin', () => splitRoot('/proc/12/root/a'))).toBeNull()
  expect(await onPlatform('win32', () => splitRoot('/proc/12/root/a'))).toBeNull()
})
