import type { ProcessKey } from '../../../../shared/model/ids.ts'
import type { ProcessRow } from '../../../../shared/model/process.ts'
import { grouped } from '../../../../shared/base/grouped.ts'
import { maskCommandLine } from '../../../../shared/base/command-secrets.ts'

/** Longer ones are cut: they stand in one line. */
const charLimit = 160
const argument = /"[^"]*"|'[^']*'|\S+/g

/**
 * What tells processes of one name apart: the arguments that not all of them have, each with the option before it. Nothing for a name
 * that only one running process has, and for processes that were started in the same way. Secrets are dots.
 */
export function distinctions(rows: readonly ProcessRow[]): ReadonlyMap<ProcessKey, string> {
  const found = new Map<ProcessKey, string>()
  for (const group of grouped(rows.filter(isComparable), ({ name }) => name).values()) {
    if (group.length < 2) continue
    const all = group.map((row) => argumentsOf(row))
    const sets = all.map((own) => new Set(own))
    const shared = new Set(all[0]!.filter((text) => sets.every((own) => own.has(text))))
    for (const [index, row] of group.entries()) {
      const text = differing(all[index]!, shared)
      if (text !== '') found.set(row.key, text)
    }
  }
  return found
}

function isComparable({ state, commandLine }: ProcessRow): boolean {
  return state !== 'exited' && commandLine !== null
}

/** The program comes first; it differs where the same application lies in two folders. */
function argumentsOf(row: ProcessRow): readonly string[] {
  return maskCommandLine(row.commandLine ?? '').match(argument) ?? []
}

function differing(own: readonly string[], shared: ReadonlySet<string>): string {
  const parts = own.flatMap((text, index) => {
    if (shared.has(text)) return []
    const before = own[index - 1]
    const isValue = before !== undefined && shared.has(before) && /^--?[A-Za-z]/.test(before) && !before.includes('=')
    return isValue ? [before, text] : [text]
  })
  const text = parts.join(' ')
  return text.length <= charLimit ? text : `${text.slice(0, charLimit - 1)}…`
}
