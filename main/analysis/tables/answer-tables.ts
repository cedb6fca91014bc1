import type { TraceSelection } from '../../../shared/model/trace-tables.ts'
import type { Trace } from '../../nettrace/trace/trace.ts'
import type { MethodRow } from '../stacks/method-rows.ts'
import { sampleFilter } from '../trace/sample-question.ts'
import { counterRows, exceptionTypeRows, gcRows, methodRows } from '../trace/trace-answers.ts'
import type { TraceParts } from '../trace/trace-parts.ts'
import { tableOf, type TableSource } from './table-source.ts'

export function methodTable(parts: TraceParts, trace: Trace, { range, threads, classes }: TraceSelection): TableSource {
  const filter = sampleFilter(trace, {
    ...range,
    ...(threads === null ? {} : { threadIds: threads }),
    ...(classes === null ? {} : { classes }),
  })
  return methodTableOf(methodRows(parts, filter))
}

export function methodTableOf(rows: readonly MethodRow[]): TableSource {
  return tableOf(rows, [
    ({ name }) => name,
    ({ module }) => module,
    ({ self }) => self,
    ({ selfPercent }) => selfPercent,
    ({ total }) => total,
    ({ totalPercent }) => totalPercent,
  ])
}

export function collectionTable(parts: TraceParts, trace: Trace): TableSource {
  return tableOf(gcRows(parts, trace), [
    ({ number }) => number,
    ({ generation }) => generation,
    ({ reason }) => reason,
    ({ type }) => type,
    ({ startMs }) => startMs,
    ({ pauseMs }) => pauseMs,
    ({ heapBeforeBytes }) => heapBeforeBytes,
    ({ heapAfterBytes }) => heapAfterBytes,
    ({ promotedBytes }) => promotedBytes,
  ])
}

export function exceptionTypeTable(parts: TraceParts, trace: Trace): TableSource {
  return tableOf(exceptionTypeRows(parts, trace), [
    ({ type }) => type,
    ({ message }) => message,
    ({ count }) => count,
    ({ firstMs }) => firstMs,
    ({ lastMs }) => lastMs,
  ])
}

export function counterTable(parts: TraceParts): TableSource {
  return tableOf(counterRows(parts), [
    ({ name, tags }) => (tags === '' ? name : `${name} ${tags}`),
    ({ provider }) => provider,
    ({ kind }) => kind,
    ({ unit }) => unit,
    ({ valueCount }) => valueCount,
    ({ min }) => min,
    ({ max }) => max,
    ({ last }) => last,
  ])
}
