import { expect, it } from 'vitest'
import { takenAt } from './heap-header.tsx'

it('says when a heap graph was taken: by its time today, else with its day', () => {
  const taken = Date.parse('2026-03-18T10:44:02Z')
  const full = '18 Mar 2026, 10:44:02 UTC'
  expect(takenAt(taken, Date.parse('2026-03-18T23:59:59Z'), 'utc')).toEqual({ value: '10:44:02', unit: '', full })
  expect(takenAt(taken, Date.parse('2026-03-19T00:00:00Z'), 'utc')).toEqual({ value: full, unit: '', full })
})
