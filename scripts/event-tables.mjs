import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { root } from './setup/paths.mjs'

/**
 * Turns the readable tables of native events (main/events/native/*.txt; their form is described in runtime.txt) into code.
 *
 *   node scripts/event-tables.mjs            writes main/events/native/native-tables.ts
 *
 * A test compares the file in the repository with what this makes of the tables.
 */
export const tablesFolder = path.join(root, 'main/events/native')
export const generatedFile = path.join(tablesFolder, 'native-tables.ts')
const providerTables = ['runtime.txt', 'rundown.txt', 'private.txt', 'sample-profiler.txt', 'libraries.txt']
const scalars = new Set(
  'u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 ptr guid bool hex32 text ansi dateTime char16'.split(' '),
)

/** @returns {Promise<string>} the generated module, formatted */
export async function generate() {
  const enums = readEnums(readLines('enums.txt'))
  const providers = providerTables.flatMap((file) => readProviders(file, readLines(file), enums))
  const source = [
    '// Made by scripts/event-tables.mjs from the tables beside it; change those.',
    "import { counted, field, prefixed, record, scalar } from '../payload/value-shape.ts'",
    "import { event, type NamedValues, type NativeProvider, provider } from './native-event.ts'",
    '',
    'export const nativeEnums: Readonly<Record<string, NamedValues>> = {',
    ...[...enums].map(
      ([name, { isFlags, values }]) => `${name}: { isFlags: ${isFlags}, values: {${values.join(',')}} },`,
    ),
    '}',
    '',
    'export const nativeProviders: readonly NativeProvider[] = [',
    ...providers,
    ']',
  ].join('\n')
  const config = await resolveConfig(generatedFile)
  return format(source, { ...config, filepath: generatedFile })
}

/**
 * Lines without comments, continuation lines joined to the line they belong to.
 * @param {string} file
 */
function readLines(file) {
  /** @type {{ head: string, body: string, line: number }[]} */
  const entries = []
  for (const [index, text] of readFileSync(path.join(tablesFolder, file), 'utf8').split('\n').entries()) {
    if (text.startsWith('#') || text.trim() === '') continue
    const last = entries.at(-1)
    if (!text.startsWith(' ')) entries.push({ head: text.trim(), body: '', line: index + 1 })
    else if (last === undefined) throw new Error(`${file}:${index + 1}: a line of fields without an event`)
    else last.body = `${last.body} ${text.trim()}`
  }
  return entries
}

/** @param {ReturnType<typeof readLines>} entries */
function readEnums(entries) {
  /** @type {Map<string, { isFlags: boolean, values: string[] }>} */
  const enums = new Map()
  for (const { head, body, line } of entries) {
    const [kind, name] = head.split(' ')
    if ((kind !== 'enum' && kind !== 'flags') || name === undefined) throw new Error(`enums.txt:${line}: ${head}`)
    const values = body.split(',').map((entry) => {
      const match = /^ *(-?\d+) (\w+) *$/.exec(entry)
      if (match === null) throw new Error(`enums.txt:${line}: ${entry}`)
      return `${JSON.stringify(match[1])}: ${JSON.stringify(match[2])}`
    })
    enums.set(name, { isFlags: kind === 'flags', values })
  }
  return enums
}

/**
 * @param {string} file
 * @param {ReturnType<typeof readLines>} entries
 * @param {ReadonlyMap<string, unknown>} enums
 */
function readProviders(file, entries, enums) {
  /** @type {string[]} */
  const code = []
  let isOpen = false
  let lastId = -1
  for (const { head, body, line } of entries) {
    const [first, name, printed] = head.split(' ')
    if (name === undefined || printed === undefined) throw new Error(`${file}:${line}: ${head}`)
    if (first === 'provider') {
      if (isOpen) code.push(']),')
      code.push(`provider(${JSON.stringify(name)}, ${JSON.stringify(printed)}, [`)
      isOpen = true
      lastId = -1
      continue
    }
    const id = Number(first)
    if (!Number.isInteger(id) || id <= lastId) throw new Error(`${file}:${line}: ids are whole and in order: ${head}`)
    lastId = id
    const fields = new FieldParser(body, enums, `${file}:${line}`).all()
    const tail = fields.length > 0 ? `, [${fields.join(',')}]` : ''
    code.push(`event(${id}, ${JSON.stringify(name)}, ${printed === '-' ? 'null' : JSON.stringify(printed)}${tail}),`)
  }
  if (isOpen) code.push(']),')
  return code
}

class FieldParser {
  #tokens
  #position = 0
  #enums
  #place

  /** @param {string} text @param {ReadonlyMap<string, unknown>} enums @param {string} place */
  constructor(text, enums, place) {
    this.#tokens = text.match(/[\w:]+|[[\]{},]/g) ?? []
    this.#enums = enums
    this.#place = place
  }

  all() {
    const fields = this.#fields()
    if (this.#position < this.#tokens.length) this.#fail('something after the last field')
    return fields
  }

  #fields() {
    /** @type {string[]} */
    const fields = []
    let since = 0
    const known = new Set()
    while (this.#position < this.#tokens.length && this.#peek() !== '}') {
      if (fields.length > 0) this.#take(',')
      if (this.#peek() === '[') since = Number(this.#bracketed())
      const name = this.#next()
      const shape = this.#peek() === '[' ? this.#array(known) : this.#element()
      if (known.has(name)) this.#fail(`${name} twice`)
      known.add(name)
      fields.push(`field(${JSON.stringify(name)}, ${shape}${since > 0 ? `, ${since}` : ''})`)
    }
    return fields
  }

  /** @param {ReadonlySet<string>} known */
  #array(known) {
    const count = this.#bracketed()
    const element = this.#element()
    if (count === 'u16') return `prefixed(${element})`
    if (!known.has(count)) this.#fail(`no field ${count} to count by`)
    return `counted(${JSON.stringify(count)}, ${element})`
  }

  /** @returns {string} */
  #element() {
    if (this.#peek() === '{') {
      this.#take('{')
      const fields = this.#fields()
      this.#take('}')
      return `record(${fields.join(',')})`
    }
    const [type = '', enumName] = this.#next().split(':')
    if (!scalars.has(type)) this.#fail(`type ${type}`)
    if (enumName !== undefined && !this.#enums.has(enumName)) this.#fail(`enum ${enumName}`)
    return enumName === undefined ? `scalar('${type}')` : `scalar('${type}', '${enumName}')`
  }

  #bracketed() {
    this.#take('[')
    const text = this.#next()
    this.#take(']')
    return text
  }

  #peek() {
    return this.#tokens[this.#position]
  }

  #next() {
    const token = this.#tokens[this.#position++]
    if (token === undefined || !/^\w/.test(token)) return this.#fail(`a word instead of ${token}`)
    return token
  }

  /** @param {string} token */
  #take(token) {
    if (this.#tokens[this.#position++] !== token) this.#fail(`${token} expected`)
  }

  /** @param {string} reason @returns {never} */
  #fail(reason) {
    throw new Error(`${this.#place}: ${reason}`)
  }
}

if (process.argv[1] === import.meta.filename) writeFileSync(generatedFile, await generate())
