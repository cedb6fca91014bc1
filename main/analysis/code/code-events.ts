import { WantedFields } from '../../events/payload/wanted-fields.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { IlMaps } from './il-maps.ts'
import { MethodTable } from './method-table.ts'
import { NativeSymbols } from './native-symbols.ts'
import { ModuleTable } from './module-table.ts'
import { ilMapPlaceOf, isModuleEvent, isModuleLoad, methodChangeOf } from '../../events/code-event-ids.ts'

const methodFields = [
  'MethodID',
  'ModuleID',
  'MethodStartAddress',
  'MethodSize',
  'MethodToken',
  'MethodFlags',
  'MethodNamespace',
  'MethodName',
  'MethodSignature',
  'ReJITID',
] as const

/** Collects methods and modules while a trace is read: from JIT and loader events and from the rundown at its end. */
export class CodeEvents implements TraceListener {
  readonly methods: MethodTable
  readonly modules: ModuleTable
  readonly ilMaps = new IlMaps()
  readonly #natives: NativeSymbols
  #trace: Trace | null = null

  /** Several streams of one process may fill the same tables. */
  constructor(methods = new MethodTable(), modules = new ModuleTable()) {
    this.methods = methods
    this.modules = modules
    this.#natives = new NativeSymbols(methods, modules)
  }

  onStart(trace: Trace): void {
    this.#trace = trace
    this.#natives.onStart(trace)
  }

  onEventType(type: TraceEventType): PayloadHandler | null {
    const pointerBytes = this.#trace?.header?.pointerBytes ?? 8
    if (isModuleEvent(type)) return this.#moduleHandler(type, pointerBytes)
    const mapPlace = ilMapPlaceOf(type)
    if (mapPlace !== null) return (_bytes, view, start, end) => this.ilMaps.onMap(view, start, end, mapPlace)
    const change = methodChangeOf(type)
    if (change === null) return this.#natives.onEventType(type)
    const fields = new WantedFields(type, methodFields, pointerBytes)
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      const ticks = segment.timestamp[row]!
      const address = fields.number('MethodStartAddress')
      const methodId = fields.number('MethodID')
      if (change === 'unload') this.methods.unload(address, methodId, ticks)
      else {
        const { texts } = this.methods
        const text = (name: 'MethodNamespace' | 'MethodName' | 'MethodSignature'): number =>
          fields.has(name) ? texts.intern(bytes, fields.textStart(name), fields.textEnd(name)) : -1
        const size = fields.number('MethodSize')
        const code = this.methods.add({
          methodId,
          moduleId: fields.number('ModuleID'),
          start: address,
          size,
          token: fields.number('MethodToken'),
          flags: fields.number('MethodFlags'),
          rejitId: fields.number('ReJITID'),
          namespaceText: text('MethodNamespace'),
          nameText: text('MethodName'),
          signatureText: text('MethodSignature'),
          loadTicks: change === 'load' ? ticks : Number.NEGATIVE_INFINITY,
        })
        if (code >= 0) this.ilMaps.onCode(methodId, code, size)
      }
    }
  }

  #moduleHandler(type: TraceEventType, pointerBytes: number): PayloadHandler {
    const fields = new WantedFields(type, ['ModuleID', 'ModuleFlags', 'ModuleILPath', 'ModuleNativePath'], pointerBytes)
    const hasPdb = isModuleLoad(type)
    return (bytes, view, start, end) => {
      fields.read(bytes, view, start, end)
      this.modules.add(fields.number('ModuleID'), {
        ilPath: fields.text('ModuleILPath'),
        nativePath: fields.text('ModuleNativePath'),
        flags: fields.number('ModuleFlags'),
        pdbId: hasPdb && fields.has('ModuleNativePath') ? pdbIdAt(bytes, fields.textEnd('ModuleNativePath'), end) : '',
      })
    }
  }
}

/** Behind the path, its closing zero and the number of the runtime. Empty: not told, or all zeros. */
function pdbIdAt(bytes: Uint8Array, pathEnd: number, end: number): string {
  const from = pathEnd + 4
  if (from + 16 > end) return ''
  const digits = Array.from(bytes.subarray(from, from + 16), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return /^0+$/.test(digits) ? '' : digits
}
