import type { PayloadHandler } from '../../nettrace/trace/trace-listener.ts'
import type { TraceEventType } from '../../nettrace/trace/trace-tables.ts'
import { NumberColumn } from '../grown-column.ts'
import { ReportListener } from './runtime-listener.ts'
import { runtimeProvider } from '../../../shared/model/runtime-providers.ts'

/** ThreadAdjustmentReason: threads are added because work waits and none of them comes back. */
export const starvationReason = 6

/** What the thread pool did, a row per event in the order of the stream. */
export class ThreadPoolEvents extends ReportListener {
  /** Changes of the number of workers the pool wants. */
  readonly adjustmentTicks = new NumberColumn()
  readonly workerCount = new NumberColumn()
  readonly reason = new NumberColumn()
  /** Work items a second, as the pool saw it. */
  readonly throughput = new NumberColumn()
  /** Workers that are active, whenever one starts, stops or waits. */
  readonly activeTicks = new NumberColumn()
  readonly activeCount = new NumberColumn()
  /** Work items that came and those that a worker took, in no particular order. */
  readonly enqueuedTicks = new NumberColumn()
  readonly dequeuedTicks = new NumberColumn()

  onEventType(type: TraceEventType): PayloadHandler | null {
    if (type.provider !== runtimeProvider) return null
    switch (type.eventId) {
      case 55:
        return this.fieldHandler(type, ['AverageThroughput', 'NewWorkerThreadCount', 'Reason'], (fields, { ticks }) => {
          this.adjustmentTicks.push(ticks)
          this.workerCount.push(fields.number('NewWorkerThreadCount'))
          this.reason.push(fields.number('Reason'))
          this.throughput.push(fields.number('AverageThroughput'))
        })
      case 50:
      case 51:
      case 57:
        return this.fieldHandler(type, ['ActiveWorkerThreadCount'], (fields, { ticks }) => {
          this.activeTicks.push(ticks)
          this.activeCount.push(fields.number('ActiveWorkerThreadCount'))
        })
      case 61:
        return (_bytes, _view, _start, _end, row, segment) => this.enqueuedTicks.push(segment.timestamp[row]!)
      case 62:
        return (_bytes, _view, _start, _end, row, segment) => this.dequeuedTicks.push(segment.timestamp[row]!)
      default:
        return null
    }
  }
}

export interface ThreadPoolSummary {
  readonly adjustmentCount: number
  /** Adjustments for starvation; several in a row with growing counts mean that work blocks its threads. */
  readonly starvationCount: number
  readonly mostWorkers: number
  readonly mostActive: number
}

export function threadPoolSummary(events: ThreadPoolEvents): ThreadPoolSummary {
  return {
    adjustmentCount: events.reason.count,
    starvationCount: events.reason.values.filter((reason) => reason === starvationReason).length,
    mostWorkers: most(events.workerCount.values),
    mostActive: most(events.activeCount.values),
  }
}

function most(values: Float64Array): number {
  return values.reduce((largest, value) => Math.max(largest, value), 0)
}
