import {
  decodeAdvertise,
  decodeEnvironment,
  decodeEnvironmentSize,
  decodeErrorPayload,
  decodeProcessInfo,
  decodeSessionId,
  ResponseReader,
} from '../decode.ts'
import { decodeRequest } from '../decode-request.ts'
import {
  encodeAdvertise,
  encodeDone,
  encodeEnvironmentReply,
  encodeError,
  encodeProcessInfoReply,
  encodeSessionReply,
} from '../encode-reply.ts'
import { findLayoutFault } from '../request-layout.ts'
import { message, text, u32, u64, u8 } from './message-builder.ts'

/*
 * Answers of a peer that lies: sound messages with a few bytes changed, cut, doubled or inserted, fed in pieces of any size. Whatever
 * comes must end as a value or as an error of ours.
 */

const info = {
  targetPid: 4711,
  cookie: '00112233-4455-6677-8899-aabbccddeeff',
  commandLine: '/usr/bin/dotnet app.dll --name=ä😀',
  operatingSystem: 'Linux',
  architecture: 'x64',
  entryAssembly: 'app',
  runtimeVersion: '10.0.9',
  runtimeIdentifier: 'linux-x64',
}
const environment = [
  { name: 'PATH', value: '/bin:/usr/bin' },
  { name: 'ODD', value: null },
]
const request = message(0x0203, u32(256), u32(1), u8(1), u32(1), u64(100n), u32(2), text('MyEventSource'), text('a=b'))

interface Outcome {
  readonly ok: boolean
  readonly error?: { readonly kind: string }
}
type Look = (bytes: Uint8Array, pieces: Random) => Outcome | null

/** Reads one response in random pieces, then its payload. Null: no whole response came. */
function answer(look: (payload: Uint8Array, surplus: Uint8Array, isOk: boolean) => Outcome): Look {
  return (bytes, random) => {
    const reader = new ResponseReader('test')
    for (let at = 0; at < bytes.length;) {
      const to = at + 1 + random.below(bytes.length - at)
      const pushed = reader.push(bytes.subarray(at, to))
      at = to
      if (!pushed.ok) return pushed
      if (pushed.value === null) continue
      const { response, surplus } = pushed.value
      return look(response.payload, surplus, response.isOk)
    }
    if (reader.receivedBytes > bytes.length) throw new Error('the reader keeps more than it got')
    return null
  }
}

const error = (payload: Uint8Array): Outcome => ({ ok: false, error: decodeErrorPayload(payload, 'GenerateCoreDump3') })

const samples: readonly (readonly [bytes: Uint8Array, look: Look])[] = [
  ...([1, 2, 3] as const).map(
    (version) =>
      [
        encodeProcessInfoReply(info, version),
        answer((payload, _surplus, isOk) => (isOk ? decodeProcessInfo(payload, version) : error(payload))),
      ] as const,
  ),
  [encodeSessionReply(0x7fc570001590n), answer((payload) => decodeSessionId(payload, 'CollectTracing2'))],
  [encodeDone(), answer((payload) => error(payload))],
  [encodeError(0x80004005, '[createdump] no room'), answer((payload) => error(payload))],
  [
    encodeEnvironmentReply(environment),
    answer((payload, surplus) => {
      const size = decodeEnvironmentSize(payload)
      return size.ok ? decodeEnvironment(surplus.subarray(0, size.value)) : size
    }),
  ],
  [encodeAdvertise({ cookie: info.cookie, targetPid: 7n }), (bytes) => decodeAdvertise(bytes)],
  [
    request,
    (bytes) => {
      const decoded = decodeRequest(bytes)
      if (decoded.ok !== (findLayoutFault(bytes) === null)) throw new Error('two readings of one request differ')
      return decoded
    },
  ],
]

/** xorshift32: the same seed gives the same run. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed | 1
  }

  below(limit: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % limit
  }
}

export interface MutationCounts {
  readonly values: number
  readonly errors: number
  readonly incomplete: number
}

const expectedErrors: ReadonlySet<string> = new Set(['malformed', 'runtime-error'])

/** Throws at the first outcome that is neither a value nor one of our errors. */
export function runMutations(count: number, seed: number): MutationCounts {
  const random = new Random(seed)
  let values = 0
  let errors = 0
  let incomplete = 0
  for (let index = 0; index < count; index++) {
    const sample = samples[index % samples.length]
    if (sample === undefined) continue
    const outcome = sample[1](mutate(sample[0], random), random)
    if (outcome === null) incomplete++
    else if (outcome.ok) values++
    else if (outcome.error !== undefined && expectedErrors.has(outcome.error.kind)) errors++
    else throw new Error(`mutation ${index} of seed ${seed}: ${JSON.stringify(outcome)}`)
  }
  return { values, errors, incomplete }
}

function mutate(bytes: Uint8Array, random: Random): Uint8Array {
  let mutated = Uint8Array.from(bytes)
  for (let change = 1 + random.below(3); change > 0; change--) {
    const at = random.below(mutated.length)
    switch (random.below(5)) {
      case 0:
        mutated[at] = random.below(256)
        break
      case 1:
        // A length, a count or a size: what hurts most.
        mutated.fill(0xff, at, at + 4)
        break
      case 2:
        mutated = mutated.slice(0, at + 1)
        break
      case 3:
        mutated = Uint8Array.from([...mutated.subarray(0, at), random.below(256), ...mutated.subarray(at)])
        break
      default:
        mutated = Uint8Array.from([...mutated, ...mutated.subarray(at)])
    }
  }
  return mutated
}
