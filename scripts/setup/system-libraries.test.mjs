import { expect, test } from 'vitest'
import { isT64Release, missingLibraries, packagesFor } from './system-libraries.mjs'

const lddOutput = `
	linux-vdso.so.1 (0x00007ffd5a5f2000)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f1c)
	libnss3.so => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f1c)
`

test('libraries that the loader cannot find are told apart from those it can', () => {
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
