import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { goldenV4 } from '../../nettrace/testing/golden.ts'
import { runSteps, type TraceFill, writeTraceSteps } from './written-trace.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'pipescope-written-'))
  writeFileSync(path.join(folder, 'from'), goldenV4)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function write(fill: TraceFill<string>): ReturnType<typeof writeTraceSteps<string>> {
  return writeTraceSteps(path.join(folder, 'from'), path.join(folder, 'to'), 'copy', fill)
}

/** All bytes in pieces; `atByte` is called before each. */
function copying(atByte: (offset: number) => void = () => undefined): TraceFill<string> {
  return function* (source, writeBytes) {
    for (let offset = 0; offset < source.size; offset += 100) {
      atByte(offset)
      writeBytes(source.read(offset, 100))
      yield offset
    }
    return 'copied'
  }
}

test('what was written is read back and described', () => {
  const written = runSteps(write(copying()))
  expect(written).toMatchObject({ ok: true, value: { outcome: 'copied', file: { sizeBytes: goldenV4.length } } })
  expect(readFileSync(path.join(folder, 'to'))).toEqual(Buffer.from(goldenV4))
})

test('an abandoned file is removed, while writing or while checking', () => {
  for (const phase of ['writing', 'checking'] as const) {
    const steps = write(copying())
    let step = steps.next()
    while (step.done !== true && step.value.phase !== phase) step = steps.next()
    expect(existsSync(path.join(folder, 'to'))).toBe(true)
    steps.return(undefined as never)
    expect(readdirSync(folder)).toEqual(['from'])
  }
})

test('a full disk leaves nothing behind, and the source unchanged', () => {
  const full = Object.assign(new Error('no space'), { code: 'ENOSPC' })
  const written = runSteps(
    write(
      copying((offset) => {
        if (offset > 0) throw full
      }),
    ),
  )
  expect(written).toEqual({
    ok: false,
    error: { kind: 'io', operation: 'write', path: path.join(folder, 'to'), code: 'ENOSPC' },
  })
  expect(readdirSync(folder)).toEqual(['from'])
  expect(readFileSync(path.join(folder, 'from'))).toEqual(Buffer.from(goldenV4))
})

test('a file that doesn’t read back as a complete trace is removed', () => {
  const written = runSteps(
    write(function* (source, writeBytes) {
      writeBytes(source.read(0, source.size - 1))
      yield 0
      return 'cut'
    }),
  )
  expect(written).toMatchObject({ ok: false, error: { kind: 'malformed', what: 'copy' } })
  expect(readdirSync(folder)).toEqual(['from'])
})
