import { assert } from '../../../shared/base/assert.ts'
import { kernelBytes } from './kernel-bytes.ts'
import {
  heapAddress,
  memoryPages,
  runBuffer,
  slotBytes,
  slotColumns,
  slotRows,
  state,
  typeTable,
} from './kernel-layout.ts'
import { ThreadTable } from './thread-table.ts'

/** What this file needs of the host's WebAssembly; the pure rooms are compiled without a library that declares it. */
interface WasmHost {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object, imports: object) => { readonly exports: unknown }
  readonly Memory: new (limits: { initial: number; maximum: number; shared: boolean }) => WasmMemory
}
interface WasmMemory {
  readonly buffer: SharedArrayBuffer
  grow(pages: number): number
}
interface KernelExports {
  decode(): number
  listStacks(
    position: number,
    end: number,
    most: number,
    offsetAddress: number,
    lengthAddress: number,
    base: number,
  ): number
  copy(to: number, from: number, byteCount: number): number
  merge(): number
  listMerge(): number
}

const pageBytes = 65_536
const allocationBytes = 64
const wasm = (globalThis as unknown as { readonly WebAssembly: WasmHost }).WebAssembly
let compiled: object | null = null
/** Kept for the next reader; more than one is not worth its memory. */
const spares: DecodeKernel[] = []
/** A kernel that has grown beyond this is not kept. */
const maxSpareBytes = 2 ** 29

/**
 * The decode kernel with its memory: columns, input and look-up tables of one reader live in here. The memory is shared not
 * because threads do, but because views of a shared memory stay valid when it grows; it only ever grows, and goes when the reader goes.
 */
export class DecodeKernel {
  readonly #memory: WasmMemory
  readonly #exports: KernelExports
  readonly #freeSlots: number[] = []
  readonly threads = new ThreadTable(this)
  #heapEnd = heapAddress
  #scratch = 0
  #scratchBytes = 0
  /** Those in the type table. */
  readonly #metadataIds: number[] = []
  /** The whole memory. Replaced when it grows; older views stay valid but do not reach the new part. */
  bytes!: Uint8Array
  view!: DataView
  words!: Uint32Array

  static take(): DecodeKernel {
    return spares.pop() ?? new DecodeKernel()
  }

  /** Whoever holds views of the memory must not use them any more. */
  giveBack(): void {
    if (this.bytes.length > maxSpareBytes || spares.length > 0) return
    this.#heapEnd = heapAddress
    this.#freeSlots.length = 0
    this.#scratchBytes = 0
    this.bytes.fill(0, 0, runBuffer.address)
    this.clearTypes()
    this.threads.reset()
    spares.push(this)
  }

  private constructor() {
    compiled ??= new wasm.Module(decodeBase64(kernelBytes))
    this.#memory = new wasm.Memory({ initial: memoryPages.minimum, maximum: memoryPages.maximum, shared: true })
    this.#exports = new wasm.Instance(compiled, { host: { memory: this.#memory } }).exports as KernelExports
    this.#refresh()
    this.threads.reset()
  }

  /** Runs until one of `outcomes`; the state says where it stands. */
  decode(): number {
    return this.#exports.decode()
  }

  /**
   * Lists the stacks from `position` on, at most `most`, as stream offsets (`base` is that of position 0) and byte lengths; returns
   * how many of them end inside the block. The state says where it stands.
   */
  listStacks(...args: Parameters<KernelExports['listStacks']>): number {
    return this.#exports.listStacks(...args)
  }

  /** Copies bytes of the memory, also between ranges that overlap. */
  copy(to: number, from: number, byteCount: number): void {
    this.#exports.copy(to, from, byteCount)
  }

  /** Whether every run has been merged; see merge-program.ts. */
  merge(): boolean {
    return this.#exports.merge() === 1
  }

  /** The same, by a list of the threads' next rows; see list-merge-program.ts. */
  listMerge(): boolean {
    return this.#exports.listMerge() === 1
  }

  getState(offset: number): number {
    return this.words[offset >>> 2]!
  }

  setState(offset: number, value: number): void {
    this.#setState(offset, value)
  }

  /**
   * Address of `byteCount` bytes of any content, aligned to 64. Never given back. Files are copied here from whole pages: to a place 16 to 48
   * bytes further in its page than where the bytes come from, a processor copies at half the speed.
   */
  allocate(byteCount: number): number {
    const address = Math.ceil(this.#heapEnd / allocationBytes) * allocationBytes
    this.#heapEnd = address + byteCount
    // Header bytes of an event are read before the check that it ends inside its block: some memory has to follow.
    const missing = this.#heapEnd + 1024 - this.bytes.length
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / pageBytes))
      this.#refresh()
    }
    return address
  }

  /** Address of at least `byteCount` bytes of any content, which are somebody else's after the next call. */
  scratch(byteCount: number): number {
    if (byteCount > this.#scratchBytes) {
      this.#scratchBytes = 2 ** Math.ceil(Math.log2(byteCount))
      this.#scratch = this.allocate(this.#scratchBytes)
    }
    return this.#scratch
  }

  takeSlot(): number {
    return this.#freeSlots.pop() ?? this.allocate(slotBytes)
  }

  giveSlot(address: number): void {
    this.#freeSlots.push(address)
  }

  columnsOf(slot: number): {
    timestamp: Float64Array
    typeIndex: Uint32Array
    threadIndex: Uint32Array
    stackIndex: Uint32Array
    payloadOffset: Uint32Array
    payloadLength: Uint32Array
  } {
    const { buffer } = this.#memory
    const words = (offset: number) => new Uint32Array(buffer, slot + offset, slotRows)
    return {
      timestamp: new Float64Array(buffer, slot + slotColumns.timestamp, slotRows),
      typeIndex: words(slotColumns.typeIndex),
      threadIndex: words(slotColumns.threadIndex),
      stackIndex: words(slotColumns.stackIndex),
      payloadOffset: words(slotColumns.payloadOffset),
      payloadLength: words(slotColumns.payloadLength),
    }
  }

  /** Ids beyond the table have room for one: set it again whenever the kernel asks for another. */
  setType(metadataId: number, typeIndex: number): void {
    if (metadataId < typeTable.capacity) {
      const at = (typeTable.address >>> 2) + metadataId
      if (this.words[at] === 0) this.#metadataIds.push(metadataId)
      this.words[at] = typeIndex + 1
    } else {
      this.#setState(state.farMetadataId, metadataId)
      this.#setState(state.farTypeIndex, typeIndex)
    }
  }

  clearTypes(): void {
    this.#setState(state.farMetadataId, 0)
    for (const metadataId of this.#metadataIds) this.words[(typeTable.address >>> 2) + metadataId] = 0
    this.#metadataIds.length = 0
  }

  #setState(offset: number, value: number): void {
    this.words[offset >>> 2] = value
  }

  #refresh(): void {
    const { buffer } = this.#memory
    this.bytes = new Uint8Array(buffer)
    this.view = new DataView(buffer)
    this.words = new Uint32Array(buffer)
    assert(this.bytes.length <= memoryPages.maximum * pageBytes, 'the memory stays within 32-bit addresses')
  }
}

/** The engine's own decoder, at a start where nothing else is compiled yet. */
function decodeBase64(text: string): Uint8Array {
  const { atob } = globalThis as unknown as { readonly atob: (text: string) => string }
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
}
