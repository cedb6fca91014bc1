import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const source = path.join(import.meta.dirname, 'profiler', 'profiler.cpp')
const cacheFolder = path.join(import.meta.dirname, '..', '.cache', 'samples')

export const profilerClsid = 'd1a60571-9c0b-4f5e-8a77-5b1c0f6e2d90'

/**
 * Builds the test profiler, once per state of its source.
 * @returns {string | null} path of the library; null without g++ (Linux and macOS only)
 */
export function buildProfiler() {
  if (process.platform === 'win32') return null
  const key = createHash('sha256').update(fs.readFileSync(source)).update(process.arch).digest('hex').slice(0, 16)
  const library = path.join(cacheFolder, `profiler-${key}`, 'libpipescope-profiler.so')
  if (fs.existsSync(library)) return library
  fs.mkdirSync(path.dirname(library), { recursive: true })
  const built = `${library}.${process.pid}`
  const run = spawnSync('g++', ['-shared', '-fPIC', '-O1', '-fvisibility=hidden', '-o', built, source], {
    encoding: 'utf8',
  })
  if (run.error) return null
  if (run.status !== 0) throw new Error(`profiler: ${run.stderr}`)
  fs.renameSync(built, library)
  return library
}
