import { expect, test } from 'vitest'
import type { AppError } from '../../../../shared/base/errors.ts'
import type { JobFile } from '../../../../shared/model/job.ts'
import { isSameReason, resultOfSaves } from './saves-of-flight.ts'

const file = (path: string): JobFile => ({ path, sizeBytes: 1, sha256: null, fileId: path })
const whole = { verdict: 'complete', reasons: [], facts: { spanMs: 1 } } as const
const cut = { verdict: 'partial', reasons: ['process-ended'], facts: { spanMs: 2 } } as const

test('the result of a flight recorder has the newest file first and the facts of its last save', () => {
  const files = [file('a'), file('b')]
  expect(resultOfSaves([whole, cut], files)).toEqual({ ...cut, files: [file('b'), file('a')] })
  expect(resultOfSaves([cut, whole], files)).toMatchObject({ verdict: 'partial', reasons: [], facts: { spanMs: 1 } })
  expect(resultOfSaves([whole], files)).toMatchObject({ verdict: 'complete' })
  expect(resultOfSaves([], [])).toEqual({ verdict: 'complete', reasons: [], files: [] })
})

test('a save that fails for another reason is reported again', () => {
  const full: AppError = { kind: 'io', operation: 'write', path: '/a', code: 'ENOSPC' }
  expect(isSameReason(full, { ...full, path: '/b' })).toBe(true)
  expect(isSameReason(full, { ...full, code: 'EACCES' })).toBe(false)
  expect(isSameReason(full, null)).toBe(false)
  expect(isSameReason(full, { kind: 'cancelled' })).toBe(false)
  expect(isSameReason(null, null)).toBe(true)
})
