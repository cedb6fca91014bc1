import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { collectLadder, type CollectRequest, type CollectVersion, type ProviderRequest } from './collect-request.ts'
import { encodeCollectTracing } from './encode-collect.ts'
import {
  dumpPathText,
  encodeApplyStartupHook,
  encodeAttachProfiler,
  encodeEnablePerfMap,
  encodeGenerateCoreDump,
  encodePlain,
  encodeProcessInfo,
  encodeSetEnvironmentVariable,
  encodeStartupProfiler,
  encodeStopTracing,
} from './encode.ts'
import { findLayoutFault } from './request-layout.ts'
import type { EncodedRequest } from './seal.ts'
import type { TargetFacts } from './target-facts.ts'
import { hex, join, message, text, toHex, u16, u32, u64, u8 } from './testing/message-builder.ts'
import type { AppError } from '../../shared/base/errors.ts'
import type { Result } from '../../shared/base/result.ts'

function bytesOf(encoded: Result<EncodedRequest, AppError>): string {
  if (!encoded.ok) throw new Error(JSON.stringify(encoded.error))
  return toHex(encoded.value.bytes)
}

const net10: TargetFacts = { runtimeVersion: '10.0.14', flavour: 'coreclr', isSuspended: false, commandLineBytes: 100 }

const provider: ProviderRequest = { name: 'MyEventSource', keywords: 100n, level: 2, arguments: null }
const plain: CollectRequest = { bufferMB: 256, providers: [provider], rundown: 'default', stacks: true }
const v0Provider = join(u64(100n), u32(2), text('MyEventSource'), text(''))

describe('requests as bytes', () => {
  it('sends ProcessInfo3 as the reference vector has it', () => {
    expect(bytesOf(encodeProcessInfo(3, net10))).toBe('444f544e45545f4950435f563100140004080000')
  })

  it.each([
    ['ProcessEnvironment', 0x0402],
    ['ResumeRuntime', 0x0401],
    ['DisablePerfMap', 0x0406],
  ] as const)('sends %s as a header alone', (command, code) => {
    expect(toHex(encodePlain(command).bytes)).toBe(toHex(message(code)))
  })

  it('sends the older versions of ProcessInfo as a header alone', () => {
    expect(bytesOf(encodeProcessInfo(1, net10))).toBe(toHex(message(0x0400)))
    expect(bytesOf(encodeProcessInfo(2, net10))).toBe(toHex(message(0x0404)))
  })

  it('sends the id of a session with StopTracing', () => {
    expect(toHex(encodeStopTracing(0x7fc570001590n).bytes)).toBe(toHex(message(0x0201, hex('90150070C57F0000'))))
  })

  it.each([
    [1, 0x0202, [u32(256), u32(1), u32(1), v0Provider]],
    [2, 0x0203, [u32(256), u32(1), u8(1), u32(1), v0Provider]],
    [3, 0x0204, [u32(256), u32(1), u8(1), u8(1), u32(1), v0Provider]],
    [4, 0x0205, [u32(256), u32(1), u64(0x80020139n), u8(1), u32(1), v0Provider]],
    [5, 0x0206, [u32(0), u32(256), u32(1), u64(0x80020139n), u8(1), u32(1), v0Provider, u8(0), u32(0)]],
    [6, 0x0207, [u32(0), u32(256), u32(1), u64(0x80020139n), u8(1), u32(1), v0Provider, u8(0), u32(0), u32(0)]],
  ] as const)('lays out version %i of CollectTracing', (version, code, payload) => {
    expect(bytesOf(encodeCollectTracing(plain, version))).toBe(toHex(message(code, ...payload)))
  })

  it('asks for the older framing where somebody wants it', () => {
    expect(bytesOf(encodeCollectTracing({ ...plain, format: 'netperf' }, 1))).toBe(
      toHex(message(0x0202, u32(256), u32(0), u32(1), v0Provider)),
    )
  })

  it('matches the published example of CollectTracing2 but for its empty arguments', () => {
    // The example sends null arguments (count 0), we send the empty text: two bytes more.
    const example = hex(`444F544E45545F4950435F563100 5300 02 03 0000 00010000 01000000 01 01000000
      6400000000000000 02000000 0E000000 4D0079004500760065006E00740053006F007500720063006500 0000 01000000 0000`)
    expect(bytesOf(encodeCollectTracing(plain, 2))).toBe(toHex(example))
  })

  it('writes an allow list, a deny list and their absence after each provider of version 5', () => {
    const request: CollectRequest = {
      ...plain,
      rundown: 'none',
      stacks: false,
      providers: [
        { ...provider, eventFilter: { mode: 'allow', ids: [1, 2, 3] } },
        { ...provider, eventFilter: { mode: 'deny', ids: [4, 5] } },
        provider,
      ],
    }
    const allowed = hex('01 03000000 01000000 02000000 03000000')
    const denied = hex('00 02000000 04000000 05000000')
    const all = hex('00 00000000')
    expect(bytesOf(encodeCollectTracing(request, 5))).toBe(
      toHex(
        message(
          0x0206,
          u32(0),
          u32(256),
          u32(1),
          u64(0n),
          u8(0),
          u32(3),
          v0Provider,
          allowed,
          v0Provider,
          denied,
          v0Provider,
          all,
        ),
      ),
    )
  })

  it('lays out dumps, profilers, variables, perf maps and hooks', () => {
    const clsid = '01234567-89ab-cdef-0123-456789abcdef'
    const clsidBytes = hex('67452301 AB89 EFCD 0123456789ABCDEF')
    expect(bytesOf(encodeGenerateCoreDump({ path: '/d', type: 'heap', flags: 1 }, 3, net10))).toBe(
      toHex(message(0x0103, text('/d'), u32(2), u32(1))),
    )
    expect(
      bytesOf(
        encodeAttachProfiler(
          { timeoutMs: 5, profilerClsid: clsid, profilerPath: '/p', clientBytes: hex('AABB') },
          net10,
        ),
      ),
    ).toBe(toHex(message(0x0301, u32(5), clsidBytes, text('/p'), u32(2), hex('AABB'))))
    expect(bytesOf(encodeStartupProfiler(clsid, '/p', net10))).toBe(toHex(message(0x0302, clsidBytes, text('/p'))))
    expect(bytesOf(encodeSetEnvironmentVariable('A', '', net10))).toBe(toHex(message(0x0403, text('A'), text(''))))
    expect(bytesOf(encodeSetEnvironmentVariable('A', null, net10))).toBe(toHex(message(0x0403, text('A'), u32(0))))
    expect(bytesOf(encodeEnablePerfMap('perfMap', net10))).toBe(toHex(message(0x0405, u32(3))))
    expect(bytesOf(encodeApplyStartupHook({ path: '/h.dll', isVerified: true }, net10))).toBe(
      toHex(message(0x0407, text('/h.dll'))),
    )
  })
})

function hook(name: string): Result<EncodedRequest, AppError> {
  return encodeApplyStartupHook({ path: `/${name}`, isVerified: true }, net10)
}

describe('requests that would harm a target', () => {
  const versions: readonly CollectVersion[] = [1, 2, 3, 4, 5, 6]
  const harmful: readonly [string, Partial<CollectRequest>][] = [
    ['buffer 0', { bufferMB: 0 }],
    ['a negative buffer', { bufferMB: -1 }],
    ['half a megabyte', { bufferMB: 0.5 }],
    ['a buffer of more than 32 bits', { bufferMB: 2 ** 32 }],
    ['no provider', { providers: [] }],
    ['1,001 providers', { providers: Array.from({ length: 1001 }, () => provider) }],
    ['a provider without a name', { providers: [{ ...provider, name: '' }] }],
    ['level 6', { providers: [{ ...provider, level: 6 }] }],
    ['level -1', { providers: [{ ...provider, level: -1 }] }],
    ['keywords of 65 bits', { providers: [{ ...provider, keywords: 1n << 64n }] }],
    ['a name with a NUL', { providers: [{ ...provider, name: 'a\0b' }] }],
    ['a name with half a surrogate pair', { providers: [{ ...provider, name: 'a\ud800b' }] }],
    ['arguments with a NUL', { providers: [{ ...provider, arguments: 'a=\0' }] }],
    ['negative rundown keywords', { rundown: -1n }],
    ['an event id of 33 bits', { providers: [{ ...provider, eventFilter: { mode: 'allow', ids: [2 ** 32] } }] }],
  ]

  it.each(harmful)('are refused: %s', (_name, change) => {
    for (const version of versions)
      expect(encodeCollectTracing({ ...plain, ...change }, version)).toMatchObject({
        ok: false,
        error: { kind: 'refused-harmful' },
      })
  })

  it('are refused when they pass 65,535 bytes, instead of wrapping the size field', () => {
    const long = {
      ...plain,
      providers: Array.from({ length: 1000 }, () => ({ ...provider, arguments: 'x'.repeat(20) })),
    }
    expect(encodeCollectTracing(long, 2)).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
    expect(hook('x'.repeat(40_000))).toMatchObject({ ok: false })
  })

  it('accepts exactly 65,535 or 65,534 bytes', () => {
    const characters = (65_535 - 20 - 4 - 2 - 1) / 2
    expect(hook('x'.repeat(characters - 1))).toMatchObject({ ok: true })
    expect(hook('x'.repeat(characters))).toMatchObject({ ok: false })
  })

  it('are refused for other commands: empty paths, zero CLSIDs, unknown flags, relative hooks', () => {
    const zero = '00000000-0000-0000-0000-000000000000'
    const bad = [
      encodeGenerateCoreDump({ path: '', type: 'mini', flags: 0 }, 3, net10),
      encodeGenerateCoreDump({ path: '/d', type: 'mini', flags: 16 }, 3, net10),
      encodeGenerateCoreDump({ path: '/d', type: 'mini', flags: 2 }, 1, net10),
      encodeStartupProfiler(zero, '/p', net10),
      encodeStartupProfiler('not a guid', '/p', net10),
      encodeStartupProfiler('01234567-89ab-cdef-0123-456789abcdef', '', net10),
      encodeSetEnvironmentVariable('', 'x', net10),
      encodeSetEnvironmentVariable('A=B', 'x', net10),
      hook('a\0b'),
      encodeApplyStartupHook({ path: '', isVerified: true }, net10),
      encodeApplyStartupHook({ path: 'relative/hook.dll', isVerified: true }, net10),
    ]
    for (const encoded of bad) expect(encoded).toMatchObject({ ok: false, error: { kind: 'refused-harmful' } })
  })
})

describe('the path of a dump', () => {
  it('has its percent signs doubled, and is quoted for Windows alone', () => {
    expect(dumpPathText('/tmp/100%.dmp', 'Linux')).toBe('/tmp/100%%.dmp')
    expect(dumpPathText('C:\\my dumps\\a.dmp', 'Windows')).toBe('"C:\\my dumps\\a.dmp"')
  })
})

describe('the last check before bytes leave', () => {
  const good = message(0x0203, u32(256), u32(1), u8(1), u32(1), v0Provider)

  it('finds nothing wrong with a good message', () => {
    expect(findLayoutFault(good)).toBeNull()
  })

  it('rejects it cut off at every byte, with the declared size kept and with the size corrected', () => {
    for (let length = 0; length < good.length; length++) {
      const cut = good.slice(0, length)
      expect(findLayoutFault(cut)).not.toBeNull()
      if (length < 20) continue
      cut.set(u16(length), 14)
      expect(findLayoutFault(cut)).not.toBeNull()
    }
  })

  it('rejects surplus bytes, payloads on commands without one, and unknown commands', () => {
    expect(findLayoutFault(message(0x0203, good.subarray(20), u8(0)))).not.toBeNull()
    expect(findLayoutFault(message(0x0408, u32(0)))).not.toBeNull()
    expect(findLayoutFault(message(0x04ff))).not.toBeNull()
  })

  it('rejects the values that are fatal for .NET 8 and 9', () => {
    expect(findLayoutFault(message(0x0203, u32(0), u32(1), u8(1), u32(1), v0Provider))).toContain('buffer size')
    expect(findLayoutFault(message(0x0203, u32(1), u32(2), u8(1), u32(1), v0Provider))).toContain('format')
    expect(findLayoutFault(message(0x0203, u32(1), u32(1), u8(1), u32(1001)))).toContain('provider count')
    expect(findLayoutFault(message(0x0103, u32(0), u32(1), u32(0)))).toContain('path')
    expect(findLayoutFault(message(0x0206, u32(2), u64(0n), u32(0)))).toContain('session type')
  })

  it('never throws, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (noise) => {
        findLayoutFault(noise)
        findLayoutFault(join(good.subarray(0, 20), noise))
      }),
    )
  })
})

const anyProvider: fc.Arbitrary<ProviderRequest> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }).map((name) => name.replaceAll('\0', '_')),
  keywords: fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  level: fc.integer({ min: 0, max: 5 }),
  arguments: fc.option(fc.string({ maxLength: 40 }).map((value) => value.replaceAll('\0', '_'))),
})
const anyRequest: fc.Arbitrary<CollectRequest> = fc.record({
  bufferMB: fc.integer({ min: 1, max: 0xffff_ffff }),
  providers: fc.array(anyProvider, { minLength: 1, maxLength: 20 }),
  rundown: fc.oneof(
    fc.constantFrom('none' as const, 'default' as const),
    fc.bigInt({ min: 0n, max: (1n << 64n) - 1n }),
  ),
  stacks: fc.boolean(),
  format: fc.constantFrom('nettrace' as const, 'netperf' as const),
})

describe('any request in range', () => {
  it('is encoded at each step of its ladder into a message the layout check accepts', () => {
    fc.assert(
      fc.property(anyRequest, (request) => {
        const ladder = collectLadder(request, null)
        if (!ladder.ok) throw new Error('every request without block mode has a ladder')
        for (const step of ladder.value) {
          const encoded = encodeCollectTracing(step.request, step.version)
          expect(encoded.ok && findLayoutFault(encoded.value.bytes)).toBeNull()
        }
      }),
    )
  })
})
