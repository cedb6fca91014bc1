import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isT64Release, missingLibraries, packagesFor, provideSystemLibraries } from './system-libraries.mjs'

const lddOutput = `
	linux-vdso.so.1 (0x00007ffd5a5f2000)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f1c)
	libnss3.so => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c)
`

test('libraries that the loader cannot find are distinguished from those it can', () => {
  expect(missingLibraries(lddOutput)).toEqual(['libnss3.so', 'libgtk-3.so.0'])
})

test('nothing is missing when ldd says nothing', () => {
  expect(missingLibraries('')).toEqual([])
})

test('only what is missing is asked for', () => {
  const missing = { libraries: [], needsDisplayServer: true, needsFont: false }
  expect(packagesFor(missing, false)).toEqual(['xvfb', 'xauth'])
})

test('newer releases get the names of 64-bit time', () => {
  const missing = { libraries: ['libgtk-3.so.0'], needsDisplayServer: false, needsFont: true }
  const names = packagesFor(missing, true)
  expect(names).toContain('libgtk-3-0t64')
  expect(names).toContain('libasound2t64')
  expect(names).toContain('libnss3')
  expect(names).toContain('fonts-dejavu-core')
})

test.each([
  ['ID=debian\nVERSION_ID="12"', false],
  ['ID=debian\nVERSION_ID="13"', true],
  ['ID=ubuntu\nVERSION_ID="22.04"', false],
  ['ID=ubuntu\nVERSION_ID="24.04"', true],
  ['ID=fedora\nVERSION_ID=41', false],
  ['', false],
])('the release %j has 64-bit time: %s', (osRelease, expected) => {
  expect(isT64Release(osRelease)).toBe(expected)
})

/** Programs of the system, played by scripts: what `ldd` reports, and an apt that notes how it was called. */
describe.skipIf(process.platform !== 'linux')('a system that lacks a library', () => {
  let folder = ''
  const calls = () => (fs.existsSync(`${folder}/calls`) ? fs.readFileSync(`${folder}/calls`, 'utf8') : '')

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'pipescope-libraries-'))
    const play = (/** @type {string} */ name, /** @type {string} */ script) =>
      fs.writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
    play('ldd', `test -e "${folder}/installed" || echo "	libnss3.so => not found"`)
    play('apt-get', `echo "$@" >> "${folder}/calls"; case "$*" in *" install "*) touch "${folder}/installed";; esac`)
    play('apt-cache', 'echo libasound2')
    vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`)
    vi.stubEnv('DISPLAY', ':0')
    vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  })
  afterEach(() => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    fs.rmSync(folder, { recursive: true })
  })

  test('is left as it is without root, and the one command is named', async () => {
    const attempt = provideSystemLibraries('/electron', { isRoot: false })
    await expect(attempt).rejects.toMatchObject({
      name: 'SetupError',
      exitCode: 1,
      message: expect.stringMatching(/libnss3\.so[^]*sudo apt-get update && sudo apt-get install -y .*\blibnss3\b/),
    })
    expect(calls()).not.toContain('install')
  })

  test('gets it installed by root', async () => {
    await provideSystemLibraries('/electron', { isRoot: true })
    expect(calls()).toMatch(/install -y --no-install-recommends .*\blibnss3\b/)
  })

  test('is an error when the installation did not help', async () => {
    fs.writeFileSync(path.join(folder, 'apt-get'), '#!/bin/sh\nexit 0\n')
    await expect(provideSystemLibraries('/electron', { isRoot: true })).rejects.toThrow(
      'Still missing after installing',
    )
  })

  test('gets only the names of what is missing where there is no apt', async () => {
    fs.writeFileSync(path.join(folder, 'apt-get'), '#!/bin/sh\nexit 127\n')
    const attempt = provideSystemLibraries('/electron', { isRoot: true })
    await expect(attempt).rejects.toThrow(/^Missing on this system: .*libnss3\.so.*\.$/)
  })
})
