import { fitsPattern } from '../../../shared/base/name-pattern.ts'
import type { ProcessRow } from '../../../shared/model/process.ts'
import { thisMachine, type Rule } from '../../../shared/rules/rule.ts'

type Looked = Pick<ProcessRow, 'name' | 'commandLine' | 'isSameUser' | 'isTool' | 'machine'>

/** Whether a rule is about this process. Those of other users are, when the rule was armed for them. */
export function fitsApplication({ applications }: Pick<Rule, 'applications'>, row: Looked): boolean {
  const { name, commandLine, machine, allUsers } = applications
  if (!row.isSameUser && !allUsers) return false
  // Build servers and our own helpers are meant only when they are named.
  if (row.isTool && name.includes('*')) return false
  if (!fitsPattern(name, row.name)) return false
  if (machine !== undefined && !fitsPattern(machine, row.machine?.name ?? thisMachine)) return false
  return commandLine === '' || (row.commandLine ?? '').toLowerCase().includes(commandLine.toLowerCase())
}

/**
 * The application whose limits a firing counts for: by its name alone, for the command line of a process is known later than the process, and
 * reads differently until then.
 */
export function countedAs({ name }: Pick<ProcessRow, 'name'>): string {
  return `${name}\n`
}
