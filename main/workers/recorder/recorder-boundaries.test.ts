import fs from 'node:fs'
import path from 'node:path'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { goldenV4 } from '../../nettrace/testing/golden.ts'
import { StreamBoundaries } from './recorder-boundaries.ts'

/** Offsets at which the golden stream has a whole block behind it: after Trace, four blocks, the end marker. */
const goldenBoundaries = [102, 213, 277, 403, 469, 470]

function fed(...pieces: readonly Uint8Array[]): StreamBoundaries {
  const boundaries = new StreamBoundaries()
  for (const piece of pieces) boundaries.push(piece)
  return boundaries
}

describe('the boundaries of a stream', () => {
  it('are found after each complete block, wherever the stream is cut off', () => {
    const found = new Set<number>()
    for (let length = 0; length <= goldenV4.length; length++) {
      const boundaries = fed(goldenV4.subarray(0, length))
      expect(boundaries.lastWholeBlockOffset).toBeLessThanOrEqual(length)
      expect(boundaries.isLost).toBe(false)
      expect(boundaries.isComplete).toBe(length === goldenV4.length)
      found.add(boundaries.lastWholeBlockOffset)
    }
    expect([...found]).toEqual([0, ...goldenBoundaries])
  })

  it('are the same for pieces of any size', () => {
    for (let at = 0; at <= goldenV4.length; at++) {
      const boundaries = fed(goldenV4.subarray(0, at), goldenV4.subarray(at))
      expect([boundaries.lastWholeBlockOffset, boundaries.isComplete]).toEqual([470, true])
    }
    expect(fed(...Array.from(goldenV4, (byte) => Uint8Array.of(byte))).isComplete).toBe(true)
  })

  it('end at the end of every recorded stream', () => {
    const folder = path.join(import.meta.dirname, '..', '..', '..', 'fixtures', 'nettrace')
    for (const name of fs.readdirSync(folder).filter((file) => file.endsWith('.nettrace'))) {
      const bytes = fs.readFileSync(path.join(folder, name))
      const boundaries = fed(bytes)
      expect([name, boundaries.lastWholeBlockOffset, boundaries.isComplete]).toEqual([name, bytes.length, true])
    }
  })

  it('stay where they were when the framing is damaged, and other files have none', () => {
    const damaged = Uint8Array.from(goldenV4)
    damaged[213] = 0x77
    expect(fed(damaged)).toMatchObject({ lastWholeBlockOffset: 213, isComplete: false, isLost: true })
    expect(fed(new TextEncoder().encode('PK\u0003\u0004 something else altogether'))).toMatchObject({
      lastWholeBlockOffset: 0,
      isLost: true,
    })
  })

  it('never throw and never pass what was fed, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.nat(469), fc.nat(255), fc.nat(470), (at, value, cut) => {
        const mutated = Uint8Array.from(goldenV4)
        mutated[at] = value
        const boundaries = fed(mutated.subarray(0, cut), mutated.subarray(cut))
        expect(boundaries.lastWholeBlockOffset).toBeLessThanOrEqual(mutated.length)
      }),
    )
  })
})
