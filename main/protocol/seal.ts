import { assert } from '../../shared/base/assert.ts'
import type { AppError } from '../../shared/base/errors.ts'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { commands, headerSizeBytes, magic, maxMessageSizeBytes, type CommandName } from './commands.ts'
import { PayloadWriter } from './payload-writer.ts'
import { findLayoutFault } from './request-layout.ts'

declare const sealed: unique symbol
declare const withDescriptor: unique symbol

/** A complete, checked message. Header and payload are one buffer, to be written in one go. */
export interface EncodedRequest {
  readonly command: CommandName
  readonly bytes: Uint8Array
  readonly [sealed]: true
}

/**
 * A message whose runtime waits for a file descriptor before it answers, and serves nobody meanwhile. No function for ordinary
 * requests takes it: it is sent together with its descriptor or not at all.
 */
export interface DescriptorRequest {
  readonly command: CommandName
  readonly bytes: Uint8Array
  readonly [withDescriptor]: true
}

/** A NUL inside would end the text early in the runtime; half a surrogate pair cannot be converted to UTF-8 there. */
export function textFault(text: string): string | null {
  if (text.includes('\0')) return 'text with a NUL inside'
  if (/\p{Surrogate}/u.test(text)) return 'text with half a surrogate pair'
  return null
}

export function refused(operation: string, reason: string): Result<never, AppError> {
  return err({ kind: 'refused-harmful', operation, reason })
}

/** The only makers of requests: they alone know the brands. */
export function seal(command: CommandName, payload: PayloadWriter): EncodedRequest {
  return { command, bytes: assemble(command, payload) } as EncodedRequest
}

export function trySeal(command: CommandName, payload: PayloadWriter): Result<EncodedRequest, AppError> {
  const tooLarge = sizeFault(payload)
  return tooLarge === null ? ok(seal(command, payload)) : refused(command, tooLarge)
}

export function trySealWithDescriptor(
  command: CommandName,
  payload: PayloadWriter,
): Result<DescriptorRequest, AppError> {
  const tooLarge = sizeFault(payload)
  if (tooLarge !== null) return refused(command, tooLarge)
  return ok({ command, bytes: assemble(command, payload) } as DescriptorRequest)
}

/** The size field has 16 bits: a larger one would wrap and the runtime would read a cut message. */
function sizeFault(payload: PayloadWriter): string | null {
  const size = headerSizeBytes + payload.length
  return size > maxMessageSizeBytes ? `${size} bytes, the protocol carries ${maxMessageSizeBytes}` : null
}

/** Header layout: magic 14 bytes, u16 size, u8 command set, u8 command id, u16 reserved (0). */
function assemble(command: CommandName, payload: PayloadWriter): Uint8Array {
  const size = headerSizeBytes + payload.length
  const { code } = commands[command]
  const bytes = new PayloadWriter()
    .raw(Uint8Array.from(magic))
    .u16(size)
    .u8(code >> 8)
    .u8(code & 0xff)
    .u16(0)
    .raw(payload.takeBytes())
    .takeBytes()
  assert(
    bytes.length === size && size <= maxMessageSizeBytes,
    `${command}: declared ${size}, has ${bytes.length} bytes`,
  )
  const fault = findLayoutFault(bytes)
  assert(fault === null, `${command}: ${fault ?? ''}`)
  return bytes
}
