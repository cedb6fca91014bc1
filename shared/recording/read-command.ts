import type { EventLevel, ProviderSpec, RecordingSpec, StopConditions } from '../model/recording.ts'
import { defaultBufferMB } from './presets.ts'
import { defaultProfile, profileByName } from './profiles.ts'
import {
  hexKeywords,
  isSameProvider,
  levelNames,
  mergeProviders,
  parseArguments,
  provider,
  splitOutsideQuotes,
} from './provider-spec.ts'
import { runtimeProvider } from '../model/runtime-providers.ts'
import { keywordByName } from './runtime-keywords.ts'
import { splitShellWords, type ShellWord } from './shell-words.ts'

export type CommandProblem =
  | 'open-quote'
  | 'not-dotnet-trace'
  | 'not-collect'
  | 'unknown-option'
  | 'missing-value'
  | 'bad-number'
  | 'bad-duration'
  | 'bad-provider'
  | 'bad-keywords'
  | 'bad-level'
  | 'bad-arguments'
  | 'conflicting-arguments'
  | 'unknown-profile'
  | 'unknown-clrevent'
  | 'bad-filter'
  | 'bad-choice'
  | 'nothing-to-collect'

export interface CommandError {
  readonly problem: CommandProblem
  /** Where in the text it begins. */
  readonly at: number
  readonly word: string
}

/** Parts of the command that say nothing about the recording itself. */
export type IgnoredPart =
  'output' | 'format' | 'launch' | 'name' | 'port' | 'show-child-io' | 'resume-runtime' | 'dsrouter'

export interface ReadCommand {
  readonly spec: RecordingSpec
  readonly stop: StopConditions
  readonly pid: number | null
  readonly ignored: readonly IgnoredPart[]
}

export type CommandOutcome =
  { readonly ok: true; readonly value: ReadCommand } | { readonly ok: false; readonly error: CommandError }

/** Thrown inside, caught at the one way out: a parser of a dozen options reads better without a Result at each step. */
class Refused extends Error {
  readonly error: CommandError
  constructor(problem: CommandProblem, { at, text }: ShellWord) {
    super(problem)
    this.error = { problem, at, word: text }
  }
}

/** Reads a pasted `dotnet-trace collect ...`. Pure; every refusal says where. */
export function readTraceCommand(text: string): CommandOutcome {
  const split = splitShellWords(text)
  if (!split.ok) return { ok: false, error: { problem: 'open-quote', at: split.at, word: split.quote } }
  try {
    return { ok: true, value: readWords(split.words) }
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, error: thrown.error }
    throw thrown
  }
}

const aliases: Readonly<Record<string, string>> = {
  '-p': '--process-id',
  '-n': '--name',
  '-o': '--output',
  '--dport': '--diagnostic-port',
}
const ignoredOptions: Readonly<Record<string, IgnoredPart>> = {
  '--output': 'output',
  '--format': 'format',
  '--name': 'name',
  '--diagnostic-port': 'port',
  '--show-child-io': 'show-child-io',
  '--resume-runtime': 'resume-runtime',
  '--dsrouter': 'dsrouter',
}
/** Switches that may stand without a value. */
const flags = new Set(['--show-child-io', '--resume-runtime', '--rundown'])
const valued = new Set([
  '--process-id',
  '--providers',
  '--profile',
  '--clrevents',
  '--clreventlevel',
  '--buffersize',
  '--duration',
  '--buffering-mode',
  '--stopping-event-provider-name',
  '--stopping-event-event-name',
  '--stopping-event-payload-filter',
])

function readWords(all: readonly ShellWord[]): ReadCommand {
  const start = skipProgram(all)
  const options = new Map<string, ShellWord>()
  const ignored: IgnoredPart[] = []
  for (let index = start; index < all.length; index += 1) {
    const word = all[index]!
    if (word.text === '--') {
      ignored.push('launch')
      break
    }
    const { name, inline } = splitOption(word)
    const isIgnored = ignoredOptions[name] !== undefined
    if (!isIgnored && !valued.has(name) && !flags.has(name)) throw new Refused('unknown-option', word)
    let value = inline
    const next = all[index + 1]
    if (value === null && next !== undefined && takesNext(name, next.text)) {
      value = next
      index += 1
    }
    if (value === null && !flags.has(name)) throw new Refused('missing-value', word)
    if (isIgnored) ignored.push(ignoredOptions[name]!)
    else options.set(name, value ?? { text: 'true', at: word.at })
  }
  return build(options, ignored)
}

function takesNext(name: string, next: string): boolean {
  if (flags.has(name)) return /^(true|false)$/i.test(next)
  return !next.startsWith('--')
}

function skipProgram(words: readonly ShellWord[]): number {
  const nowhere: ShellWord = { text: '', at: 0 }
  const first = words[0] ?? nowhere
  const name = (first.text.split(/[/\\]/).at(-1) ?? '').replace(/\.exe$/i, '')
  let index = 0
  if (name === 'dotnet-trace') index = 1
  else if (name === 'dotnet' && words[1]?.text === 'trace') index = 2
  else if (name === 'dotnet' && words[1]?.text === 'dotnet-trace') index = 2
  else throw new Refused('not-dotnet-trace', first)
  const verb = words[index]
  if (verb?.text !== 'collect') throw new Refused('not-collect', verb ?? first)
  return index + 1
}

/** `--name=value`, `--name:value` or only the name. */
function splitOption(word: ShellWord): { readonly name: string; readonly inline: ShellWord | null } {
  const match = /^(--?[a-z][a-z-]*)(?:[=:]([\s\S]*))?$/i.exec(word.text)
  if (match === null) throw new Refused('unknown-option', word)
  const typed = match[1]!.toLowerCase()
  const value = match[2]
  return {
    name: aliases[typed] ?? typed,
    inline: value === undefined ? null : { text: value, at: word.at + typed.length + 1 },
  }
}

function build(options: ReadonlyMap<string, ShellWord>, ignored: readonly IgnoredPart[]): ReadCommand {
  const { providers, rundown } = collectProviders(options)
  const rundownWord = options.get('--rundown')
  const mode = options.get('--buffering-mode')
  const spec: RecordingSpec = {
    providers: [...providers],
    bufferMB: readNumber(options.get('--buffersize'), 16_384) ?? defaultBufferMB,
    rundown: rundownWord === undefined || readFlag(rundownWord) ? rundown : 'none',
    stacks: true,
    whenFull: mode === undefined ? 'drop' : readMode(mode),
  }
  return {
    spec,
    stop: {
      afterMs: readDuration(options.get('--duration')),
      atBytes: null,
      onEvent: readEvent(options),
      onCounter: null,
    },
    pid: readNumber(options.get('--process-id'), 0xffff_ffff),
    ignored,
  }
}

/** `--providers` rules, then `--profile`, then `--clrevents`: a provider that is configured already is not changed by a later one. */
function collectProviders(options: ReadonlyMap<string, ShellWord>): {
  readonly providers: readonly ProviderSpec[]
  readonly rundown: RecordingSpec['rundown']
} {
  const given = options.get('--providers')
  const profileWord = options.get('--profile')
  const clrWord = options.get('--clrevents')
  const explicit = given === undefined ? [] : readProviders(given)
  const profiles = (profileWord?.text.split(',') ?? []).map((name) => {
    const profile = profileByName(name.trim())
    if (profile === null) throw new Refused('unknown-profile', { text: name, at: profileWord!.at })
    return profile
  })
  if (given === undefined && profileWord === undefined && clrWord === undefined) profiles.push(defaultProfile)
  const providers = [...explicit]
  const add = (more: readonly ProviderSpec[]) => {
    const known = providers.length
    const isKnown = (spec: ProviderSpec) =>
      providers.slice(0, known).some(({ name }) => isSameProvider(name, spec.name))
    providers.push(...more.filter((spec) => !isKnown(spec)))
  }
  add(mergeProviders(profiles.flatMap((profile) => profile.providers)).providers)
  if (clrWord !== undefined) add([readClrEvents(clrWord, options.get('--clreventlevel'))])
  if (providers.length === 0) throw new Refused('nothing-to-collect', given ?? profileWord ?? { text: '', at: 0 })
  const only = profiles.length === 1 && explicit.length === 0 ? profiles[0] : undefined
  return { providers, rundown: only?.rundown ?? 'default' }
}

function readProviders(word: ShellWord): readonly ProviderSpec[] {
  const parts = splitOutsideQuotes(word.text, ',').filter((part) => part.trim() !== '')
  const read = parts.map((part) =>
    readProvider({ text: part.trimStart(), at: word.at + Math.max(0, word.text.indexOf(part)) }),
  )
  const withArguments = new Set<string>()
  for (const [index, spec] of read.entries()) {
    if (spec.arguments.length === 0) continue
    const name = spec.name.toLowerCase()
    if (withArguments.has(name)) throw new Refused('conflicting-arguments', { text: parts[index]!, at: word.at })
    withArguments.add(name)
  }
  return mergeProviders(read).providers
}

/** `Name[:keywords[:level[:arguments]]]`; the arguments may hold colons. */
function readProvider(word: ShellWord): ProviderSpec {
  const match = /^([^:"]+)(?::([^:]*)(?::([^:]*)(?::([\s\S]*))?)?)?$/.exec(word.text)
  if (match === null) throw new Refused('bad-provider', word)
  const [, name = '', keywords = '', level = '', text = ''] = match
  const pairs = parseArguments(text)
  if (pairs === null) throw new Refused('bad-arguments', { text, at: word.at })
  return {
    name: name.trim(),
    keywords: readKeywords(keywords.trim(), word),
    level: readLevel(level.trim(), word),
    arguments: pairs.map(([key, value]) => [key, value]),
    eventFilter: null,
  }
}

/** Hexadecimal with or without `0x`; none means 0. `-1` is a habit of people who want everything. */
function readKeywords(text: string, word: ShellWord): string {
  if (text === '') return '0x0'
  if (text === '-1') return '0xFFFFFFFFFFFFFFFF'
  const digits = text.replace(/^0x/i, '')
  if (!/^[0-9a-f]{1,16}$/i.test(digits)) throw new Refused('bad-keywords', { text, at: word.at })
  return hexKeywords(BigInt(`0x${digits}`))
}

function readLevel(text: string, word: ShellWord): EventLevel {
  if (text === '') return 4
  if (/^\d{1,4}$/.test(text)) return Math.min(5, Number(text)) as EventLevel
  const named = Object.entries(levelNames).find(([, name]) => name.toLowerCase() === text.toLowerCase())
  if (named === undefined) throw new Refused('bad-level', { text, at: word.at })
  return Number(named[0]) as EventLevel
}

function readClrEvents(word: ShellWord, levelWord: ShellWord | undefined): ProviderSpec {
  const bits = word.text.split('+').reduce((sum, name) => {
    const known = keywordByName(name.trim())
    if (known === null) throw new Refused('unknown-clrevent', { text: name, at: word.at })
    return sum | known.bit
  }, 0n)
  return provider(runtimeProvider, bits, levelWord === undefined ? 4 : readLevel(levelWord.text, levelWord))
}

function readNumber(word: ShellWord | undefined, largest: number): number | null {
  if (word === undefined) return null
  const value = /^\d{1,10}$/.test(word.text) ? Number(word.text) : 0
  if (value < 1 || value > largest) throw new Refused('bad-number', word)
  return value
}

function readFlag(word: ShellWord): boolean {
  if (/^true$/i.test(word.text)) return true
  if (/^false$/i.test(word.text)) return false
  throw new Refused('bad-choice', word)
}

function readMode(word: ShellWord): RecordingSpec['whenFull'] {
  if (/^(drop|0)$/i.test(word.text)) return 'drop'
  if (/^(block|1)$/i.test(word.text)) return 'block'
  throw new Refused('bad-choice', word)
}

/** `dd:hh:mm:ss`, or fewer parts as a TimeSpan reads them: `hh:mm`, `hh:mm:ss`. */
function readDuration(word: ShellWord | undefined): number | null {
  if (word === undefined) return null
  const parts = word.text.split(':')
  if (parts.length < 2 || parts.length > 4 || !parts.every((part) => /^\d{1,6}$/.test(part)))
    throw new Refused('bad-duration', word)
  const [days, hours, minutes, seconds] =
    parts.length === 4 ? parts : parts.length === 3 ? ['0', ...parts] : ['0', ...parts, '0']
  const total = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60 + Number(seconds)
  if (total < 1) throw new Refused('bad-duration', word)
  return total * 1000
}

function readEvent(options: ReadonlyMap<string, ShellWord>): StopConditions['onEvent'] {
  const providerName = options.get('--stopping-event-provider-name')
  const event = options.get('--stopping-event-event-name')
  const filter = options.get('--stopping-event-payload-filter')
  if (providerName === undefined) {
    const orphan = event ?? filter
    if (orphan !== undefined) throw new Refused('bad-filter', orphan)
    return null
  }
  if (filter !== undefined && event === undefined) throw new Refused('bad-filter', filter)
  const fields = (filter?.text.split(',') ?? []).map((pair) => {
    const colon = pair.indexOf(':')
    if (colon < 1) throw new Refused('bad-filter', filter!)
    return { field: pair.slice(0, colon), value: pair.slice(colon + 1) }
  })
  return { provider: providerName.text, event: event?.text ?? null, fields }
}
