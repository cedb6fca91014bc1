import os from 'node:os'
import path from 'node:path'
import { askForeign, readForeignText } from '../foreign/foreign-files.ts'
import { parseSshHost } from './ssh-host.ts'

const maxConfigBytes = 256 * 1024
const maxFiles = 64
const maxHosts = 500
/** As in ssh itself. */
const maxDepth = 16

/**
 * The hosts that a person has named in their ssh configuration: `Host` entries without patterns, those of included files too, in the
 * order of the files. What the entries say is ssh's business. A configuration that can't be read names none.
 */
export async function readSshHosts(file = path.join(os.homedir(), '.ssh', 'config')): Promise<readonly string[]> {
  const hosts = new Set<string>()
  let left = maxFiles
  const read = async (from: string, depth: number): Promise<void> => {
    if (left-- <= 0 || depth > maxDepth) return
    const text = await readForeignText(from, maxConfigBytes)
    if (!text.ok) return
    for (const { keyword, values } of parseSshConfig(text.value)) {
      if (keyword === 'host')
        for (const value of values) if (hosts.size < maxHosts && parseSshHost(value) !== null) hosts.add(value)
      if (keyword !== 'include') continue
      for (const value of values)
        // oxlint-disable-next-line no-await-in-loop -- in the order in which ssh reads them
        for (const included of await expand(value, path.dirname(file))) await read(included, depth + 1)
    }
  }
  await read(file, 0)
  return [...hosts]
}

interface ConfigLine {
  readonly keyword: string
  readonly values: readonly string[]
}

/** Keyword and arguments of each line; `Keyword=value` and quoted arguments as ssh takes them. */
export function parseSshConfig(text: string): readonly ConfigLine[] {
  return text.split('\n').flatMap((line) => {
    const found = /^\s*([A-Za-z]+)(?:\s*=\s*|\s+)(.*?)\s*$/.exec(line)
    if (found === null) return []
    const values = [...(found[2] ?? '').matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const comment = values.findIndex((value) => value.startsWith('#'))
    return [{ keyword: (found[1] ?? '').toLowerCase(), values: comment < 0 ? values : values.slice(0, comment) }]
  })
}

/** Relative names are below the folder of the configuration; `*` and `?` in the last part only. */
async function expand(pattern: string, folder: string): Promise<readonly string[]> {
  const home = pattern.startsWith('~/') ? path.join(os.homedir(), pattern.slice(2)) : pattern
  const full = path.isAbsolute(home) ? home : path.join(folder, home)
  const last = path.basename(full)
  if (!/[*?]/.test(last)) return [full]
  const listed = await askForeign({ kind: 'list', path: path.dirname(full), maxNames: 1000 })
  if (!listed.ok) return []
  const escaped = last.replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
  const matching = new RegExp(`^${escaped.replaceAll('*', '.*').replaceAll('?', '.')}$`)
  return listed.value
    .filter((name) => !name.startsWith('.') && matching.test(name))
    .toSorted()
    .map((name) => path.join(path.dirname(full), name))
}
