import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { launchElectron } from './launch.mjs'

let folder = ''
let said = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-launch-'))
  said = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text)
    return true
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  fs.rmSync(folder, { recursive: true })
})

/**
 * Something in Electron's place.
 *
 * @param {string} script
 */
function launch(script) {
  const program = path.join(folder, 'electron')
  fs.writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return launchElectron(program, [], { environment: { PATH: process.env['PATH'], DISPLAY: ':77' } }).ended
}

test.skipIf(process.platform === 'win32')('a missing display is reported, with what to do', async () => {
  const lines = [
    '[1:1:ERROR:ozone_platform_x11.cc(246)] Missing X server or $DISPLAY',
    '[1:1:ERROR:env.cc(258)] The platform failed to initialize.  Exiting.',
  ]
  expect(await launch(`${lines.map((line) => `echo '${line}' >&2`).join('\n')}\nkill -SEGV $$`)).toBe(1)
  expect(said).toContain("Couldn't open the display (DISPLAY=:77)")
  expect(said).not.toContain('platform failed')
  expect(said).not.toContain('SIGSEGV')
})

test.skipIf(process.platform === 'win32')(
  'what else the app says comes through, noise of its parts does not',
  async () => {
    expect(
      await launch("echo 'pipescope: one file at a time' >&2; echo '[1:1:ERROR:bus.cc(1)] no bus' >&2; exit 2"),
    ).toBe(2)
    expect(said).toContain('pipescope: one file at a time')
    expect(said).not.toContain('no bus')
  },
)
