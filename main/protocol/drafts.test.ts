import { describe, expect, it } from 'vitest'
import { decodeErrorPayload, ResponseReader } from './decode.ts'
import { describeForeignPeer } from './drafts.ts'
import { errorName, likelyReason } from './error-codes.ts'
import { hex, join, message, u16, u32, u64 } from './testing/message-builder.ts'

const ascii = (text: string): Uint8Array => new TextEncoder().encode(text)
const draftMagic = join(ascii('DOTNET_IPC_V1'), hex('000000'))

describe('a peer that speaks something else', () => {
  it.each([
    ['before version 1', join(u64(0x55aa_0010n), u32(20), ascii('!FastSerialization.1')), 'from before version 1'],
    ['the first draft', join(draftMagic, u16(22), u16(0x0100), u16(0)), 'first draft'],
    ['version 2', join(ascii('DOTNET_IPC_V2\0'), u16(20), hex('FF000000')), 'later version of the protocol (IPC_V2)'],
    ['the advertise message', join(ascii('ADVR_V1\0'), new Uint8Array(26)), 'announces itself'],
    ['HTTP', ascii('HTTP/1.1 400 Bad Request\r\n'), 'an HTTP server'],
  ])('is named: %s', (_name, bytes, words) => {
    expect(describeForeignPeer(bytes)).toContain(words)
    expect(new ResponseReader('ProcessInfo3').push(bytes)).toMatchObject({
      ok: false,
      error: { kind: 'malformed', found: expect.stringContaining(words) as string },
    })
  })

  it('is not seen in an ordinary answer, also when it is cut off', () => {
    const answer = message(0xff00, u64(7n), ascii('Nettrace'))
    for (let length = 0; length <= answer.length; length++) {
      expect(describeForeignPeer(answer.slice(0, length))).toBeNull()
      expect(new ResponseReader('test').push(answer.slice(0, length)).ok).toBe(true)
    }
  })
})

describe('error codes of the previews', () => {
  it.each([
    [1, 'DRAFT_BAD_ENCODING'],
    [2, 'DRAFT_UNKNOWN_COMMAND'],
    [0xffff_ffff, 'DRAFT_BAD'],
  ])('have names: %i', (code, name) => {
    expect(errorName(code)).toBe(name)
    expect(likelyReason(code)).toBe('preview-runtime')
    expect(decodeErrorPayload(u32(code), 'CollectTracing')).toMatchObject({ kind: 'runtime-error', name })
  })
})
