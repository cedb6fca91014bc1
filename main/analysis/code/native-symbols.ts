import { compileDecoder } from '../../events/payload/decode-payload.ts'
import { PayloadRecord } from '../../events/payload/payload-value.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import type { MethodTable } from './method-table.ts'
import type { ModuleTable } from './module-table.ts'

const provider = 'Universal.System'
/** Ids of mappings and of the runtime's modules are different numbers; these are kept below zero. */
const moduleIdOf = (mapping: number): number => -1 - mapping

/**
 * Names of native code in recordings of a whole machine (V6): files mapped into a process, and symbols within them. Addresses of
 * several processes overlap, so symbols count only while all mappings are of one process; otherwise the frames stay unnamed.
 */
export class NativeSymbols implements TraceListener {
  readonly #methods: MethodTable
  readonly #modules: ModuleTable
  #processId: number | null = null
  #trace: Trace | null = null

  constructor(methods: MethodTable, modules: ModuleTable) {
    this.#methods = methods
    this.#modules = modules
  }

  onStart(trace: Trace): void {
    this.#trace = trace
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.provider !== provider) return null
    if (type.name === 'ProcessMapping') return this.#handler(type, (fields) => this.#addMapping(fields))
    return type.name === 'ProcessSymbol' ? this.#handler(type, (fields) => this.#addSymbol(fields)) : null
  }

  #handler(type: TraceEventType, take: (fields: PayloadRecord) => void): PayloadHandler {
    const decode = compileDecoder(type, this.#trace?.header?.pointerBytes ?? 8)
    return (bytes, view, start, end) => {
      const { fields, fault } = decode(bytes, view, start, end)
      if (fault === null) take(new PayloadRecord(fields))
    }
  }

  #addMapping(fields: PayloadRecord): void {
    const processId = number(fields, 'ProcessId')
    if (this.#processId !== null && this.#processId !== processId) this.#methods.usesNativeSymbols = false
    this.#processId = processId
    this.#modules.add(moduleIdOf(number(fields, 'Id')), {
      ilPath: '',
      nativePath: text(fields, 'FileName'),
      flags: 0,
    })
  }

  #addSymbol(fields: PayloadRecord): void {
    const start = number(fields, 'StartAddress')
    this.#methods.add({
      methodId: number(fields, 'Id'),
      moduleId: moduleIdOf(number(fields, 'MappingId')),
      start,
      size: number(fields, 'EndAddress') - start,
      flags: 0,
      rejitId: 0,
      namespaceText: -1,
      nameText: this.#methods.texts.internText(text(fields, 'Name')),
      signatureText: -1,
      loadTicks: Number.NEGATIVE_INFINITY,
      isNative: true,
    })
  }
}

/** Addresses of the kernel become negative numbers, as they are in stacks. */
function number(fields: PayloadRecord, name: string): number {
  const value = fields.get(name)
  return typeof value === 'bigint' ? Number(BigInt.asIntN(64, value)) : Number(value ?? 0)
}

function text(fields: PayloadRecord, name: string): string {
  const value = fields.get(name)
  return typeof value === 'string' ? value : ''
}
