import type { Socket } from 'node:net'
import { libc } from '../os/libc.ts'

/*
 * The few socket calls that Node has no words for, through a foreign function library. It is loaded at the first use, not at the
 * start, and its absence is an answer like any other: nothing but the passing of descriptors needs it.
 */

export interface NativeCalls {
  /** Count of messages sent, -1 on failure. */
  sendmmsg(fd: number, messages: Buffer, count: number, flags: number): number
  /** Count of bytes, -1 on failure. */
  recvmsg(fd: number, message: Buffer, flags: number): number
  address(buffer: Buffer): bigint
  /** Name of the last failure (`EAGAIN`), or its number. */
  lastError(): string
}

let loaded: NativeCalls | null | undefined

/** Null where it cannot be. */
export function nativeCalls(): NativeCalls | null {
  loaded ??= load()
  return loaded
}

function load(): NativeCalls | null {
  // Without it user_events sessions are refused, everything else works.
  const found = libc()
  if (found === null) return null
  const { koffi, library } = found
  const sendmmsg = library.func('int sendmmsg(int fd, void *messages, unsigned int count, int flags)')
  const recvmsg = library.func('intptr_t recvmsg(int fd, void *message, int flags)')
  // Reversed: of two names for one number (EAGAIN, EWOULDBLOCK) the first stays.
  const names = new Map(
    Object.entries(koffi.os.errno)
      .map(([name, number]) => [number, name] as const)
      .reverse(),
  )
  return {
    sendmmsg: (fd, messages, count, flags) => Number(sendmmsg(fd, messages, count, flags)),
    recvmsg: (fd, message, flags) => Number(recvmsg(fd, message, flags)),
    address: (buffer) => koffi.address(buffer),
    lastError: () => names.get(koffi.errno()) ?? String(koffi.errno()),
  }
}

/** The descriptor under a socket of Node's, which has no public way to it; null where there is none. */
export function descriptorOf(socket: Socket): number | null {
  const handle = Reflect.get(socket, '_handle') as { readonly fd?: unknown } | null
  const fd = handle?.fd
  return typeof fd === 'number' && fd >= 0 ? fd : null
}

/** `struct msghdr`: name 0, name length 8, iov 16, iov length 24, control 32, control length 40, flags 48. */
const messageHeaderBytes = 56
/** `struct mmsghdr` adds the count of bytes sent (u32 at 56). */
const manyHeaderBytes = 64
/** `struct cmsghdr` (length 8, level 4, type 4) and one descriptor, padded to 8. */
const controlBytes = 24
const controlLength = 20
const solSocket = 1
const scmRights = 1
const dontWait = 0x40
const noSignal = 0x4000

/**
 * Sends `message`, then one byte that carries `descriptor`, in one call: nothing can come between the two. Returns null when
 * both are with the kernel, else the reason; then the connection must be closed, because its peer may wait for the rest.
 */
export function sendWithDescriptor(
  calls: NativeCalls,
  fd: number,
  message: Uint8Array,
  descriptor: number,
): string | null {
  const body = Buffer.from(message)
  const beside = Buffer.alloc(8)
  const control = Buffer.alloc(controlBytes)
  control.writeBigUInt64LE(BigInt(controlLength), 0)
  control.writeInt32LE(solSocket, 8)
  control.writeInt32LE(scmRights, 12)
  control.writeInt32LE(descriptor, 16)
  const parts = Buffer.alloc(32)
  parts.writeBigUInt64LE(calls.address(body), 0)
  parts.writeBigUInt64LE(BigInt(body.length), 8)
  parts.writeBigUInt64LE(calls.address(beside), 16)
  parts.writeBigUInt64LE(1n, 24)
  const headers = Buffer.alloc(2 * manyHeaderBytes)
  const partsAt = calls.address(parts)
  headers.writeBigUInt64LE(partsAt, 16)
  headers.writeBigUInt64LE(1n, 24)
  headers.writeBigUInt64LE(partsAt + 16n, manyHeaderBytes + 16)
  headers.writeBigUInt64LE(1n, manyHeaderBytes + 24)
  headers.writeBigUInt64LE(calls.address(control), manyHeaderBytes + 32)
  headers.writeBigUInt64LE(BigInt(controlBytes), manyHeaderBytes + 40)
  const sent = calls.sendmmsg(fd, headers, 2, dontWait | noSignal)
  if (sent < 0) return calls.lastError()
  const firstBytes = headers.readUInt32LE(messageHeaderBytes)
  if (sent === 2 && firstBytes === body.length) return null
  return firstBytes < body.length ? `sent ${firstBytes} of ${body.length} bytes` : 'the descriptor was not taken'
}

export interface ReceivedMessage {
  readonly bytes: Buffer
  /** Open; belongs to the receiver. */
  readonly descriptor: number | null
}

/** One `recvmsg` of at most `maxBytes`; an errno name on failure. Tests receive with it what `sendWithDescriptor` sends. */
export function receiveWithDescriptor(calls: NativeCalls, fd: number, maxBytes: number): ReceivedMessage | string {
  const bytes = Buffer.alloc(maxBytes)
  const control = Buffer.alloc(controlBytes)
  const part = Buffer.alloc(16)
  part.writeBigUInt64LE(calls.address(bytes), 0)
  part.writeBigUInt64LE(BigInt(maxBytes), 8)
  const header = Buffer.alloc(messageHeaderBytes)
  header.writeBigUInt64LE(calls.address(part), 16)
  header.writeBigUInt64LE(1n, 24)
  header.writeBigUInt64LE(calls.address(control), 32)
  header.writeBigUInt64LE(BigInt(controlBytes), 40)
  const count = calls.recvmsg(fd, header, dontWait)
  if (count < 0) return calls.lastError()
  const hasDescriptor = header.readBigUInt64LE(40) >= BigInt(controlLength) && control.readInt32LE(12) === scmRights
  return { bytes: bytes.subarray(0, count), descriptor: hasDescriptor ? control.readInt32LE(16) : null }
}
