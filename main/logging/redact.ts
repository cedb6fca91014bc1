import type { LogRecord } from '../../shared/model/app.ts'

/**
 * What the app sees of other people's processes is secret until shown otherwise: command lines, environments, paths and
 * names of users never reach the log file. Two nets: fields whose name says so lose their value, and every other text
 * loses what looks like a path, an assignment, or a word known to be private (home folder, user and host name).
 */
export type LogFields = LogRecord['fields']

export interface PrivateWords {
  readonly homeFolder: string
  readonly userName: string
  readonly hostName: string
}

const secretName =
  /command|argument|argv|environment|envvar|variable|value|path|folder|file|user|owner|cookie|secret|token|password|marktext/i
/** Ours, and short of anything private although the pattern above would take them. */
const plainNames = new Set(['valueCount', 'fileCount', 'userFolderFreeBytes', 'droppedCommandCount'])
const maxTextLength = 2000

/** `/a/b`, `C:\a\b`, `\\server\share`, `file:///a`: up to a quote, a bracket or the end of the line; spaces are part of it when quoted. */
const quotedPath = /(['"`])(?:[A-Za-z]:[\\/]|\\\\|\/|file:\/\/|~\/)[^'"`\n]*(?:\1|$)/g
const barePath = /(?:\bfile:\/\/|\bapp:\/\/|\b[A-Za-z]:[\\/]|\\\\|~\/|(?<![\w.)\]/])\/)[^\s'"`<>|()[\]{},;]+/g
/** A quote may have no end: long texts are cut. `NAME=text`, `--password text`, `password: text`. */
const assignment = /\b([A-Za-z_][\w.-]*)=("[^"]*(?:"|$)|'[^']*(?:'|$)|[^\s"',;)]+)/g
const namedSecret =
  /\b(password|passwd|pwd|secret|token|api[-_]?key|connection ?string|authorization)\b(\s*[:=]?\s*)("[^"]*(?:"|$)|(?<=[\s:=])'[^']*(?:'|$)|\S+)/gi

export function redactFields(fields: LogFields, words: PrivateWords): LogFields {
  const redacted: Record<string, string | number | boolean | null> = {}
  for (const [name, value] of Object.entries(fields)) redacted[name] = redactField(name, value, words)
  return redacted
}

function redactField(name: string, value: string | number | boolean | null, words: PrivateWords): LogFields[string] {
  if (typeof value !== 'string') return value
  if (secretName.test(name) && !plainNames.has(name)) return value === '' ? '' : `[hidden, ${value.length} characters]`
  return redactText(value, words)
}

/** Paths of the app's own code keep their last part (`index.cjs:120:7`): a stack without it would be of no use. */
export function redactText(text: string, words: PrivateWords): string {
  const isCut = text.length > maxTextLength
  const withoutSecrets = (isCut ? text.slice(0, maxTextLength) : text)
    .replace(namedSecret, '$1$2[hidden]')
    .replace(assignment, '$1=[hidden]')
    .replace(quotedPath, (_all, quote: string) => `${quote}[path]${quote}`)
    .replace(barePath, shortenPath)
  return hideWords(withoutSecrets, words) + (isCut ? ' [cut]' : '')
}

const ownFile =
  /[\\/](?:out[\\/](?:main|preload|renderer)|app\.asar)[\\/](?:.*[\\/])?([\w.-]+\.(?:cjs|js|mjs)(?::\d+)*)$/
const ownPageFile = /^app:\/\/pipescope\/(?:.*\/)?([\w.-]+\.(?:js|html)(?::\d+)*)$/

function shortenPath(found: string): string {
  const own = ownFile.exec(found) ?? ownPageFile.exec(found)
  return own?.[1] === undefined ? '[path]' : own[1]
}

function hideWords(text: string, words: PrivateWords): string {
  let result = text
  const replacements: readonly (readonly [string, string])[] = [
    [words.homeFolder, '[home]'],
    [words.userName, '[user]'],
    [words.hostName, '[host]'],
  ]
  for (const [word, replacement] of replacements) {
    // Shorter words ("me", "pc") would tear ordinary text apart; "root" is not private.
    if (word.length < 3 || word === 'root' || word === 'localhost') continue
    result = result.split(word).join(replacement)
  }
  return result
}
