/** What the files of a case package are that no step made: they are not listed in `case.json`. */
const ownFiles: ReadonlyMap<string, string> = new Map([
  ['SUMMARY.md', 'Message for the ticket'],
  ['HOWTO-OPEN.md', 'Which tool opens which file'],
  ['REDACTION.md', 'What was masked'],
  ['case.json', 'The case, for programs'],
  ['notes.md', 'Notes'],
  ['pipescope-log.ndjson', 'Pipescope’s own log of the case'],
])

/** Null: it is none of them. */
export function ownFileTitle(name: string): string | null {
  return ownFiles.get(name) ?? null
}
