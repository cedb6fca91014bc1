import { WantedFields } from '../../events/payload/wanted-fields.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { PayloadHandler, TraceListener } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { MethodTable } from './method-table.ts'
import { NativeSymbols } from './native-symbols.ts'
import { ModuleTable } from './module-table.ts'
import { isModuleEvent, methodChangeOf } from '../../events/code-event-ids.ts'

const methodFields = [
  'MethodID',
  'ModuleID',
  'MethodStartAddress',
  'MethodSize',
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
    const change = methodChangeOf(type)
    if (change === null) return this.#natives.onEventType(type)
    const fields = new WantedFields(type, methodFields, pointerBytes)
    return (bytes, view, start, end, row, segment) => {
      fields.read(bytes, view, start, end)
      const ticks = segment.timestamp[row]!
      const address = fields.number('MethodStartAddress')
      const methodId = fields.number('MethodID')
      if (change === 'unload') this.methods.unload(address, methodId, ticks)
      else if (fields.has('MethodSize')) {
        const { texts } = this.methods
        const text = (name: 'MethodNamespace' | 'MethodName' | 'MethodSignature'): number =>
          fields.has(name) ? texts.intern(bytes, fields.textStart(name), fields.textEnd(name)) : -1
        this.methods.add({
          methodId,
          moduleId: fields.number('ModuleID'),
          start: address,
          size: fields.number('MethodSize'),
          flags: fields.number('MethodFlags'),
          rejitId: fields.number('ReJITID'),
          namespaceText: text('MethodNamespace'),
          nameText: text('MethodName'),
          signatureText: text('MethodSignature'),
          loadTicks: change === 'load' ? ticks : Number.NEGATIVE_INFINITY,
        })
      }
    }
  }

  #moduleHandler(type: TraceEventType, pointerBytes: number): PayloadHandler {
    const fields = new WantedFields(type, ['ModuleID', 'ModuleFlags', 'ModuleILPath', 'ModuleNativePath'], pointerBytes)
    return (bytes, view, start, end) => {
      fields.read(bytes, view, start, end)
      this.modules.add(fields.number('ModuleID'), {
        ilPath: fields.text('ModuleILPath'),
        nativePath: fields.text('ModuleNativePath'),
        flags: fields.number('ModuleFlags'),
      })
    }
  }
}
