import { describe, expect, it } from 'vitest'
import {
  decodeAdvertise,
  decodeEnvironmentSize,
  decodeErrorPayload,
  decodeSessionId,
  ResponseReader,
} from './decode.ts'
import { decodeRequest } from './decode-request.ts'
import { encodeCollectTracing } from './encode-collect.ts'
import { encodePlain, encodeProcessInfo } from './encode.ts'
import { encodeDone, encodeError, encodeOk, encodeSessionReply } from './encode-reply.ts'
import { hex, join, message, text, toHex, u32, u64 } from './testing/message-builder.ts'

/*
 * The examples of the published specification and the bytes that real runtimes were seen to send. Where both differ, the runtimes are
 * right, and the slip is named.
 */

const head = '444f544e45545f4950435f563100'
const facts = { runtimeVersion: '10.0.14', flavour: 'coreclr', isSuspended: false, commandLineBytes: 100 } as const

function payloadOf(bytes: Uint8Array): Uint8Array {
  const read = new ResponseReader('test').push(bytes)
  return read.ok && read.value !== null ? read.value.response.payload : hex('')
}

describe('published examples', () => {
  it('the plain OK has 20 bytes', () => {
    expect(toHex(encodeOk())).toBe(`${head}1400ff000000`)
  })

  it('CollectTracing with one provider has 80 bytes; arguments are null there and empty in ours', () => {
    const provider = join(u64(100n), u32(2), text('MyEventSource'))
    const example = message(0x0202, u32(250), u32(1), u32(1), provider, u32(0))
    expect(example).toHaveLength(80)
    expect(decodeRequest(example)).toMatchObject({
      value: {
        command: 'CollectTracing',
        fields: {
          collect: { bufferMB: 250, format: 'nettrace', providers: [{ name: 'MyEventSource', arguments: null }] },
        },
      },
    })
    const ours = encodeCollectTracing(
      {
        bufferMB: 250,
        providers: [{ name: 'MyEventSource', keywords: 100n, level: 2, arguments: null }],
        rundown: 'default',
        stacks: true,
      },
      1,
    )
    // The official client sends count 1 and a NUL as well; every runtime takes both.
    expect(ours.ok && toHex(ours.value.bytes)).toBe(
      toHex(message(0x0202, u32(250), u32(1), u32(1), provider, text(''))),
    )
  })

  it('the 2019 form with an output path, and its size of 78, are not requests', () => {
    const provider = join(u64(100n), u32(2), text('MyEventSource'), u32(0))
    expect(decodeRequest(message(0x0202, u32(250), text('/tmp/a'), u32(1), provider)).ok).toBe(false)
    const short = message(0x0202, u32(250), u32(1), u32(1), provider)
    short[14] = 78
    expect(decodeRequest(short).ok).toBe(false)
  })

  it('requests without a payload have 20 bytes', () => {
    expect(encodePlain('ResumeRuntime').bytes).toHaveLength(20)
    for (const version of [1, 2, 3] as const) {
      const encoded = encodeProcessInfo(version, facts)
      expect(encoded.ok && encoded.value.bytes).toHaveLength(20)
    }
    // DisablePerfMap is printed with the number of EnablePerfMap, CollectTracing3 with that of CollectTracing2.
    expect(toHex(encodePlain('DisablePerfMap').bytes)).toBe(`${head}140004060000`)
  })

  it('the reserved field must be 0 in ours, and may be anything in what comes', () => {
    const request = message(0x0401)
    request[18] = 1
    expect(decodeRequest(request).ok).toBe(false)
    const answer = message(0xff00, u64(7n))
    answer.set([0x34, 0x12], 18)
    expect(decodeSessionId(payloadOf(answer), 'CollectTracing2')).toEqual({ ok: true, value: 7n })
  })
})

describe('bytes of real runtimes', () => {
  it.each([
    ['ProcessInfo3', hex(`${head} 1400 04 08 0000`)],
    ['ResumeRuntime', hex(`${head} 1400 04 01 0000`)],
  ])('request %s', (command, bytes) => {
    expect(decodeRequest(bytes)).toEqual({ ok: true, value: { command, fields: { kind: 'plain' } } })
  })

  it('an int32 success and an error have 24 bytes, where 28 is printed', () => {
    expect(toHex(encodeDone())).toBe(`${head}1800ff00000000000000`)
    expect(toHex(encodeError(0x80131385))).toBe(`${head}1800ffff000085131380`)
    expect(toHex(encodeError(0x80131384))).toBe(`${head}1800ffff000084131380`)
    expect(toHex(encodeError(0x80131386))).toBe(`${head}1800ffff000086131380`)
    expect(toHex(encodeError(0x80004005))).toBe(`${head}1800ffff000005400080`)
  })

  it('a session', () => {
    expect(toHex(encodeSessionReply(0x7fc570001590n))).toBe(`${head}1c00ff00000090150070c57f0000`)
  })

  it('a dump that failed, without and with words', () => {
    const silent = hex(`${head} 1E00 FF FF 0000 05400080 01000000 0000`)
    expect(decodeErrorPayload(payloadOf(silent), 'GenerateCoreDump3')).toMatchObject({ name: 'E_FAIL', text: '' })
    expect(toHex(encodeError(0x80004005, ''))).toBe(toHex(silent))
    const words =
      '[createdump] Only full dumps are supported by single file apps. ' +
      'Change the dump type to full (DOTNET_DbgMiniDumpType=4)\n[createdump] Failure took 408ms\n'
    const told = encodeError(0x80004005, words)
    expect(told[14]! | (told[15]! << 8)).toBe(334)
    expect(decodeErrorPayload(payloadOf(told), 'GenerateCoreDump3')).toMatchObject({ text: words })
  })

  it('an environment of 2,892 bytes', () => {
    expect(decodeEnvironmentSize(payloadOf(hex(`${head} 1A00 FF 00 0000 4C0B0000 0000`)))).toEqual({
      ok: true,
      value: 2892,
    })
  })

  it('the advertise message', () => {
    const bytes = hex('414456525F563100 6B5D34B1 0000 0000 000000000000008A 5A38000000000000 0000')
    expect(decodeAdvertise(bytes)).toEqual({
      ok: true,
      value: { cookie: 'b1345d6b-0000-0000-0000-00000000008a', targetPid: 14_426n },
    })
  })
})
