import type { AppError } from '../../../shared/base/errors.ts'
import { maskCommandLine } from '../../../shared/base/command-secrets.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import {
  type ConsoleField,
  consoleCommands,
  type ConsoleMessage,
  type ConsolePiece,
} from '../../../shared/model/console.ts'
import { headerSizeBytes } from '../../protocol/commands.ts'
import { errorName } from '../../protocol/error-codes.ts'
import { guidToText } from '../../protocol/guid.ts'

/*
 * Messages as their pieces: where each field lies and what it says. Answers are followed as far as they go, so that a message
 * that breaks off still shows what came.
 */

const code: ConsoleField = { name: 'result', kind: 'uint32' }
const processInfo: readonly ConsoleField[] = [
  { name: 'process id', kind: 'uint64' },
  { name: 'runtime cookie', kind: 'guid' },
  { name: 'command line', kind: 'nullableText' },
  { name: 'operating system', kind: 'nullableText' },
  { name: 'architecture', kind: 'nullableText' },
]
const processInfo2: readonly ConsoleField[] = [
  ...processInfo,
  { name: 'entry assembly', kind: 'nullableText' },
  { name: 'runtime version', kind: 'nullableText' },
]
const answers: Readonly<Record<string, readonly ConsoleField[]>> = {
  StopTracing: [{ name: 'session id', kind: 'uint64' }],
  ProcessInfo: processInfo,
  ProcessInfo2: processInfo2,
  ProcessInfo3: [
    { name: 'payload version', kind: 'uint32' },
    ...processInfo2,
    { name: 'runtime identifier', kind: 'nullableText' },
  ],
  ProcessEnvironment: [{ name: 'bytes to follow', kind: 'uint32' }],
}

export function requestMessage(command: string, bytes: Uint8Array): ConsoleMessage {
  const fields = consoleCommands.find(({ name }) => name === command)?.fields ?? []
  return { bytes, pieces: [...headerPieces(bytes), ...piecesOf(bytes, fields)] }
}

/** `bytes`: the whole answer or what came of it, nothing that follows it. */
export function replyMessage(command: string, bytes: Uint8Array): ConsoleMessage {
  const isError = bytes[17] === 0xff
  const fields = isError ? [code, { name: 'text', kind: 'nullableText' as const }] : (answers[command] ?? [code])
  const pieces = piecesOf(bytes, fields).map((piece) =>
    isError && piece.name === 'result' ? { ...piece, name: 'error', text: errorText(bytes) } : piece,
  )
  return { bytes, pieces: [...headerPieces(bytes), ...pieces] }
}

/** The values of a payload, for the encoders to make it once more. */
export function valuesOf(
  payload: Uint8Array,
  fields: readonly ConsoleField[],
): Result<Readonly<Record<string, string | null>>, AppError> {
  const values: Record<string, string | null> = {}
  let offset = 0
  for (const field of fields) {
    const read = readField(payload, offset, field)
    if (read === null)
      return err({
        kind: 'refused-harmful',
        operation: 'payload',
        reason: `it ends inside "${field.name}" at byte ${offset}, and runtimes up to .NET 10 read past the end`,
      })
    values[field.name] = read.value
    offset += read.length
  }
  if (offset === payload.length) return ok(values)
  const reason = `${payload.length - offset} bytes are left after its last field`
  return err({ kind: 'refused-harmful', operation: 'payload', reason })
}

function headerPieces(bytes: Uint8Array): readonly ConsolePiece[] {
  if (bytes.length < headerSizeBytes) return [piece('received', 0, bytes.length, `${bytes.length} bytes of a header`)]
  const set = bytes[16] ?? 0
  const id = bytes[17] ?? 0
  return [
    piece('magic', 0, 14, 'DOTNET_IPC_V1'),
    piece('size', 14, 2, `${(bytes[14] ?? 0) | ((bytes[15] ?? 0) << 8)} bytes`),
    piece('command set', 16, 1, hexByte(set)),
    piece('command', 17, 1, set === 0xff ? `${hexByte(id)} ${id === 0 ? 'OK' : 'error'}` : hexByte(id)),
    piece('reserved', 18, 2, '0'),
  ]
}

function piecesOf(bytes: Uint8Array, fields: readonly ConsoleField[]): readonly ConsolePiece[] {
  const pieces: ConsolePiece[] = []
  let offset = headerSizeBytes
  for (const field of fields) {
    if (offset >= bytes.length) break
    const read = readField(bytes, offset, field)
    if (read === null) {
      pieces.push(piece(field.name, offset, bytes.length - offset, 'truncated'))
      return pieces
    }
    pieces.push({
      ...piece(field.name, offset, read.length, shown(field, read.value)),
      isSecret: isSecret(field, read.value),
    })
    offset += read.length
  }
  if (offset < bytes.length) pieces.push(piece('rest', offset, bytes.length - offset, `${bytes.length - offset} bytes`))
  return pieces
}

function shown(field: ConsoleField, value: string | null): string {
  if (value === null) return 'null'
  if (field.name === 'process id') return `${BigInt(value)} (${value})`
  const meaning = field.choices?.[Number(value)]
  return meaning === undefined ? value : `${value} (${meaning})`
}

/** Values of variables and command lines with something in them that looks like a secret. */
function isSecret(field: ConsoleField, value: string | null): boolean {
  if (value === null || value === '') return false
  if (field.name === 'value' || field.name === 'client data') return true
  return field.name === 'command line' && maskCommandLine(value) !== value
}

interface ReadValue {
  readonly value: string | null
  readonly length: number
}

/** Null: the bytes end inside of it. */
function readField(bytes: Uint8Array, offset: number, { kind }: ConsoleField): ReadValue | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const left = bytes.length - offset
  switch (kind) {
    case 'uint32':
      return left < 4 ? null : { value: String(view.getUint32(offset, true)), length: 4 }
    case 'uint64':
      return left < 8 ? null : { value: `0x${view.getBigUint64(offset, true).toString(16)}`, length: 8 }
    case 'guid':
      return left < 16 ? null : { value: guidToText(bytes.subarray(offset, offset + 16)), length: 16 }
    case 'bytes': {
      const count = left < 4 ? left : view.getUint32(offset, true)
      if (left < 4 + count) return null
      return { value: Buffer.from(bytes.subarray(offset + 4, offset + 4 + count)).toString('hex'), length: 4 + count }
    }
    case 'text':
    case 'nullableText': {
      const count = left < 4 ? left : view.getUint32(offset, true)
      if (left < 4 + count * 2) return null
      if (count === 0) return { value: null, length: 4 }
      const text = Buffer.from(bytes.subarray(offset + 4, offset + 4 + count * 2)).toString('utf16le')
      return { value: text.endsWith('\0') ? text.slice(0, -1) : text, length: 4 + count * 2 }
    }
  }
}

function errorText(bytes: Uint8Array): string {
  const value = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(headerSizeBytes, true)
  return `0x${value.toString(16).toUpperCase().padStart(8, '0')} ${errorName(value)}`
}

function piece(name: string, offset: number, length: number, text: string): ConsolePiece {
  return { name, offset, length, text, isSecret: false }
}

function hexByte(value: number): string {
  return `0x${value.toString(16).toUpperCase().padStart(2, '0')}`
}
