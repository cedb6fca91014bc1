import { AddressTable } from '../../analysis/address-table.ts'
import { utf16Text } from '../../nettrace/byte-cursor.ts'
import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { isModuleLoad, isNamedMethodLoad } from '../../events/code-event-ids.ts'

export interface NamedMethod {
  /** `Namespace.Type.Method`. */
  readonly name: string
  /** In brackets as the runtime gives it; empty when it gives none. */
  readonly signature: string
  /** File name of the module without its extension; empty while unknown. */
  readonly module: string
}

/** No system has longer file names. */
const longestName = 512

interface Method {
  readonly start: number
  readonly end: number
  /** Number of its id. */
  readonly module: number
  readonly name: string
  readonly signature: string
}

/**
 * Names for code addresses, from method and module events of any number of streams of one process. Where code was replaced, what was
 * told last counts: this serves pictures of the last seconds, not history.
 */
export class MethodNames {
  readonly #starts = new AddressTable()
  /** By the number of their first address. */
  readonly #byStart: Method[] = []
  readonly #moduleIds = new AddressTable()
  /** By the number of the id. */
  readonly #modules: string[] = []
  #sorted: Method[] = []
  #isSorted = true
  /** Grows whenever something was learnt. */
  revision = 0

  get methodCount(): number {
    return this.#starts.count - 1
  }

  /** What to do with the events of a type; null when it says nothing about names. */
  handlerFor(type: TraceEventType): PayloadHandler | null {
    if (isNamedMethodLoad(type)) return (bytes, view, start, end) => this.#addMethod(bytes, view, start, end)
    if (isModuleLoad(type)) return (bytes, view, start, end) => this.#addModule(bytes, view, start, end)
    return null
  }

  /** Null: no method is known there. */
  find(address: number): NamedMethod | null {
    this.#sort()
    let low = 0
    let high = this.#sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#sorted[middle]!.start <= address) low = middle + 1
      else high = middle
    }
    const method = this.#sorted[low - 1]
    if (method === undefined || address >= method.end) return null
    return { name: method.name, signature: method.signature, module: this.#modules[method.module] ?? '' }
  }

  /*
   * u64 method id | u64 module id | u64 start | u32 size | u32 token | u32 flags | wstr namespace | wstr name | wstr signature | ...
   */
  #addMethod(bytes: Uint8Array, view: DataView, start: number, end: number): void {
    if (end - start < 42) return
    const address = addressAt(view, start + 16)
    const size = view.getUint32(start + 24, true)
    const namespace = readText(bytes, start + 36, end)
    const name = namespace && readText(bytes, namespace.next, end)
    const signature = name && readText(bytes, name.next, end)
    if (!namespace || !name || size === 0) return
    const text = signature?.text ?? ''
    const bracket = text.indexOf('(')
    this.#byStart[this.#starts.internNumber(address)] = {
      start: address,
      end: address + size,
      module: this.#moduleIds.intern(view.getInt32(start + 8, true), view.getInt32(start + 12, true)),
      name: namespace.text === '' ? name.text : `${namespace.text}.${name.text}`,
      signature: bracket < 0 ? '' : text.slice(bracket),
    }
    this.#isSorted = false
    this.revision += 1
  }

  /* u64 module id | u64 assembly id | u32 flags | u32 reserved | wstr IL path | wstr native path | ... */
  #addModule(bytes: Uint8Array, view: DataView, start: number, end: number): void {
    if (end - start < 26) return
    const path = readText(bytes, start + 24, end)
    if (path === null) return
    const file = path.text.split(/[/\\]/).at(-1) ?? ''
    const module = this.#moduleIds.intern(view.getInt32(start, true), view.getInt32(start + 4, true))
    this.#modules[module] = file.replace(/\.(dll|exe)$/i, '').slice(0, longestName)
    this.revision += 1
  }

  #sort(): void {
    if (this.#isSorted) return
    this.#sorted = this.#byStart.slice(1).sort((a, b) => a.start - b.start)
    this.#isSorted = true
  }
}

/** Code lies below 2^53 in every process there is; a double holds it exactly. */
export function addressAt(view: DataView, offset: number): number {
  return view.getUint32(offset, true) + view.getUint32(offset + 4, true) * 2 ** 32
}

/** Up to the closing zero; null when there is none. */
function readText(
  bytes: Uint8Array,
  start: number,
  end: number,
): { readonly text: string; readonly next: number } | null {
  for (let at = start; at + 1 < end; at += 2)
    if (bytes[at] === 0 && bytes[at + 1] === 0) return { text: utf16Text(bytes, start, at), next: at + 2 }
  return null
}
