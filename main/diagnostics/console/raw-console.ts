import type { AppError } from '../../../shared/base/errors.ts'
import { type ConsoleMessage, type ConsolePayload } from '../../../shared/model/console.ts'
import { decodeEnvironment, decodeEnvironmentSize } from '../../protocol/decode.ts'
import { readExactly } from '../../transport/read-exactly.ts'
import { exchangeAlive } from '../client.ts'
import type { Exchange } from '../exchange.ts'
import type { KnownTarget } from '../known-target.ts'
import { encodeDraft } from './encode-draft.ts'
import { replyMessage, requestMessage } from './message-pieces.ts'

/** Dumps and the end of a session take their time; everything else is answered at once. */
const slowAnswerMs = 600_000
const answerMs = 10_000
const continuationMs = 2000

export interface Preview {
  readonly request: ConsoleMessage | null
  readonly refusal: AppError | null
}

export interface Sent {
  readonly request: ConsoleMessage | null
  readonly reply: ConsoleMessage | null
  readonly error: AppError | null
  readonly elapsedMs: number
}

export async function previewDraft(target: KnownTarget, command: string, payload: ConsolePayload): Promise<Preview> {
  const encoded = await encodeDraft(target, command, payload)
  return encoded.ok
    ? { request: requestMessage(command, encoded.value.bytes), refusal: null }
    : { request: null, refusal: encoded.error }
}

/** One request, one answer, on a connection of its own, which is closed whatever comes. */
export async function sendDraft(target: KnownTarget, command: string, payload: ConsolePayload): Promise<Sent> {
  const encoded = await encodeDraft(target, command, payload)
  if (!encoded.ok) return { request: null, reply: null, error: encoded.error, elapsedMs: 0 }
  const request = requestMessage(command, Uint8Array.from(encoded.value.bytes))
  const chunks: Uint8Array[] = []
  const isSlow = command.startsWith('GenerateCoreDump') || command === 'StopTracing'
  const startMs = performance.now()
  const answered = await exchangeAlive(target.endpoint, encoded.value, {
    answerTimeoutMs: isSlow ? slowAnswerMs : answerMs,
    onBytes: (bytes) => chunks.push(Uint8Array.from(bytes)),
  })
  const elapsedMs = performance.now() - startMs
  const received = wholeMessage(chunks)
  const reply = received === null ? null : replyMessage(command, received)
  if (!answered.ok) return { request, reply, error: answered.error, elapsedMs }
  const more = command === 'ProcessEnvironment' ? await namesThatFollow(answered.value) : null
  answered.value.connection.dispose()
  const extended = reply === null || more === null ? reply : { ...reply, pieces: [...reply.pieces, more] }
  return { request, reply: extended, error: null, elapsedMs }
}

/** Only the names: values are secrets, and the card of the process shows them one by one. */
async function namesThatFollow({
  connection,
  payload,
  surplus,
}: Exchange): Promise<ConsoleMessage['pieces'][number] | null> {
  const size = decodeEnvironmentSize(payload)
  if (!size.ok) return null
  const options = { operation: 'ProcessEnvironment', timeoutMs: continuationMs, already: surplus }
  const bytes = await readExactly(connection, size.value, options)
  const entries = bytes.ok ? decodeEnvironment(bytes.value) : bytes
  if (!entries.ok) return null
  const text = `${entries.value.length} variables: ${entries.value.map(({ name }) => name).join(', ')}`
  return { name: 'continuation', offset: 0, length: 0, text, isSecret: false }
}

/** The answer alone, cut where its header says; null when nothing came. */
function wholeMessage(chunks: readonly Uint8Array[]): Uint8Array | null {
  if (chunks.length === 0) return null
  const bytes = Uint8Array.from(Buffer.concat(chunks))
  const size = bytes.length < 16 ? bytes.length : bytes[14]! | (bytes[15]! << 8)
  return bytes.slice(0, size)
}
