import { spawn } from 'node:child_process'
import fs from 'node:fs'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { givesWayAsSession, giveWayToTests } from './give-way.ts'

/** Of a process that leads a session or is in ours. */
function groupAfter(detached: boolean, giveWay: (pid: number) => void): string {
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { detached, stdio: 'ignore' })
  try {
    giveWay(child.pid ?? 0)
    return fs.readFileSync(`/proc/${String(child.pid)}/autogroup`, 'utf8')
  } finally {
    child.kill('SIGKILL')
  }
}

describe.skipIf(!fs.existsSync('/proc/self/autogroup'))('targets that give way to tests', () => {
  beforeEach(() => void vi.stubEnv('PIPESCOPE_TARGETS_GIVE_WAY', 'sessions'))
  afterEach(() => void vi.unstubAllEnvs())

  test('get a session of their own when they compute for ever and tests ask for it', () => {
    expect(givesWayAsSession(['planted', 'web'])).toBe(true)
    expect(givesWayAsSession(['idle', '--busy'])).toBe(false)
    vi.stubEnv('PIPESCOPE_TARGETS_GIVE_WAY', 'threads')
    expect(givesWayAsSession(['busy'])).toBe(false)
  })

  test('give way with their session, and change nothing for ours', () => {
    const own = fs.readFileSync('/proc/self/autogroup', 'utf8')
    expect(groupAfter(true, giveWayToTests)).toMatch(/nice 5\n$/)
    expect(groupAfter(false, giveWayToTests)).toBe(own)
  })

  test('are left alone where nobody asked', () => {
    vi.stubEnv('PIPESCOPE_TARGETS_GIVE_WAY', undefined)
    expect(groupAfter(true, giveWayToTests)).toMatch(/nice 0\n$/)
  })
})
