import { parseArgs } from 'node:util'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { checklists } from '../../shared/case/checklists.ts'
import { type DumpType, dumpTypeNames } from '../../shared/model/dump.ts'
import { type PrivacyPart, privacyParts } from '../../shared/case/privacy.ts'

export interface PackChoice {
  readonly privacy: readonly PrivacyPart[]
  /** The password itself is never an argument: others can read those. */
  readonly passwordFile: string | null
  readonly partBytes: number | null
}

export type CaseCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'list' }
  | { readonly kind: 'verify'; readonly file: string; readonly passwordFile: string | null; readonly isJson: boolean }
  | ({ readonly kind: 'finish'; readonly folder: string; readonly out: string | null } & PackChoice)
  | ({
      readonly kind: 'collect'
      readonly pids: readonly number[]
      /** The name of a built-in one, or a file. */
      readonly checklist: string
      readonly out: string
      readonly wantsLogs: boolean
      readonly wantsHeap: boolean
      readonly resumes: boolean
      readonly dump: DumpType | null
      readonly ticket: string | null
      readonly notesFile: string | null
      readonly added: readonly string[]
    } & PackChoice)

export const usage = `usage: npm run -s case -- --pid N [--pid N] --checklist NAME|FILE.json --out FOLDER [options]
       npm run -s case -- --verify FILE.zip [--password-file FILE] [--json]
       npm run -s case -- --finish FOLDER.collecting [--out FOLDER] [options]
       npm run -s case -- --list

Checklists: ${checklists.map(({ id }) => id).join(', ')}

  --logs                  also log messages of ILogger
  --heap                  also a heap graph: a full garbage collection that pauses the process
  --dump TYPE             also a dump: ${dumpTypeNames.join(', ')}. Suspends the process; can't be masked
  --resume                a runtime that waits at startup continues when its recording has begun
  --ticket TEXT           for the name of the package and its summary
  --notes-file FILE       a text that goes along
  --add FILE              any other file; repeat for more
  --redact LIST           all (default), none, or of: ${privacyParts.join(', ')}
                          Secrets in command lines and values of environment variables are always masked
  --password-file FILE    encrypts the package with AES-256 and the first line of the file
  --parts                 parts of 2 GB; --part-size MB for others

Exit code: 0 verified, 2 some steps failed, 1 no package, 64 wrong command line.
The last line of the standard output is the path of the package.`

/** Beyond it a process id is none. */
const mostPid = 2 ** 31
const megabyte = 1_000_000
const defaultPartBytes = 2000 * megabyte
const leastPartMegabytes = 1

/** The options, or a sentence about what is wrong with the command line. */
export function readOptions(given: readonly string[]): Result<CaseCommand, string> {
  try {
    return ok(commandOf(parse(given)))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!(error instanceof WrongLine) && code?.startsWith('ERR_PARSE_ARGS') !== true) throw error
    return err((error as Error).message)
  }
}

class WrongLine extends Error {}

const options = {
  pid: { type: 'string', multiple: true, short: 'p' },
  checklist: { type: 'string' },
  out: { type: 'string', short: 'o' },
  logs: { type: 'boolean' },
  heap: { type: 'boolean' },
  resume: { type: 'boolean' },
  dump: { type: 'string' },
  ticket: { type: 'string' },
  'notes-file': { type: 'string' },
  add: { type: 'string', multiple: true },
  redact: { type: 'string' },
  'password-file': { type: 'string' },
  parts: { type: 'boolean' },
  'part-size': { type: 'string' },
  verify: { type: 'string' },
  finish: { type: 'string' },
  list: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

type Values = ReturnType<typeof parse>

function parse(given: readonly string[]) {
  return parseArgs({ args: [...given], options, strict: true, allowPositionals: false }).values
}

function commandOf(values: Values): CaseCommand {
  if (values.help === true) return { kind: 'help' }
  if (values.list === true) return { kind: 'list' }
  const passwordFile = values['password-file'] ?? null
  if (values.verify !== undefined) {
    allow(values, '--verify', ['verify', 'password-file', 'json'])
    return { kind: 'verify', file: values.verify, passwordFile, isJson: values.json === true }
  }
  const choice = { privacy: privacyOf(values.redact), passwordFile, partBytes: partBytesOf(values) }
  if (values.finish !== undefined) {
    allow(values, '--finish', ['finish', 'out', 'redact', 'password-file', 'parts', 'part-size'])
    return { kind: 'finish', folder: values.finish, out: values.out ?? null, ...choice }
  }
  if (values.json === true) throw new WrongLine('--json needs --verify.')
  return {
    kind: 'collect',
    pids: pidsOf(values.pid),
    checklist: needed('--checklist', values.checklist),
    out: needed('--out', values.out),
    wantsLogs: values.logs === true,
    wantsHeap: values.heap === true,
    resumes: values.resume === true,
    dump: dumpOf(values.dump),
    ticket: values.ticket ?? null,
    notesFile: values['notes-file'] ?? null,
    added: values.add ?? [],
    ...choice,
  }
}

function allow(values: Values, command: string, names: readonly (keyof typeof options)[]): void {
  const other = (Object.keys(values) as (keyof typeof options)[]).find((name) => !names.includes(name))
  if (other !== undefined) throw new WrongLine(`--${other} can't be used with ${command}.`)
}

function needed(name: string, value: string | undefined): string {
  if (value === undefined || value === '') throw new WrongLine(`${name} is missing.`)
  return value
}

function pidsOf(given: readonly string[] | undefined): readonly number[] {
  const pids = (given ?? [])
    .flatMap((text) => text.split(','))
    .map((text) => {
      const pid = /^\d{1,10}$/.test(text) ? Number(text) : 0
      if (pid < 1 || pid >= mostPid) throw new WrongLine(`--pid needs a process id, not "${text}".`)
      return pid
    })
  if (pids.length === 0) throw new WrongLine('--pid is missing.')
  return [...new Set(pids)]
}

function dumpOf(given: string | undefined): DumpType | null {
  if (given === undefined) return null
  const found = dumpTypeNames.find((name) => name === given)
  if (found === undefined) throw new WrongLine(`--dump takes ${dumpTypeNames.join(', ')}, not "${given}".`)
  return found
}

function privacyOf(given: string | undefined): readonly PrivacyPart[] {
  if (given === undefined || given === 'all') return privacyParts
  if (given === 'none') return []
  return given.split(',').map((text) => {
    const found = privacyParts.find((part) => part === text)
    if (found === undefined) throw new WrongLine(`--redact takes all, none, ${privacyParts.join(', ')}, not "${text}".`)
    return found
  })
}

function partBytesOf({ parts, 'part-size': size }: Values): number | null {
  if (size === undefined) return parts === true ? defaultPartBytes : null
  const count = /^\d{1,7}$/.test(size) ? Number(size) : 0
  if (count < leastPartMegabytes) throw new WrongLine(`--part-size needs a number of megabytes, not "${size}".`)
  return count * megabyte
}
