import { describe, expect, it } from 'vitest'
import { assert } from '../../shared/base/assert.ts'
import {
  decodeEnvironment,
  decodeEnvironmentSize,
  decodeErrorPayload,
  decodeProcessInfo,
  decodeSessionId,
  ResponseReader,
  type ProcessInfo,
} from './decode.ts'
import {
  encodeDone,
  encodeEnvironmentReply,
  encodeError,
  encodeOk,
  encodeProcessInfoReply,
  encodeSessionReply,
} from './encode-reply.ts'

const info: ProcessInfo = {
  targetPid: 4711,
  cookie: '00112233-4455-6677-8899-aabbccddeeff',
  commandLine: '/usr/bin/dotnet app.dll ä 😀',
  operatingSystem: 'Linux',
  architecture: 'x64',
  entryAssembly: 'app',
  runtimeVersion: '10.0.9',
  runtimeIdentifier: 'linux-x64',
}
const entries = [
  { name: 'PATH', value: '/bin' },
  { name: 'ODD', value: null },
]

/** Every answer there is, with the bytes that may follow it, and what reading it brings. */
const answers: readonly (readonly [
  string,
  Uint8Array,
  (payload: Uint8Array, surplus: Uint8Array) => unknown,
  unknown,
])[] = [
  ['an empty OK', encodeOk(), (payload) => payload.length, 0],
  ['an int32 OK', encodeDone(), (payload) => [...payload], [0, 0, 0, 0]],
  [
    'a session',
    encodeSessionReply(9n),
    (payload) => decodeSessionId(payload, 'CollectTracing2'),
    { ok: true, value: 9n },
  ],
  [
    'ProcessInfo3',
    encodeProcessInfoReply(info, 3),
    (payload) => decodeProcessInfo(payload, 3),
    { ok: true, value: info },
  ],
  [
    'ProcessInfo2',
    encodeProcessInfoReply(info, 2),
    (payload) => decodeProcessInfo(payload, 2),
    { ok: true, value: { ...info, runtimeIdentifier: null } },
  ],
  [
    'ProcessInfo',
    encodeProcessInfoReply(info, 1),
    (payload) => decodeProcessInfo(payload, 1),
    { ok: true, value: { ...info, entryAssembly: null, runtimeVersion: null, runtimeIdentifier: null } },
  ],
  [
    'an environment',
    encodeEnvironmentReply(entries),
    (payload, surplus) => [decodeEnvironmentSize(payload), decodeEnvironment(surplus)],
    [
      { ok: true, value: 40 },
      { ok: true, value: entries },
    ],
  ],
  [
    'an error',
    encodeError(0x80131385),
    (payload) => decodeErrorPayload(payload, 'ProcessInfo3'),
    { kind: 'runtime-error', command: 'ProcessInfo3', code: 0x80131385, name: 'UNKNOWN_COMMAND', text: null },
  ],
  [
    'an error with words',
    encodeError(0x80004005, '[createdump] no'),
    (payload) => decodeErrorPayload(payload, 'GenerateCoreDump3'),
    { kind: 'runtime-error', command: 'GenerateCoreDump3', code: 0x80004005, name: 'E_FAIL', text: '[createdump] no' },
  ],
]

/** Feeds the pieces; what follows the answer comes back joined. */
function readPieces(
  pieces: readonly Uint8Array[],
  look: (payload: Uint8Array, surplus: Uint8Array) => unknown,
): unknown {
  const reader = new ResponseReader('test')
  for (const [index, piece] of pieces.entries()) {
    const pushed = reader.push(piece)
    assert(pushed.ok, 'a sound answer')
    if (pushed.value === null) continue
    const rest = pieces.slice(index + 1).flatMap((more) => [...more])
    return look(pushed.value.response.payload, Uint8Array.from([...pushed.value.surplus, ...rest]))
  }
  return null
}

describe.each(answers)('%s', (_name, bytes, look, expected) => {
  it('is the same in one piece, split at every byte, and byte by byte', () => {
    expect(readPieces([bytes], look)).toEqual(expected)
    for (let at = 0; at <= bytes.length; at++)
      expect(readPieces([bytes.slice(0, at), bytes.slice(at)], look)).toEqual(expected)
    expect(
      readPieces(
        Array.from(bytes, (byte) => Uint8Array.of(byte)),
        look,
      ),
    ).toEqual(expected)
  })

  it('is not there before its last byte', () => {
    const size = bytes[14]! | (bytes[15]! << 8)
    for (let length = 0; length < size; length++) expect(readPieces([bytes.slice(0, length)], () => 'there')).toBeNull()
  })
})
