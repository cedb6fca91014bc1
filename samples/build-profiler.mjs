import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { buildsFolder } from '../scripts/setup/kept-builds.mjs'
import { prebuilt } from './prebuilt.mjs'

const source = path.join(import.meta.dirname, 'profiler', 'profiler.cpp')

export const profilerClsid = 'd1a60571-9c0b-4f5e-8a77-5b1c0f6e2d90'

/** @typedef {{ compiler: string, library: string, flags: readonly string[] }} Build */

/** @type {Readonly<Record<'native' | 'windows', Build>>} */
const builds = {
  native: { compiler: 'g++', library: 'libpipescope-profiler.so', flags: ['-fPIC', '-fvisibility=hidden'] },
  // Nothing of the compiler's own libraries beside it: a process that loads it has no path to them.
  windows: { compiler: 'x86_64-w64-mingw32-g++-posix', library: 'pipescope-profiler.dll', flags: ['-static'] },
}

/**
 * Builds the test profiler, once per state of its source.
 * @param {'native' | 'windows'} system what for: the system this is (Linux and macOS), or Windows
 * @returns {string | null} path of the library; null without the compiler
 */
export function buildProfiler(system = 'native') {
  const ready = prebuilt('profiler')
  if (ready !== null || process.platform === 'win32') return ready
  const { compiler, library: name, flags } = builds[system]
  const text = [fs.readFileSync(source, 'utf8'), system, process.arch].join(' ')
  const key = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const library = path.join(buildsFolder, `profiler-${key}`, name)
  if (fs.existsSync(library)) return library
  fs.mkdirSync(path.dirname(library), { recursive: true })
  const built = `${library}.${process.pid}`
  const run = spawnSync(compiler, ['-shared', '-O1', ...flags, '-o', built, source], { encoding: 'utf8' })
  if (run.error) return null
  if (run.status !== 0) throw new Error(`profiler: ${run.stderr}`)
  fs.renameSync(built, library)
  return library
}
