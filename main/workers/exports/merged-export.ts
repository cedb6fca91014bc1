import { createReadStream } from 'node:fs'
import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { partNameOf } from '../../os/atomic-file.ts'
import type { AppError } from '../../../shared/base/errors.ts'
import { err, ok, type Result } from '../../../shared/base/result.ts'
import type { Request } from '../../../shared/contract/index.ts'
import { csvCell, csvCells } from '../../../shared/base/table-cells.ts'
import { CsvRecords } from './csv-records.ts'
import type { ExportReply } from '../live/live-protocol.ts'
import { ioError } from '../../os/io-error.ts'

type ComparedRequest = Request<'live.exportCompared'>
type ExportOne = (request: Request<'live.export'>, path: string) => Promise<Result<ExportReply, AppError>>

/**
 * One file of several processes. Each process's own worker writes its part as it would alone; the parts are then merged in time order
 * with a first column `target` (long table), a prefix in each column's name (wide table) or a list `targets` (JSON).
 */
export async function exportCompared(
  request: ComparedRequest,
  path: string,
  exportOne: ExportOne,
): Promise<Result<ExportReply, AppError>> {
  const { targets, ...shared } = request
  const parts = targets.map(({ name }, at) => ({ name, path: partNameOf(`${path}.${at}`) }))
  const partial = partNameOf(path)
  try {
    let partRows = 0
    for (const [at, { liveId, seriesIndexes }] of targets.entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one worker after the other: they write to the same disk
      const written = await exportOne({ ...shared, liveId, seriesIndexes }, parts[at]?.path ?? '')
      if (!written.ok) return written
      partRows += written.value.rowCount
    }
    const file = await open(partial, 'wx', 0o600)
    let rowCount = partRows
    try {
      if (request.format === 'json') await mergeJson(parts, file)
      else rowCount = await mergeTables(parts, file, request.format === 'csv-long' ? longTable : wideTable)
    } finally {
      await file.close()
    }
    await rename(partial, path)
    return ok({ path, sizeBytes: (await stat(path)).size, rowCount })
  } catch (error) {
    return err(ioError(error, 'write', path))
  } finally {
    await Promise.all([partial, ...parts.map((part) => part.path)].map((one) => rm(one, { force: true })))
  }
}

interface Part {
  readonly name: string
  readonly path: string
}

async function mergeJson(parts: readonly Part[], file: FileHandle): Promise<void> {
  await file.writeFile('{"targets":[\n')
  for (const [at, part] of parts.entries()) {
    // oxlint-disable-next-line no-await-in-loop -- parts are written in order
    if (at > 0) await file.writeFile(',\n')
    // oxlint-disable-next-line no-await-in-loop -- parts are written in order
    for await (const chunk of createReadStream(part.path)) await file.writeFile(chunk as Buffer)
  }
  await file.writeFile(']}\n')
}

/** How the records of the parts become those of one table. A record has no line end. */
interface Table {
  header(names: readonly string[], headers: readonly string[]): string
  row(record: string, part: number, names: readonly string[], columnCounts: readonly number[]): string
}

const longTable: Table = {
  header: (_names, headers) => `target,${headers[0] ?? ''}`,
  row: (record, part, names) => `${csvCell(names[part] ?? '')},${record}`,
}

/** Time and Unix time are never quoted and come first. */
const timeColumns = 2

const wideTable: Table = {
  header(names, headers) {
    const columns = headers.flatMap((header, at) =>
      csvCells(header)
        .slice(timeColumns)
        .map((cell) => csvCell(`${names[at] ?? ''}: ${cell}`)),
    )
    return ['timestamp', 'unix_ms', ...columns].join(',')
  },
  row(record, part, _names, columnCounts) {
    const [time = '', unixMs = ''] = record.split(',', timeColumns)
    const own = record.slice(time.length + unixMs.length + timeColumns)
    const cells = columnCounts.map((count, at) => (at === part ? own : ','.repeat(Math.max(0, count - 1))))
    return [time, unixMs, ...cells.filter((_cell, at) => (columnCounts[at] ?? 0) > 0)].join(',')
  },
}

async function mergeTables(parts: readonly Part[], file: FileHandle, table: Table): Promise<number> {
  const readers = parts.map((part) => recordsOf(part.path))
  try {
    const headers = await Promise.all(readers.map(async (reader) => (await reader.next()).value ?? ''))
    const columnCounts = headers.map((header) => Math.max(0, csvCells(header).length - timeColumns))
    const names = parts.map((part) => part.name)
    await file.writeFile(`${table.header(names, headers)}\r\n`)
    const waiting = await Promise.all(readers.map((reader) => next(reader)))
    let rowCount = 0
    let text = ''
    for (;;) {
      const part = earliest(waiting)
      const record = waiting[part]
      if (record === undefined || record === null) break
      text += `${table.row(record.text, part, names, columnCounts)}\r\n`
      rowCount += 1
      // oxlint-disable no-await-in-loop -- a merge reads one record at a time
      if (text.length > 65_536) {
        await file.writeFile(text)
        text = ''
      }
      const reader = readers[part]
      waiting[part] = reader === undefined ? null : await next(reader)
      // oxlint-enable no-await-in-loop
    }
    await file.writeFile(text)
    return rowCount
  } finally {
    await Promise.all(readers.map((reader) => reader.return(undefined)))
  }
}

interface TimedRecord {
  readonly text: string
  readonly unixMs: number
}

async function next(reader: AsyncGenerator<string, undefined>): Promise<TimedRecord | null> {
  const { value } = await reader.next()
  return value === undefined ? null : { text: value, unixMs: Number(value.split(',', timeColumns)[1]) }
}

/** Index of the part whose record comes next; the first of equals. */
function earliest(waiting: readonly (TimedRecord | null)[]): number {
  let first = 0
  waiting.forEach((record, at) => {
    const best = waiting[first]
    if (record !== null && (best === null || best === undefined || record.unixMs < best.unixMs)) first = at
  })
  return first
}

async function* recordsOf(path: string): AsyncGenerator<string, undefined> {
  const records = new CsvRecords()
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    const record = records.add(line)
    if (record !== null) yield record
  }
  return undefined
}
