import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decodeAdvertise,
  decodeEnvironment,
  decodeEnvironmentSize,
  decodeErrorPayload,
  decodeProcessInfo,
  decodeSessionId,
  ResponseReader,
  splitEntry,
  type Response,
} from './decode.ts'
import { errorName, likelyReason, isUnknownCommand } from './error-codes.ts'
import { hex, join, message, text, u16, u32, u64 } from './testing/message-builder.ts'

interface Read {
  readonly response: Response
  readonly surplus: Uint8Array
}

/** Feeds the bytes in the given pieces; null when they make no whole response. */
function read(...pieces: readonly Uint8Array[]): Read | null {
  const reader = new ResponseReader('test')
  for (const [index, piece] of pieces.entries()) {
    const pushed = reader.push(piece)
    if (!pushed.ok) throw new Error(JSON.stringify(pushed.error))
    if (pushed.value === null) continue
    return { ...pushed.value, surplus: join(pushed.value.surplus, ...pieces.slice(index + 1)) }
  }
  return null
}

const sessionAnswer = message(0xff00, hex('90150070C57F0000'))
const streamBegin = hex('4E65747472616365 14000000 21466173745365')

describe('an answer', () => {
  it('is read completely, and the bytes after it are returned', () => {
    const got = read(join(sessionAnswer, streamBegin))
    expect(got?.response.isOk).toBe(true)
    expect(got && decodeSessionId(got.response.payload, 'CollectTracing2')).toEqual({
      ok: true,
      value: 0x7fc570001590n,
    })
    expect(got?.surplus).toEqual(streamBegin)
  })

  it('is the same wherever the bytes are split in two, and byte by byte', () => {
    const bytes = join(sessionAnswer, streamBegin)
    const whole = read(bytes)
    for (let at = 0; at <= bytes.length; at++) expect(read(bytes.slice(0, at), bytes.slice(at))).toEqual(whole)
    expect(read(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(whole)
  })

  it('is not there before its last byte', () => {
    for (let length = 0; length < sessionAnswer.length; length++)
      expect(read(sessionAnswer.slice(0, length))).toBeNull()
  })

  it.each([
    ['a wrong first byte', hex('45'), 0, 'byte 0x45'],
    ['an HTTP answer', new TextEncoder().encode('HTTP/1.1 400 Bad Request\r\n'), 0, 'an HTTP server'],
    ['no NUL after the magic', hex('444F544E45545F4950435F563101'), 13, 'byte 0x1'],
    ['a size below the header', hex('444F544E45545F4950435F563100 1300 FF00 0000'), 16, '19'],
    ['the command set of a request', hex('444F544E45545F4950435F563100 1400 0400 0000'), 17, '0x4'],
    ['an id that is neither OK nor error', hex('444F544E45545F4950435F563100 1400 FF07 0000'), 18, '0x7'],
  ])('is refused as malformed: %s', (_name, bytes, offset, found) => {
    const pushed = new ResponseReader('ProcessInfo3').push(bytes)
    expect(pushed).toMatchObject({ ok: false, error: { kind: 'malformed', offset, found } })
  })

  it('never makes the reader throw, hang or take more than its size says, whatever is mutated', () => {
    fc.assert(
      fc.property(
        fc.nat(sessionAnswer.length - 1),
        fc.nat(255),
        fc.array(fc.nat(60), { maxLength: 4 }),
        (at, value, cuts) => {
          const mutated = sessionAnswer.slice()
          mutated[at] = value
          const reader = new ResponseReader('test')
          let from = 0
          for (const to of [...cuts, mutated.length].sort((left, right) => left - right)) {
            const pushed = reader.push(mutated.slice(from, to))
            from = Math.max(from, Math.min(to, mutated.length))
            if (!pushed.ok || pushed.value !== null) return
          }
          expect(reader.receivedBytes).toBeLessThanOrEqual(sessionAnswer.length)
        },
      ),
    )
  })
})

describe('an error answer', () => {
  it.each([
    ['85131380', 0x80131385, 'UNKNOWN_COMMAND', 'command-unknown'],
    ['84131380', 0x80131384, 'BAD_ENCODING', 'request-not-understood'],
    ['86131380', 0x80131386, 'UNKNOWN_MAGIC', 'not-a-diagnostics-port'],
    ['05400080', 0x80004005, 'E_FAIL', 'session-slots-full-or-internal'],
    ['CB000780', 0x800700cb, 'ENVVAR_NOT_FOUND', 'already-unset'],
    ['78563412', 0x12345678, '0x12345678', 'unspecified'],
  ])('with code %s has a name and a likely reason', (bytes, code, name, reason) => {
    const got = read(message(0xffff, hex(bytes)))
    expect(got?.response.isOk).toBe(false)
    const error = decodeErrorPayload(got?.response.payload ?? hex(''), 'ProcessInfo')
    expect(error).toEqual({ kind: 'runtime-error', command: 'ProcessInfo', code, name, text: null })
    expect(errorName(code)).toBe(name)
    expect(likelyReason(code)).toBe(reason)
    expect(isUnknownCommand(error)).toBe(name === 'UNKNOWN_COMMAND')
  })

  it('carries the words of createdump, also when there are none', () => {
    const words = '[createdump] Only full dumps are supported by single file apps.\n'
    expect(decodeErrorPayload(join(hex('05400080'), text(words)), 'GenerateCoreDump3')).toMatchObject({ text: words })
    expect(decodeErrorPayload(hex('05400080 01000000 0000'), 'GenerateCoreDump3')).toMatchObject({ text: '' })
  })

  it('is an error by its id, even with code 0', () => {
    expect(decodeErrorPayload(hex('00000000'), 'GenerateCoreDump2')).toMatchObject({ kind: 'runtime-error', code: 0 })
  })

  it('without a code is malformed', () => {
    expect(decodeErrorPayload(hex('0500'), 'ResumeRuntime')).toMatchObject({ kind: 'malformed', offset: 0 })
  })
})

const cookie = hex('33221100 5544 7766 8899AABBCCDDEEFF')
const infoStart = join(u64(4711n), cookie, text('/usr/bin/dotnet app.dll ä 日本 😀'), text('Linux'), text('x64'))
const info3 = join(u32(1), infoStart, text('app'), text('10.0.9'), text('linux-x64'))
const common = {
  targetPid: 4711,
  cookie: '00112233-4455-6677-8899-aabbccddeeff',
  commandLine: '/usr/bin/dotnet app.dll ä 日本 😀',
  operatingSystem: 'Linux',
  architecture: 'x64',
}

describe('ProcessInfo', () => {
  it.each([
    [1, infoStart, { entryAssembly: null, runtimeVersion: null, runtimeIdentifier: null }],
    [
      2,
      join(infoStart, text('app'), text('8.0.33')),
      { entryAssembly: 'app', runtimeVersion: '8.0.33', runtimeIdentifier: null },
    ],
    [3, info3, { entryAssembly: 'app', runtimeVersion: '10.0.9', runtimeIdentifier: 'linux-x64' }],
  ] as const)('version %i is understood, and later additions are skipped', (version, payload, rest) => {
    expect(decodeProcessInfo(payload, version)).toEqual({ ok: true, value: { ...common, ...rest } })
    expect(decodeProcessInfo(join(payload, text('more')), version)).toEqual({ ok: true, value: { ...common, ...rest } })
  })

  it('treats null and empty texts as unknown', () => {
    const empty = join(u32(1), u64(1n), cookie, u32(0), text(''), u32(0), u32(0), text(''), u32(0))
    expect(decodeProcessInfo(empty, 3)).toMatchObject({
      value: { commandLine: null, operatingSystem: null, entryAssembly: null, runtimeVersion: null },
    })
  })

  it('takes a text without its NUL, and strips one NUL only', () => {
    const raw = join(u64(1n), cookie, u32(1), u16(0x41), u32(3), u16(0x42), u16(0), u16(0), u32(0))
    expect(decodeProcessInfo(raw, 1)).toMatchObject({ value: { commandLine: 'A', operatingSystem: 'B\0' } })
  })

  it('cut off anywhere is malformed with the place', () => {
    for (let length = 0; length < info3.length; length++)
      expect(decodeProcessInfo(info3.slice(0, length), 3)).toMatchObject({ ok: false, error: { kind: 'malformed' } })
  })

  it('does not allocate for a length that is not there', () => {
    const lie = join(u64(1n), cookie, u32(0xffff_ffff))
    expect(decodeProcessInfo(lie, 1)).toMatchObject({ ok: false, error: { kind: 'malformed', found: '4294967295' } })
  })

  it('mutated anywhere gives a value or our error, nothing else', () => {
    fc.assert(
      fc.property(fc.nat(info3.length - 1), fc.nat(255), (at, value) => {
        const mutated = info3.slice()
        mutated[at] = value
        const decoded = decodeProcessInfo(mutated, 3)
        expect(decoded.ok || decoded.error.kind === 'malformed').toBe(true)
      }),
    )
  })

  it('reads a command line of 30,000 characters', () => {
    const long = 'x'.repeat(30_000)
    const payload = join(u64(1n), cookie, text(long), u32(0), u32(0))
    expect(decodeProcessInfo(payload, 1)).toMatchObject({ value: { commandLine: long } })
  })
})

describe('the environment', () => {
  it('has a size and is split at the first = after the first character', () => {
    expect(decodeEnvironmentSize(hex('4C0B0000 0000'))).toEqual({ ok: true, value: 2892 })
    const bytes = join(u32(5), text('PATH=/bin'), text('A=B=v'), text('=C:=C:\\x'), text('ODD'), text('EMPTY='))
    expect(decodeEnvironment(bytes)).toEqual({
      ok: true,
      value: [
        { name: 'PATH', value: '/bin' },
        { name: 'A', value: 'B=v' },
        { name: '=C:', value: 'C:\\x' },
        { name: 'ODD', value: null },
        { name: 'EMPTY', value: '' },
      ],
    })
    expect(splitEntry('')).toEqual({ name: '', value: null })
  })

  it('with a size or a count that cannot be is malformed', () => {
    expect(decodeEnvironmentSize(hex('03000000 0000'))).toMatchObject({ ok: false })
    expect(decodeEnvironmentSize(hex('FFFFFFFF 0000'))).toMatchObject({ ok: false })
    expect(decodeEnvironment(join(u32(1_000_000), text('A=1')))).toMatchObject({ ok: false })
  })
})

describe('the advertise message', () => {
  it('names cookie and pid', () => {
    const bytes = join(hex('414456525F563100'), cookie, hex('5A38000000000000'), u16(0))
    expect(decodeAdvertise(bytes)).toEqual({ ok: true, value: { cookie: common.cookie, targetPid: 14_426n } })
    expect(decodeAdvertise(bytes.slice(0, 33))).toMatchObject({ ok: false })
    expect(decodeAdvertise(join(hex('00'), bytes.slice(1)))).toMatchObject({ ok: false })
  })
})
