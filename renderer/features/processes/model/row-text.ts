import type { ProcessRow, ProcessUsage } from '../../../../shared/model/process.ts'
import { maskCommandLine } from '../../../../shared/base/command-secrets.ts'
import { tsvRow } from '../../../../shared/base/table-cells.ts'
import { processLabels } from '../process-labels.ts'

/** `10.0.3`, `Core 3.1.32` (the name changed with 5), `10.0.3 AOT`; null when unknown. */
export function runtimeLabel(row: ProcessRow): string | null {
  const words = processLabels.runtime
  const { runtimeVersion, runtimeFlavour } = row
  if (runtimeVersion === null) return runtimeFlavour === 'nativeaot' ? words.nativeAot : null
  const short = shortVersion(runtimeVersion)
  const version = /^[123]\./.test(runtimeVersion) ? words.core(short) : short
  if (runtimeFlavour === 'nativeaot') return words.aot(version)
  return runtimeFlavour === 'mono' ? words.mono(version) : version
}

/** The product version may end in a source revision (`10.0.3+3c9f99e8...`) and a build number: kept for the tooltip only. */
export function shortVersion(version: string): string {
  return version.replace(/\+.*$/, '').replace(/-([a-z]+)\.(\d+)\..*$/i, ' $1.$2')
}

export function userLabel(row: ProcessRow): string | null {
  return row.userName ?? (row.userId === null ? null : String(row.userId))
}

/** One row as tab-separated text with full values, without head. Secrets in the command line stay masked. */
export function rowAsTsv(row: ProcessRow, usage: ProcessUsage | null): string {
  const started = row.startTimeMs === null ? '' : new Date(row.startTimeMs).toISOString()
  const values = [
    row.name,
    row.pid,
    row.runtimeVersion,
    row.architecture,
    userLabel(row),
    row.state,
    usage?.cpuPercent ?? null,
    usage?.workingSetBytes ?? null,
    started,
    row.commandLine === null ? null : maskCommandLine(row.commandLine),
  ]
  return tsvRow(values.map((value) => String(value ?? '')))
}
