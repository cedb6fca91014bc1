import { describe, expect, it } from 'vitest'
import { collectLadder, type CollectRequest } from './collect-request.ts'

const base: CollectRequest = {
  bufferMB: 64,
  providers: [{ name: 'A', keywords: 1n, level: 4, arguments: null }],
  rundown: 'default',
  stacks: true,
}
const filtered: CollectRequest = {
  ...base,
  providers: [{ name: 'A', keywords: 1n, level: 4, arguments: null, eventFilter: { mode: 'allow', ids: [1] } }],
}

function steps(request: CollectRequest, runtimeVersion: string | null): readonly (readonly [number, string])[] {
  const ladder = collectLadder(request, runtimeVersion)
  if (!ladder.ok) throw new Error(JSON.stringify(ladder.error))
  return ladder.value.map(({ version, losses }) => [version, losses.join(' ')])
}

describe('the version of CollectTracing', () => {
  it('is the lowest that can express the request', () => {
    expect(steps(base, null)[0]).toEqual([2, ''])
    expect(steps({ ...base, rundown: 'none' }, null)[0]).toEqual([2, ''])
    expect(steps({ ...base, rundown: 0x80020139n }, null)[0]).toEqual([2, ''])
    expect(steps({ ...base, rundown: 0n }, null)[0]).toEqual([2, ''])
    expect(steps({ ...base, stacks: false }, null)[0]).toEqual([3, ''])
    expect(steps({ ...base, rundown: 0x10n }, null)[0]).toEqual([4, ''])
    expect(steps(filtered, null)[0]).toEqual([5, ''])
    expect(steps({ ...base, whenFull: 'block' }, null)).toEqual([[6, '']])
    expect(steps({ ...base, whenFull: 'drop' }, null)[0]).toEqual([2, ''])
  })

  it('falls to what an older runtime knows and says what is lost', () => {
    expect(steps({ ...base, stacks: false }, '8.0.33')).toEqual([[2, 'stacks-off']])
    expect(steps({ ...base, rundown: 0x10n, stacks: false }, '8.0.33')).toEqual([[2, 'rundown-keyword stacks-off']])
    expect(steps(filtered, '9.0.22')).toEqual([
      [2, 'event-filter'],
      [1, 'event-filter'],
    ])
    expect(steps({ ...base, rundown: 'none' }, '3.1.3')).toEqual([
      [2, ''],
      [1, 'rundown-off'],
    ])
  })

  it('requests no rundown instead of the full one when only its GC part was wanted', () => {
    const ladder = collectLadder({ ...base, rundown: 1n }, '8.0.0')
    expect(ladder.ok && ladder.value[0]?.request.rundown).toBe('none')
  })

  it('does not turn waiting into losing: block mode needs .NET 11', () => {
    expect(collectLadder({ ...base, whenFull: 'block' }, '10.0.14')).toEqual({
      ok: false,
      error: { kind: 'unsupported', feature: 'collect-tracing', neededVersion: '11.0', actualVersion: '10.0.14' },
    })
  })

  it('counts a preview as its release', () => {
    expect(steps({ ...base, whenFull: 'block' }, '11.0.0-preview.3.25171.5+abcdef')).toEqual([[6, '']])
  })
})
