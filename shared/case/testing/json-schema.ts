import type * as v from 'valibot'

type AnySchema = v.GenericSchema
type Json = Record<string, unknown>

/** The JSON schema of a valibot schema, as far as ours go: objects, arrays, lists of words, numbers, texts and what may be null. */
export function jsonSchemaOf(schema: AnySchema): Json {
  const known = schema as unknown as {
    type: string
    entries?: Record<string, AnySchema>
    item?: AnySchema
    wrapped?: AnySchema
    options?: readonly string[]
    literal?: unknown
    pipe?: readonly { kind: string; type: string; requirement?: unknown }[]
  }
  switch (known.type) {
    case 'object':
    case 'strict_object': {
      const entries = Object.entries(known.entries ?? {})
      return {
        type: 'object',
        required: entries.filter(([, entry]) => entry.type !== 'optional').map(([name]) => name),
        properties: Object.fromEntries(entries.map(([name, entry]) => [name, jsonSchemaOf(entry)])),
      }
    }
    case 'array':
      return { type: 'array', items: jsonSchemaOf(known.item!) }
    case 'optional':
      return jsonSchemaOf(known.wrapped!)
    case 'nullable':
      return { anyOf: [jsonSchemaOf(known.wrapped!), { type: 'null' }] }
    case 'picklist':
      return { enum: known.options }
    case 'literal':
      return { const: known.literal }
    case 'number':
      return {
        type: known.pipe?.some(({ type }) => type === 'integer') === true ? 'integer' : 'number',
        ...bounds(known.pipe),
      }
    case 'boolean':
      return { type: 'boolean' }
    case 'variant':
      return { anyOf: (known.options as unknown as readonly AnySchema[]).map(jsonSchemaOf) }
    case 'string':
      return { type: 'string', ...textLimits(known.pipe ?? []) }
    default:
      throw new Error(`no JSON schema for ${known.type}`)
  }
}

function bounds(pipe: readonly { type: string; requirement?: unknown }[] = []): Json {
  const limits: Json = {}
  for (const { type, requirement } of pipe) {
    if (type === 'min_value') limits['minimum'] = requirement
    if (type === 'max_value') limits['maximum'] = requirement
  }
  return limits
}

function textLimits(pipe: readonly { type: string; requirement?: unknown }[]): Json {
  const limits: Json = {}
  for (const { type, requirement } of pipe) {
    if (type === 'min_length') limits['minLength'] = requirement
    if (type === 'max_length') limits['maxLength'] = requirement
    if (type === 'iso_timestamp') limits['format'] = 'date-time'
    if (type === 'regex' && requirement instanceof RegExp) limits['pattern'] = requirement.source
  }
  return limits
}
