import { describe, expect, it } from 'vitest'
import { capabilityWording } from './capability-words.ts'
import { processRow } from './process-row.test-support.ts'

describe('capability chips', () => {
  it('names what works', () => {
    const chip = capabilityWording({ id: 'dumps', isAvailable: true, neededVersion: null, reason: null }, processRow(1))
    expect(chip.label).toBe('Dumps')
  })
  it('says which version is needed', () => {
    const chip = capabilityWording(
      { id: 'lossless', isAvailable: false, neededVersion: '11.0', reason: 'version' },
      processRow(1),
    )
    expect(chip.label).toBe('Lossless: .NET 11')
    expect(chip.tooltip).toContain('Requires .NET 11 or later.')
  })
  it('names the flavor that lacks it', () => {
    const chip = capabilityWording(
      { id: 'dumps', isAvailable: false, neededVersion: null, reason: 'flavour' },
      processRow(1, { runtimeFlavour: 'mono' }),
    )
    expect(chip.label).toBe('Dumps: not on Mono')
  })

  it('shows an unknown capability when nothing was queried', () => {
    const absent = { id: 'dumps', isAvailable: false, neededVersion: null, reason: 'not-answered' } as const
    expect(capabilityWording(absent, processRow(1), false)).toEqual({
      label: 'Dumps',
      tooltip: 'Memory dumps written by the runtime. Unknown: the process wasn’t queried.',
    })
  })
})
