import { expect, test } from 'vitest'
import { endReport } from './end-report.ts'

const file = { sizeBytes: 1, sha256: '', fault: null, knownFault: null, opens: true }

test('a file that was damaged before it was packed is told apart from one that is damaged now', () => {
  const whole = { ...file, name: 'a.nettrace', openedAs: 'trace' }
  const before = { ...file, name: 'b.core', openedAs: 'dump', knownFault: 'not a dump', opens: false }
  expect(endReport({ isVerified: true, faults: [], files: [whole, before] })).toBe(
    `ok       a.nettrace (trace)
damaged  b.core (dump): not a dump, as the case says
Verified: all files have the listed hashes, 1 can't be opened, as the case says.
`,
  )
  const now = { ...file, name: 'b.core', openedAs: 'dump', fault: 'not a dump', opens: false }
  expect(endReport({ isVerified: false, faults: ['case.json is missing'], files: [now] })).toBe(
    `FAILED   b.core (dump): not a dump
FAILED   case.json is missing
Not verified.
`,
  )
  expect(endReport({ isVerified: true, faults: [], files: [whole] })).toContain(
    'Verified: 1 files open and have the listed hashes.',
  )
})
