import type { ProcessRow } from './process.ts'

/** What pins, saved boards and the list of applications seen before go by: the same program started again in the same way. */
export function applicationOf(row: Pick<ProcessRow, 'name' | 'entryAssembly' | 'commandLine'>): string {
  return `${row.entryAssembly ?? row.name}\n${row.commandLine ?? ''}`
}
