/** A name in a package or of one: lower case, and nothing that a file system or a mail gateway may not like. */
export function plainName(text: string): string {
  return plainText(text, longestPart)
}

/** The same of a file: its ending says what it is, and so how it is masked. */
export function plainFileName(text: string): string {
  const ending = /(?:\.symbols)?\.[a-z0-9]{1,10}$/i.exec(text)?.[0] ?? ''
  return `${plainText(text.slice(0, text.length - ending.length), longestFileName)}${ending.toLowerCase()}`
}

function plainText(text: string, most: number): string {
  const plain = text
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/-{2,}/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, most)
  return plain === '' ? 'case' : plain
}

const longestPart = 40
const longestFileName = 100

const folderName = ({ name, pid }: { readonly name: string; readonly pid: number }): string =>
  `${plainName(name)}_${pid}`

/** The folder of one of several processes in a package; on two machines, names and process ids can be the same. */
export function processFolder(
  processes: readonly { readonly name: string; readonly pid: number }[],
  at: number,
): string {
  const process = processes[at]
  if (processes.length === 1 || process === undefined) return ''
  const own = folderName(process)
  const sameCount = processes.slice(0, at).filter((other) => folderName(other) === own).length
  return sameCount === 0 ? own : `${own}_${sameCount + 1}`
}

/** `20261121T104455Z`. */
export function utcStamp(timeMs: number): string {
  return `${new Date(timeMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/** `case_<ticket>_<application>_<UTC>`, without an ending; at most 106 characters. */
export function caseName(ticket: string | null, application: string, timeMs: number): string {
  const parts = ['case', ...(ticket === null ? [] : [plainName(ticket)]), plainName(application), utcStamp(timeMs)]
  return parts.join('_')
}
