import { RE2JS } from 're2js'
import { splitSecrets } from '../../../../shared/base/text-secrets.ts'
import type { RedactionChoice, RedactionRule } from '../../../../shared/model/trace/trace-trim.ts'

/** A text with `mask` in place of what the rule finds. `field`: the innermost field, or the key of a pair. */
export type TextRule = (text: string, field: string, mask: (secret: string) => string) => string

export interface NamedRule {
  readonly id: string
  readonly apply: TextRule
}

/*
 * Every repetition of an expression here has a limit or cannot be entered at two places of the same text, so that its time is
 * linear in the text, which a hostile program may have written. What is secret has no limit: its rest would stay. Neither has it to
 * end: loggers and event sources cut long texts.
 */

const email = /[\w.+-]{1,64}@[A-Za-z\d-]{1,63}(?:\.[A-Za-z\d-]{1,63}){1,8}/g
/** Not a version: those stand behind `Version=` or `v`, or have more parts. */
const ipv4 = /(?<![\w.=-]|version[ =:])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.-]*\d)/gi
const ipv4Named =
  /(?<=(?:host|server|address|ip|addr|client|remote|source|peer)["']?[=:]\s{0,2})(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/gi
/** What may be one; `isAddress6` decides. */
const ipv6 = /(?<![\w:.])[\da-f:]{3,45}(?![\w:])/gi
/** On Windows a name often has blanks; the separator behind it tells where it ends. */
const userFolder =
  /(?<![\w/\\])(?:(?:[A-Za-z]:)?[\\/]{1,2}(?:home|Users|Documents and Settings)[\\/]{1,2}(?:(?<=\\)[^\\/"'<>|:;\r\n]{1,256}(?=\\)|[^\\/\s"'<>|:;,]{1,256})|\/root(?=[/\s"']|$))/gi
const urlQuery = /(?<=\w:\/\/[^\s"'<>?#]{1,512}\?|^\/[^\s"'<>?#]{0,512}\?|[\s"'(]\/[^\s"'<>?#]{0,512}\?)[^\s"'<>#]+/g
const connectionPart = '[A-Za-z][\\w ]{0,40}=[^;\\r\\n]*'
const connectionString = new RegExp(
  `(?<![\\w;])(?:data source|server|host|addr(?:ess)?|endpoint|defaultendpointsprotocol|accountendpoint|network address|provider|driver|filename)=[^;\\r\\n]{1,400}(?:;\\s{0,4}${connectionPart})+;?`,
  'gi',
)
const sqlStart =
  /^\s{0,64}(?:\/\*|--|select|insert|update|delete|merge|with|exec(?:ute)?|declare|call|upsert|replace|set)\b/i
const sqlKeyword = /\b(?:from|into|where|values|set|exec|join|limit|top)\b/i
const sqlLiteral =
  /(?<![\w'])[NnEe]?'[^']*(?:''[^']*)*(?:'|$)|(?<=[=<>(,]\s{0,4}|\b(?:between|and|limit|top|offset|like)\s{1,4})(?:0x[\da-f]+|-?\d[\d.]*)\b/gi
const assignment = /(?<![\w.-])([A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,12}=)("[^"]*"?|'[^']*'?|[^\s"';]+)/g

const commandFields = /^(?:command_?line|cmd_?line|process_?args?|process\.command_(?:line|args)|args?|arguments?)$/i
const environmentFields = /environ|env_?var/i
const queryFields = /^(?:query|query_?string|url\.query)$/i

const all = (text: string, expression: RegExp, mask: (secret: string) => string): string =>
  text.replace(expression, (found) => mask(found))

const rules: Readonly<Record<RedactionRule, TextRule>> = {
  'command-line': (text, field, mask) => (commandFields.test(field) && text !== '' ? mask(text) : text),
  environment: (text, field, mask) => {
    if (environmentFields.test(field) && text !== '') return mask(text)
    return text.includes('=') ? text.replace(assignment, (_, name: string, value: string) => name + mask(value)) : text
  },
  'connection-strings': (text, _field, mask) =>
    text.includes('=') && text.includes(';') ? all(text, connectionString, mask) : text,
  'url-queries': (text, field, mask) => {
    if (queryFields.test(field) && text !== '') return mask(text)
    return text.includes('?') ? all(text, urlQuery, mask) : text
  },
  secrets: (text, _field, mask) =>
    splitSecrets(text)
      .map((piece) => (piece.isSecret && piece.text !== '' ? mask(piece.text) : piece.text))
      .join(''),
  'sql-literals': (text, _field, mask) =>
    sqlStart.test(text) && sqlKeyword.test(text) ? all(text, sqlLiteral, mask) : text,
  emails: (text, _field, mask) => (text.includes('@') ? all(text, email, mask) : text),
  'user-folders': (text, _field, mask) => (/[\\/]/.test(text) ? all(text, userFolder, mask) : text),
  'ip-addresses': (text, _field, mask) => {
    const without4 = text.includes('.') ? all(all(text, ipv4Named, mask), ipv4, mask) : text
    return without4.includes(':') ? all(without4, ipv6, (found) => (isAddress6(found) ? mask(found) : found)) : without4
  },
}

/** Times of day, names in C++ and words of hexadecimal letters look like one too. */
function isAddress6(text: string): boolean {
  const parts = text.split(':')
  const isShort = text.includes('::') && text.split('::').length === 2 && /\d/.test(text)
  return (isShort || parts.length === 8) && parts.length <= 9 && parts.every((part) => part.length <= 4)
}

/** The person's own expressions come first: nothing else has taken a part of what they look for. Names come next: a folder of a user holds one. */
export function rulesOf({ rules: chosen, expressions, words = [] }: RedactionChoice): readonly NamedRule[] {
  const own = expressions.map((source, index): NamedRule => ({ id: `own-${index + 1}`, apply: ownRule(source) }))
  const named = words.map(({ rule, word }): NamedRule => ({ id: rule, apply: wordRule(word) }))
  const order = Object.keys(rules) as RedactionRule[]
  const known = order.filter((id) => chosen.includes(id)).map((id): NamedRule => ({ id, apply: rules[id] }))
  return [...own, ...named, ...known]
}

/** Linear in the text, whatever the expression ([decision 0326](../../../../docs/decisions/0326-regular-expressions-of-re2.md)). */
function ownRule(source: string): TextRule {
  const expression = RE2JS.compile(source)
  return (text, _field, mask) => {
    const matcher = expression.matcher(text)
    let masked = ''
    let end = 0
    while (matcher.find()) {
      const [from, to] = [matcher.start(), matcher.end()]
      if (to <= from) continue
      masked += text.slice(end, from) + mask(text.slice(from, to))
      end = to
    }
    return end === 0 ? text : masked + text.slice(end)
  }
}

/** A name in upper or lower case. Where it begins or ends with a letter or digit, it is no part of a longer word. */
function wordRule(word: string): TextRule {
  const literal = word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
  // What stands in a mask was put there.
  const [before, behind] = [/^\w/.test(word) ? '(?<![\\w‹])' : '', /\w$/.test(word) ? '(?!\\w)' : '']
  const expression = new RegExp(`${before}${literal}${behind}`, 'giu')
  return (text, _field, mask) => all(text, expression, mask)
}
