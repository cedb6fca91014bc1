import type { ProcessRow } from '../../../../shared/model/process.ts'

/** Words of a search; all must match, each anywhere in name, detail, pid, command line, user, container or version. */
export type Query = readonly string[]

export function parseQuery(text: string): Query {
  return text.toLocaleLowerCase().split(/\s+/).filter(Boolean)
}

export function matches(row: ProcessRow, query: Query): boolean {
  if (query.length === 0) return true
  const haystack = searchText(row)
  return query.every((word) => haystack.includes(word))
}

/** Rows are replaced, never changed, so the text is worked out once per row object. */
const searchTexts = new WeakMap<ProcessRow, string>()

function searchText(row: ProcessRow): string {
  const known = searchTexts.get(row)
  if (known !== undefined) return known
  const text = [
    row.name,
    row.detail,
    String(row.pid),
    row.entryAssembly,
    row.commandLine,
    row.userName ?? (row.userId === null ? null : String(row.userId)),
    row.container?.id,
    row.runtimeVersion,
  ]
    // A line break between the parts: no word of a search can match across two of them.
    .filter((part) => part !== null && part !== undefined)
    .join('\n')
    .toLocaleLowerCase()
  searchTexts.set(row, text)
  return text
}
