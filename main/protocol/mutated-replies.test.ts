import { describe, expect, it } from 'vitest'
import { runMutations } from './testing/mutated-replies.ts'

describe('messages with changed, cut, doubled and inserted bytes', () => {
  it('end as a value or as a known error, never otherwise', () => {
    const seed = Math.floor(Math.random() * 0x7fff_ffff)
    const counts = runMutations(50_000, seed)
    expect(counts.values + counts.errors + counts.incomplete, `seed ${seed}`).toBe(50_000)
    // All three happen: the mutations are neither all harmless nor all hopeless.
    expect(Math.min(counts.values, counts.errors, counts.incomplete)).toBeGreaterThan(1000)
  })
})
