import { describe, expect, it } from 'vitest'
import { hasRuntimeStarted, readThreadNames } from './runtime-threads.ts'

const waiting = ['Orders.Api', '.NET SynchManag', '.NET EventPipe']
const running = [...waiting, '.NET DebugPipe', '.NET Debugger', '.NET Finalizer', '.NET Tiered Com', '.NET SigHandler']

describe('a runtime by its threads', () => {
  it.each([
    ['waits at its start', waiting, false],
    ['waits while two sessions read its events', [...waiting, '.NET EventPipe', '.NET EventPipe'], false],
    ['waits, with the runtime compiled in', ['Orders.Api', '.NET EventPipe'], false],
    ['runs', running, true],
    ['runs, with the runtime compiled in', ['Orders.Api', '.NET EventPipe', '.NET Finalizer', '.NET SigHandler'], true],
    ['waits, without names', ['app', 'app', 'app'], false],
    ['runs, without names', ['app', 'app', 'app', 'app'], true],
    ['is unknown when they cannot be read', null, null],
  ])('%s', (_what, names, expected) => {
    expect(hasRuntimeStarted(names)).toBe(expected)
  })

  it.runIf(process.platform === 'linux')('whose process is gone is unknown', () => {
    expect(readThreadNames(process.pid)?.length).toBeGreaterThan(1)
    expect(readThreadNames(0x7fff_fffe)).toBeNull()
  })
})
