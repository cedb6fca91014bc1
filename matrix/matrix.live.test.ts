import { describe, expect, it } from 'vitest'
import { canBuildSamples, tryBuild, type SampleVariant } from '../samples/start-target.ts'
import { columns } from './expected-table.ts'
import { matrixOf } from './run-matrix.ts'

/** The newest runtime and the oldest one; all of them in the full run. */
const wanted: readonly SampleVariant[] = process.env['PIPESCOPE_FULL'] === '1' ? columns : ['net10', 'net31']

describe.skipIf(!canBuildSamples())('the commands of the protocol', () => {
  it('are answered as the table says', async () => {
    const variants = wanted.filter((variant) => tryBuild(variant) !== null)
    const { outcomes } = await matrixOf({ variants, rowFilter: '', say: () => undefined })
    const wrong = outcomes.filter(({ state }) => state === 'different' || state === 'not-run')
    expect(wrong.map(({ row, variant, expected, found }) => `${variant}, ${row}: ${found}, not ${expected}`)).toEqual(
      [],
    )
    expect(outcomes.filter(({ state }) => state === 'as-documented').length).toBeGreaterThan(150)
  }, 400_000)
})
