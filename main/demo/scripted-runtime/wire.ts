/**
 * The server's half of the Diagnostic IPC Protocol, written apart from main/protocol on purpose: a client that is only
 * ever tested against its own encoder agrees with its own mistakes.
 *
 *   0  14 bytes  "DOTNET_IPC_V1" + NUL
 *  14  u16       size of header and payload
 *  16  u8        command set      17  u8  command id      18  u16  reserved
 *
 * A string is u32 count of UTF-16 units with the closing NUL, then the units; count 0 is null, count 1 is empty.
 */
export const headerBytes = 20
export const magic = 'DOTNET_IPC_V1\0'

export interface Request {
  readonly commandSet: number
  readonly commandId: number
  readonly payload: Uint8Array
}

/** `0x0203` style: set in the high byte. */
export function commandCode(request: Request): number {
  return (request.commandSet << 8) | request.commandId
}

export const errorCodes = {
  badEncoding: 0x80131384,
  unknownCommand: 0x80131385,
  unknownMagic: 0x80131386,
  fail: 0x80004005,
} as const

export function okMessage(payload: Uint8Array): Buffer {
  return message(0xff, 0x00, payload)
}

/** 24 bytes, as every runtime sends it (the published text says 28). */
export function errorMessage(code: number): Buffer {
  return message(0xff, 0xff, new PayloadWriter().u32(code).bytes())
}

export function message(commandSet: number, commandId: number, payload: Uint8Array, declaredSize?: number): Buffer {
  const bytes = Buffer.alloc(headerBytes + payload.length)
  bytes.write(magic, 0, 'latin1')
  bytes.writeUInt16LE((declaredSize ?? bytes.length) & 0xffff, 14)
  bytes.writeUInt8(commandSet, 16)
  bytes.writeUInt8(commandId, 17)
  bytes.set(payload, headerBytes)
  return bytes
}

export class PayloadWriter {
  readonly #parts: Buffer[] = []

  u8(value: number): this {
    return this.raw(Uint8Array.of(value))
  }

  u16(value: number): this {
    const part = Buffer.alloc(2)
    part.writeUInt16LE(value)
    return this.raw(part)
  }

  u32(value: number): this {
    const part = Buffer.alloc(4)
    part.writeUInt32LE(value >>> 0)
    return this.raw(part)
  }

  u64(value: bigint): this {
    const part = Buffer.alloc(8)
    part.writeBigUInt64LE(BigInt.asUintN(64, value))
    return this.raw(part)
  }

  string(value: string | null): this {
    if (value === null) return this.u32(0)
    return this.u32(value.length + 1).raw(Buffer.from(value + '\0', 'utf16le'))
  }

  raw(part: Uint8Array): this {
    this.#parts.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength))
    return this
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts)
  }
}

/** Thrown by the reader; the server answers BAD_ENCODING (a real runtime up to .NET 10 may die here instead). */
export class BadEncoding extends Error {
  override readonly name = 'BadEncoding'
}

export class PayloadReader {
  readonly #bytes: Buffer
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  u8(): number {
    return this.#bytes.readUInt8(this.#take(1))
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4))
  }

  u64(): bigint {
    return this.#bytes.readBigUInt64LE(this.#take(8))
  }

  string(): string {
    const units = this.u32()
    if (units === 0) return ''
    const at = this.#take(units * 2)
    if (this.#bytes.readUInt16LE(at + units * 2 - 2) !== 0) throw new BadEncoding('string without its NUL')
    return this.#bytes.toString('utf16le', at, at + units * 2 - 2)
  }

  #take(count: number): number {
    const at = this.#at
    if (count > this.#bytes.length - at) throw new BadEncoding(`${count} bytes wanted at ${at}`)
    this.#at += count
    return at
  }
}
