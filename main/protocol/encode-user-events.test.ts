import { describe, expect, it } from 'vitest'
import { encodeUserEvents, type UserEventsProvider, type UserEventsRequest } from './encode-user-events.ts'
import { findLayoutFault, needsDescriptor } from './request-layout.ts'
import type { TargetFacts } from './target-facts.ts'
import { hex, join, message, text, toHex, u32, u64, u8 } from './testing/message-builder.ts'

const net10: TargetFacts = { runtimeVersion: '10.0.14', flavour: 'coreclr', isSuspended: false, commandLineBytes: 9 }
const provider: UserEventsProvider = {
  name: 'MyEventSource',
  keywords: 100n,
  level: 2,
  arguments: null,
  defaultTracepoint: 'MyTracepoint',
  tracepoints: [],
}
const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9]
const low = { name: 'LowEvents', eventIds: ids }

function bytesOf(change: Partial<UserEventsProvider>): string {
  const encoded = encodeUserEvents({ providers: [{ ...provider, ...change }], rundownKeywords: 0n }, net10)
  if (!encoded.ok) throw new Error(JSON.stringify(encoded.error))
  return toHex(encoded.value.bytes)
}

const head = [u32(1), u64(0n), u32(1), u64(100n), u32(2), text('MyEventSource'), text(''), u8(0), u32(0)]

describe('a session that writes into tracepoints', () => {
  // The published document counts 14 code units for "MyTracepoint"; with its NUL it has 13, so parts are 34 and 98 bytes.
  it.each([
    ['every event to one', {}, join(text('MyTracepoint'), u32(0)), 34],
    [
      'some to their own, the rest to another',
      { tracepoints: [low] },
      join(text('MyTracepoint'), u32(1), text('LowEvents'), u32(9), ...ids.map(u32)),
      98,
    ],
    [
      'some to their own and nothing else',
      { defaultTracepoint: null, tracepoints: [low] },
      join(hex('00000000'), u32(1), text('LowEvents'), u32(9), ...ids.map(u32)),
      72,
    ],
  ])('is laid out as published: %s', (_name, change, config, sizeBytes) => {
    expect(config).toHaveLength(sizeBytes)
    const expected = message(0x0206, ...head, config)
    expect(bytesOf(change)).toBe(toHex(expected))
    expect(findLayoutFault(expected)).toBeNull()
    expect(needsDescriptor(expected)).toBe(true)
  })

  it.each<[string, Partial<UserEventsRequest>]>([
    ['no provider', { providers: [] }],
    ['no tracepoint', { providers: [{ ...provider, defaultTracepoint: null }] }],
    ['a tracepoint without events', { providers: [{ ...provider, tracepoints: [{ name: 'A', eventIds: [] }] }] }],
    ['a name the kernel would not parse', { providers: [{ ...provider, defaultTracepoint: 'a; u8 b' }] }],
    ['an empty name', { providers: [{ ...provider, defaultTracepoint: '' }] }],
    ['level 6', { providers: [{ ...provider, level: 6 }] }],
    ['rundown keywords of 65 bits', { rundownKeywords: 1n << 64n }],
  ])('is refused with %s', (_name, change) => {
    const request = { providers: [provider], rundownKeywords: 0n, ...change }
    expect(encodeUserEvents(request, net10)).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
  })

  it('needs .NET 10', () => {
    expect(
      encodeUserEvents({ providers: [provider], rundownKeywords: 0n }, { ...net10, runtimeVersion: '9.0.22' }),
    ).toMatchObject({ ok: false, error: { kind: 'unsupported', neededVersion: '10.0' } })
  })

  it('is rejected by the last check when it is cut off anywhere', () => {
    const whole = message(0x0206, ...head, text('MyTracepoint'), u32(1), text('LowEvents'), u32(9), ...ids.map(u32))
    for (let length = 20; length < whole.length; length++) {
      const cut = whole.slice(0, length)
      new DataView(cut.buffer).setUint16(14, length, true)
      expect(findLayoutFault(cut)).not.toBeNull()
    }
  })
})
