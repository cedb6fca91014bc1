import path from 'node:path'
import { parseTraceLink, type TraceLink } from '../../shared/model/trace/trace-link.ts'
import type { AppFacts } from '../../shared/model/app.ts'

/**
 *   pipescope [FILE [--select WHERE]] [--pid N]... [--live] [--demo] [--tour] [--background]
 *   pipescope --case …
 *
 * Switches that are not ours belong to Chromium (`--no-sandbox`, `--remote-debugging-port=0`) and are passed over; they
 * always carry their value behind `=`, so a word that stands alone is the file. Behind `--` everything is one.
 */
export interface CommandLine {
  readonly start: AppFacts['start']
  readonly isTour: boolean
  /** Without a window, when armed rules are kept in the background. */
  readonly isBackground: boolean
  /** Print and leave, instead of a window. */
  readonly print: 'help' | 'version' | null
}

export type CommandLineOutcome =
  { readonly ok: true; readonly value: CommandLine } | { readonly ok: false; readonly message: string }

export const usage = `Usage: pipescope [--pid N]... [--live] [--demo] [--background] [--select WHERE] [--] [FILE]

  FILE        a recording or a profile of another tool to open; use -- before a name that begins with a dash
  --pid N     select this process; can be repeated
  --select WHERE
              where in FILE: tab=flame&from=1.2&to=3.4&thread=12,20-31&class=running&search=Parse
              &filter=event+%3D+GC%2FStop&mine=Contoso.*&not-mine=Json*&view=NAME, as one word
  --background
              start without a window when armed rules keep running in the background
  --live      open Live for the selected processes or FILE
  --demo      start the demo process
  --case …    collect everything about a process in one package, without a window; --case --help says how
  --version   print the version
  --help      print this text
`

/** Beyond this a list of pids is a mistake of a script, and each would open a document. */
const maxPids = 32

/** `words` are those behind the program (and, unpackaged, behind the app folder); FILE counts from `workingFolder`. */
export function parseCommandLine(words: readonly string[], workingFolder: string): CommandLineOutcome {
  const pids: number[] = []
  const files: string[] = []
  const seen = new Set<string>()
  let link: TraceLink | null = null
  let areOptionsOver = false
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? ''
    if (areOptionsOver || !word.startsWith('-')) {
      if (word !== '') files.push(word)
    } else if (word === '--') {
      areOptionsOver = true
    } else if (word === '--pid' || word.startsWith('--pid=')) {
      const text = word === '--pid' ? words[++index] : word.slice('--pid='.length)
      const pid = parsePid(text)
      if (pid === null) return { ok: false, message: `--pid needs a process ID, not ${quote(text)}` }
      if (!pids.includes(pid)) pids.push(pid)
    } else if (word === '--select' || word.startsWith('--select=')) {
      const text = word === '--select' ? words[++index] : word.slice('--select='.length)
      const parsed = parseTraceLink(text ?? '')
      if (text === undefined || text === '') return { ok: false, message: '--select needs what to select' }
      if (!parsed.ok) return { ok: false, message: `--select: ${parsed.error}` }
      link = parsed.value
    } else {
      seen.add(word === '-h' ? '--help' : word)
    }
  }
  if (files.length > 1) return { ok: false, message: `only one file can be opened: ${files.map(quote).join(', ')}` }
  if (pids.length > maxPids)
    return { ok: false, message: `at most ${maxPids} processes can be selected, not ${pids.length}` }
  const file = files[0]
  if (link !== null && file === undefined) return { ok: false, message: '--select needs a file' }
  return {
    ok: true,
    value: {
      start: {
        filePath: file === undefined ? null : path.resolve(workingFolder, file),
        link,
        pids,
        isLive: seen.has('--live'),
        isDemo: seen.has('--demo'),
      },
      isTour: seen.has('--tour'),
      isBackground: seen.has('--background'),
      print: seen.has('--help') ? 'help' : seen.has('--version') ? 'version' : null,
    },
  }
}

/**
 * Whether a switch was given. What stands behind `--` is files, whatever it looks like; Chromium and Node read their own switches by
 * the same rule.
 */
export function hasSwitch(argv: readonly string[], name: string): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes(name)
}

/**
 * The words meant for us. Unpackaged, the app folder stands among the words of Electron's own launcher; everything up
 * to it is not ours.
 */
export function ownWords(argv: readonly string[], appFolder: string | null, workingFolder: string): readonly string[] {
  if (appFolder === null) return argv.slice(1)
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const at = argv.findIndex(
    (word, index) =>
      index > 0 &&
      index < end &&
      !word.startsWith('-') &&
      path.resolve(workingFolder, word) === path.resolve(appFolder),
  )
  return argv.slice(at === -1 ? 1 : at + 1)
}

function parsePid(text: string | undefined): number | null {
  if (text === undefined || !/^[0-9]{1,10}$/.test(text)) return null
  const pid = Number(text)
  return pid > 0 && pid <= 0xffff_ffff ? pid : null
}

function quote(text: string | undefined): string {
  return text === undefined ? 'nothing' : `"${text}"`
}
