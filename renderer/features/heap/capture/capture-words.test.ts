import { describe, expect, it } from 'vitest'
import type { HeapPlan } from '../../../../shared/model/heap/heap-plan.ts'
import { adviceOf, bufferLabel, costsOf, wantsBufferChoice } from './capture-words.ts'

const gibibyte = 2 ** 30
const plan: HeapPlan = {
  pause: null,
  objects: null,
  neededBytes: null,
  buffersMB: [1024, 2048, 4096],
  fittingBufferMB: 1024,
  room: null,
}
const large: HeapPlan = {
  ...plan,
  objects: { count: 32_000_000, from: 'capture' },
  neededBytes: 32_000_000 * 56,
  fittingBufferMB: 2048,
}

function cost(title: string, of: HeapPlan | null, version = '10.0.12'): string {
  return plain(costsOf(version, 0, of, 1024).find((row) => row.title === title)?.text ?? '')
}

function advice(...of: Parameters<typeof adviceOf>): ReturnType<typeof adviceOf> {
  const { text, wantsDump } = adviceOf(...of)
  return { text: plain(text), wantsDump }
}

/** Figures and units have a narrow space between them. */
function plain(text: string): string {
  return text.replaceAll(/[\u2009\u202f\u00a0]/g, ' ')
}

describe('the line above the button', () => {
  it('warns of the pause when nothing else is known', () => {
    const expected = { text: 'shop answers no requests during the pause.', wantsDump: false }
    expect(advice('shop', null, 1024)).toEqual(expected)
    expect(advice('shop', plan, 1024)).toEqual(expected)
    expect(advice('shop', { ...plan, room: { bytes: 1, limitedBy: 'container' } }, 1024)).toEqual(expected)
  })

  it('warns of a limit that the capture may reach, and proposes a dump', () => {
    const room = { bytes: 300 * 2 ** 20, limitedBy: 'container' } as const
    expect(advice('shop', { ...plan, neededBytes: 4 * gibibyte, room }, 1024)).toEqual({
      text: 'The memory limit leaves shop 300 MiB, and a capture may need 1 GiB more: the process could be killed. Take a dump instead.',
      wantsDump: true,
    })
    expect(
      advice('shop', { ...plan, neededBytes: gibibyte, room: { ...room, limitedBy: 'machine' } }, 1024).text,
    ).toMatch(/^This machine has 300 MiB left/)
    expect(advice('shop', { ...plan, neededBytes: 200 * 2 ** 20, room }, 1024).wantsDump).toBe(false)
  })

  it('proposes a buffer that takes all objects, or a dump when none does', () => {
    expect(advice('shop', large, 1024)).toEqual({
      text: 'The heap is too large for this buffer, so the graph will be partial. Choose 2 GiB, or take a dump.',
      wantsDump: true,
    })
    expect(advice('shop', large, 2048).wantsDump).toBe(false)
    expect(advice('shop', { ...large, fittingBufferMB: null }, 4096).text).toMatch(/largest buffer.*Take a dump/)
  })
})

describe('what a capture costs', () => {
  it('has the pause of the last capture, or that of full collections in Live', () => {
    expect(cost('Pause', null)).toBe(
      'All threads are suspended for the collection and the heap walk. The runtime responds only afterwards',
    )
    expect(cost('Pause', { ...plan, pause: { ms: 1300, from: 'capture', seenCount: 1 } })).toMatch(
      /walk\. 1\.30 s at the last capture\. The runtime/,
    )
    expect(cost('Pause', { ...plan, pause: { ms: 120, from: 'live', seenCount: 7 } }, '11.0.0')).toBe(
      'All threads are suspended for the collection and the heap walk. Up to 120 ms for the last 7 gen 2 GCs in Live, and the walk on top',
    )
    expect(cost('Pause', { ...plan, pause: { ms: 120, from: 'live', seenCount: 1 } })).toMatch(
      /120 ms for the gen 2 GC that Live has seen, and the walk on top/,
    )
  })

  it('has the memory that the process needs, as far as it is known', () => {
    const title = 'Memory in the process'
    expect(cost(title, null)).toBe('About 56 bytes per object, up to 1 GiB, until the graph is read')
    expect(cost(title, { ...plan, neededBytes: 2 ** 27 })).toBe('Up to 128 MiB, until the graph is read')
    expect(cost(title, { ...plan, neededBytes: 2 ** 40 })).toBe('Up to 1 GiB, until the graph is read')
    expect(cost(title, large)).toBe('About 1 GiB for 32 M objects, as at the last capture')
    expect(cost(title, { ...large, neededBytes: 2 ** 27, objects: { count: 2_400_000, from: 'heap-size' } })).toBe(
      'About 128 MiB for 2.40 M objects, estimated from the heap size in Live',
    )
    expect(cost(title, large, '11.0.0')).toBe('Up to 256 MiB, until the graph is read')
  })
})

describe('the choice of a buffer', () => {
  it('is there only when the usual one may be too small', () => {
    expect(wantsBufferChoice(null)).toBe(false)
    expect(wantsBufferChoice(plan)).toBe(false)
    expect(wantsBufferChoice(large)).toBe(true)
    expect(wantsBufferChoice({ ...large, buffersMB: [] })).toBe(false)
  })

  it('says how many objects a buffer takes', () => {
    expect(plain(bufferLabel(2048))).toBe('2 GiB, about 38 million objects')
  })
})
