import { describe, expect, it } from 'vitest'
import { decodeEnvironment, decodeEnvironmentSize, decodeProcessInfo, maxEnvironmentBytes } from './decode.ts'
import { describeForeignPeer } from './drafts.ts'
import { needsDescriptor } from './request-layout.ts'
import { compareVersions } from './runtime-version.ts'
import { hex, join, message, text, u16, u32, u64, u8 } from './testing/message-builder.ts'

/* Each value of an answer at both ends of what we take from a peer. */

const cookie = hex('33221100 5544 7766 8899AABBCCDDEEFF')
const texts = join(...Array.from({ length: 6 }, () => text('x')))
const info = (pid: bigint, payloadVersion = 1) => join(u32(payloadVersion), u64(pid), cookie, texts)

describe('an answer to ProcessInfo', () => {
  it('has a process id of 32 bits', () => {
    expect(decodeProcessInfo(info(0xffff_ffffn), 3)).toMatchObject({ ok: true, value: { targetPid: 0xffff_ffff } })
    expect(decodeProcessInfo(info(0x1_0000_0000n), 3)).toMatchObject({ ok: false, error: { found: '4294967296' } })
  })

  it('has a version of 1 or more, where it has one', () => {
    expect([0, 1, 7].map((version) => decodeProcessInfo(info(1n, version), 3).ok)).toEqual([false, true, true])
  })

  it.each([
    [1, 'answer to ProcessInfo'],
    [2, 'answer to ProcessInfo2'],
    [3, 'answer to ProcessInfo3'],
  ] as const)('of version %i is named by it when it is malformed', (version, what) => {
    expect(decodeProcessInfo(hex('00'), version)).toMatchObject({ ok: false, error: { what } })
  })
})

describe('an answer to ProcessEnvironment', () => {
  it('announces 4 bytes to 32 MB', () => {
    const sizes = [3, 4, maxEnvironmentBytes, maxEnvironmentBytes + 1]
    expect(sizes.map((size) => decodeEnvironmentSize(u32(size)).ok)).toEqual([false, true, true, false])
  })

  it('has no more entries than there is room for', () => {
    const two = [u32(0), u32(0)]
    expect(decodeEnvironment(join(u32(2), ...two))).toMatchObject({ ok: true, value: [{ name: '' }, { name: '' }] })
    expect(decodeEnvironment(join(u32(3), ...two))).toMatchObject({
      ok: false,
      error: { expected: 'at most 2 entries', found: '3' },
    })
  })
})

const draft = (...parts: readonly Uint8Array[]) => describeForeignPeer(join(...parts))

describe('the first draft of the protocol', () => {
  const magic = hex('444F544E45545F4950435F563100')

  it('is known by two more zeros behind its magic, once its size is there', () => {
    expect(draft(magic, u16(0), u16(22))).toContain('first draft')
    expect(draft(magic, u16(0), u8(22))).toBeNull()
    expect(draft(magic, u16(0x0100), u16(22))).toBeNull()
    expect(draft(magic, u16(0x0001), u16(22))).toBeNull()
    expect(draft(hex('444F544E45545F4950435F563000'), u16(0), u16(22))).toBeNull()
  })
})

it.each([
  [0x0205, 1, false],
  [0x0206, 0, false],
  [0x0206, 1, true],
  [0x0207, 0, false],
  [0x0207, 1, true],
  [0x0204, 1, false],
])('a request 0x%s whose payload begins with %i waits for a file descriptor: %s', (code, first, needs) => {
  expect(needsDescriptor(message(code, u8(first)))).toBe(needs)
})

it('versions are ordered by their last part where the others are the same', () => {
  expect(Math.sign(compareVersions('10.2.3', '10.2.4'))).toBe(-1)
  expect(Math.sign(compareVersions('10.2.5', '10.2.4'))).toBe(1)
  expect(compareVersions('10.2.4', '10.2.4')).toBe(0)
})
