import { createRequire } from 'node:module'
import type { Disposable } from '../../shared/base/disposable.ts'

/** A named pipe with one instance, to which a second can be added, and with rights of its own: what Node's servers never make. */
export class PipeInstance implements Disposable {
  readonly #handle: unknown
  readonly #calls: ReturnType<typeof calls>
  #isClosed = false

  private constructor(handle: unknown, own: ReturnType<typeof calls>) {
    this.#handle = handle
    this.#calls = own
  }

  /** `nobody`: a list of rights that gives none to anyone. */
  static make(path: string, who: 'everybody' | 'nobody' = 'everybody'): PipeInstance {
    const own = calls()
    const { duplex, mostInstances, bufferBytes } = constants
    const attributes = who === 'nobody' ? own.rightsOf('D:P(D;;GA;;;WD)') : null
    const handle: unknown = own.create(path, duplex, 0, mostInstances, bufferBytes, bufferBytes, 0, attributes)
    if (own.address(handle) === invalidHandle) throw new Error(`CreateNamedPipe: ${own.lastError()}`)
    return new PipeInstance(handle, own)
  }

  dispose(): void {
    if (!this.#isClosed) this.#calls.close(this.#handle)
    this.#isClosed = true
  }
}

const constants = { duplex: 3, mostInstances: 2, bufferBytes: 4096 } as const
const invalidHandle = 0xffff_ffff_ffff_ffffn

function calls() {
  const koffi = createRequire(import.meta.filename)('koffi') as typeof import('koffi')
  const kernel = koffi.load('kernel32.dll')
  const security = koffi.load('advapi32.dll')
  const describe = security.func(
    'int __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32_t revision, _Out_ void** descriptor, void* size)',
  )
  return {
    create: kernel.func(
      'void* __stdcall CreateNamedPipeW(str16 name, uint32_t mode, uint32_t pipeMode, uint32_t count, uint32_t out, uint32_t in_, uint32_t timeoutMs, void* attributes)',
    ),
    close: kernel.func('int __stdcall CloseHandle(void* handle)'),
    lastError: kernel.func('uint32_t __stdcall GetLastError()'),
    address: (value: unknown): bigint => koffi.address(value),
    /** SECURITY_ATTRIBUTES: size (u32), padding, descriptor (8 bytes), inherit (u32), padding. */
    rightsOf(text: string): Buffer {
      const descriptor: unknown[] = [null]
      if (describe(text, 1, descriptor, null) === 0) throw new Error(`no descriptor of ${text}`)
      const attributes = Buffer.alloc(24)
      attributes.writeUInt32LE(24, 0)
      attributes.writeBigUInt64LE(koffi.address(descriptor[0]), 8)
      return attributes
    },
  }
}
