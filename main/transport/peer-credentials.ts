import type { Socket } from 'node:net'
import { systemLibrary } from '../os/libc.ts'
import { descriptorOf } from './native-sockets.ts'

/** The process at the other end of a unix socket, as the kernel noted it when that end connected or began to listen. */
export interface PeerCredentials {
  /** In our pid namespace. Null: the process is outside of it, or the system doesn't say. */
  readonly pid: number | null
  /** Effective user at that moment. */
  readonly userId: number
}

type GetSocketOption = (fd: number, level: number, name: number, value: Buffer, length: Buffer) => number

/** `SO_PEERCRED` of Linux: `struct ucred`, three 32-bit numbers: pid, user, group. */
const linux = { level: 1, credentials: 17, sizeBytes: 12 } as const
/** macOS: `struct xucred` begins with version (0) and user (4); the pid is an option of its own. */
const darwin = { level: 0, credentials: 1, sizeBytes: 76, pid: 2 } as const

let loaded: GetSocketOption | null | undefined

/** Null where it can't be found out: no unix socket, a closed one, or a system without this call. Never guessed. */
export function peerCredentials(socket: Socket): PeerCredentials | null {
  const fd = descriptorOf(socket)
  if (loaded === undefined) loaded = load()
  if (fd === null || loaded === null) return null
  return process.platform === 'darwin' ? ofDarwin(loaded, fd) : ofLinux(loaded, fd)
}

function ofLinux(getOption: GetSocketOption, fd: number): PeerCredentials | null {
  const credentials = read(getOption, fd, linux.level, linux.credentials, linux.sizeBytes)
  if (credentials === null || credentials.length < linux.sizeBytes) return null
  const pid = credentials.readInt32LE(0)
  const userId = credentials.readUInt32LE(4)
  // A TCP socket answers as well, with nobody: pid 0 and user -1.
  if (userId === 0xffff_ffff) return null
  return { pid: pid > 0 ? pid : null, userId }
}

function ofDarwin(getOption: GetSocketOption, fd: number): PeerCredentials | null {
  const credentials = read(getOption, fd, darwin.level, darwin.credentials, darwin.sizeBytes)
  if (credentials === null || credentials.length < 8) return null
  const pid = read(getOption, fd, darwin.level, darwin.pid, 4)?.readInt32LE(0) ?? 0
  return { pid: pid > 0 ? pid : null, userId: credentials.readUInt32LE(4) }
}

function read(getOption: GetSocketOption, fd: number, level: number, name: number, sizeBytes: number): Buffer | null {
  const value = Buffer.alloc(sizeBytes)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(sizeBytes)
  if (getOption(fd, level, name, value, length) !== 0) return null
  return value.subarray(0, length.readUInt32LE())
}

function load(): GetSocketOption | null {
  const call = systemLibrary()?.library.func('int getsockopt(int fd, int level, int name, void *value, void *length)')
  if (call === undefined) return null
  return (fd, level, name, value, length) => Number(call(fd, level, name, value, length))
}
