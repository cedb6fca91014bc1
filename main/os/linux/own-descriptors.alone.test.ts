import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { describe, expect, it } from 'vitest'
import { libc } from '../libc.ts'
import { withOwnDescriptorsClosed } from './own-descriptors.ts'

/** A descriptor that a program inherits, as Electron has many; Node makes none itself. */
function openInherited(): { readonly fd: number; readonly target: string } {
  const { library } = libc() ?? {}
  const dup = library?.func('int dup(int fd)')
  const file = fs.openSync('/dev/zero', 'r')
  const fd = Number(dup?.(file))
  fs.closeSync(file)
  return { fd, target: fs.readlinkSync(`/proc/self/fd/${fd}`) }
}

function seenByAProgram(fd: number): boolean {
  return spawnSync('readlink', [`/proc/self/fd/${fd}`], { encoding: 'utf8' }).stdout.trim() === '/dev/zero'
}

const systems = libc() === null ? [] : [process.platform]

describe.each(systems)('a program that is started on %s', () => {
  it('gets none of our descriptors, and they stay as they were', () => {
    const { fd, target } = openInherited()
    try {
      expect(target).toBe('/dev/zero')
      expect(seenByAProgram(fd)).toBe(true)
      expect(withOwnDescriptorsClosed(() => seenByAProgram(fd))).toBe(false)
      expect(seenByAProgram(fd)).toBe(true)
    } finally {
      fs.closeSync(fd)
    }
  })

  it('gets what it is given', () => {
    const { fd } = openInherited()
    try {
      const { stdout } = withOwnDescriptorsClosed(() =>
        spawnSync('readlink', ['/proc/self/fd/0'], { stdio: [fd, 'pipe', 'ignore'], encoding: 'utf8' }),
      )
      expect(stdout.trim()).toBe('/dev/zero')
    } finally {
      fs.closeSync(fd)
    }
  })

  it('leaves them as they were when it cannot be started', () => {
    const { fd } = openInherited()
    try {
      expect(() =>
        withOwnDescriptorsClosed(() => {
          throw new Error('no such program')
        }),
      ).toThrow('no such program')
      expect(seenByAProgram(fd)).toBe(true)
    } finally {
      fs.closeSync(fd)
    }
  })
})
